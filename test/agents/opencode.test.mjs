import { opencode } from "./askingAgents.mjs";
import { describeAsking } from "./askingSuite.mjs";

describeAsking(opencode);
