import { grok } from "./askingAgents.mjs";
import { describeAsking } from "./askingSuite.mjs";

describeAsking(grok);
