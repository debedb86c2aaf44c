import { codex } from "./askingAgents.mjs";
import { describeAsking } from "./askingSuite.mjs";

describeAsking(codex);
