// How each agent reaches a model and what a person has of it who has started it once: its own files and variables.
// Nothing here is about Parley. A wiring is called with {home, url, key}, writes below `home`, and gives {variables, …}:
// `trust(folder)` where the agent asks whether to trust a folder, `configFile` where its user keeps its settings.
import { claude } from "./claude.mjs";
import { cline } from "./cline.mjs";
import { codex } from "./codex.mjs";
import { copilot } from "./copilot.mjs";
import { droid } from "./droid.mjs";
import { dsh } from "./dsh.mjs";
import { gemini } from "./gemini.mjs";
import { grok } from "./grok.mjs";
import { kilo } from "./kilo.mjs";
import { kimi } from "./kimi.mjs";
import { opencode } from "./opencode.mjs";
import { pi } from "./pi.mjs";
import { qwen } from "./qwen.mjs";

export const WIRINGS = { claude, cline, codex, copilot, droid, dsh, gemini, grok, kilo, kimi, opencode, pi, qwen };
