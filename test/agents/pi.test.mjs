import { pi } from "./askingAgents.mjs";
import { describeAsking } from "./askingSuite.mjs";

describeAsking(pi);
