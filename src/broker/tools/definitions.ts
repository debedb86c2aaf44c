import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import { ACT_KINDS } from "../../core/actKinds";
import { IMAGE_TYPES } from "../../core/answerImages";
import {
	ACTION_MAX,
	ANSWER_IMAGES_MAX,
	CHOICE_MAX,
	CHOICES_MAX,
	CONTEXT_ID_MAX,
	DETAIL_MAX,
	LATE_ANSWERS_MAX,
	PLAN_EXPLANATION_MAX,
	PLAN_STEPS_MAX,
	PLAN_TITLE_MAX,
	QUESTION_MAX,
	REASON_MAX,
	STEP_ID_MAX,
	STEP_MAX,
} from "../../core/limits";
import type { ToolSet } from "../../core/sessions";

/** Names of the tools as agents call them. */
export const CLARIFY = "clarify";
export const UPDATE_PLAN = "update_plan";
export const REQUEST_APPROVAL = "request_approval";

/** The tools of a session, as `tools/list` gives them. The schemas are data for agents; the one parser is the core's. */
export function definitionsFor(tools: ToolSet): Tool[] {
	if (tools.plan === false) return [];
	return [
		...(tools.clarify ? [CLARIFY_TOOL] : []),
		UPDATE_PLAN_TOOL,
		...(tools.approvals ? [REQUEST_APPROVAL_TOOL] : []),
	];
}

/** Claude Code defers tools behind a search unless this says otherwise. */
const ALWAYS_LOADED = { "anthropic/alwaysLoad": true };
/** Codex, Copilot and Droid run a tool without a permission prompt only with these. */
const HARMLESS = { readOnlyHint: true, destructiveHint: false, openWorldHint: false };

const contextId = {
	type: "string",
	minLength: 1,
	maxLength: CONTEXT_ID_MAX,
	description: "The context_id that came with the newest prompt. Leave it out if none came.",
};

const lateAnswers = {
	type: "array",
	maxItems: LATE_ANSWERS_MAX,
	description:
		"Answers to earlier questions that closed unanswered. Each belongs to the question it names and no other.",
	items: {
		type: "object",
		properties: {
			clarify_id: { type: "string" },
			question: { type: "string" },
			response: { type: "string" },
			asked_at: { type: "string", description: "ISO 8601" },
			answered_at: { type: "string", description: "ISO 8601" },
			turn: { type: "string", enum: ["current", "earlier"] },
		},
		required: ["clarify_id", "question", "response", "asked_at", "answered_at", "turn"],
	},
};

const answerImages = {
	type: "array",
	maxItems: ANSWER_IMAGES_MAX,
	description: "Images that the user attached to the answer. They follow as image content too.",
	items: {
		type: "object",
		properties: {
			path: { type: "string", description: "A file on this machine." },
			mime_type: { type: "string", enum: [...IMAGE_TYPES] },
			name: { type: "string" },
			bytes: { type: "integer" },
		},
		required: ["path", "mime_type", "name", "bytes"],
	},
};

const plan = {
	type: "array",
	minItems: 1,
	maxItems: PLAN_STEPS_MAX,
	description: "The whole plan, in order. Ids are unique; at most one step is in_progress.",
	items: {
		type: "object",
		properties: {
			id: { type: "string", minLength: 1, maxLength: STEP_ID_MAX, description: "Stays the same over updates." },
			step: { type: "string", minLength: 1, maxLength: STEP_MAX, description: "What is done, in a few words." },
			status: { type: "string", enum: ["pending", "in_progress", "completed", "failed", "skipped"] },
		},
		required: ["id", "step", "status"],
	},
};

/** In a result: what it means, in words. */
const note = { type: "string" };
const title = { type: "string", maxLength: PLAN_TITLE_MAX };
const explanation = { type: "string", maxLength: PLAN_EXPLANATION_MAX };

const CLARIFY_TOOL: Tool = {
	name: CLARIFY,
	title: "Ask the user",
	description: `Ask the user one question in VS Code and wait for the answer (parley clarify).

Use it for a decision that only the user can make, that the work needs now, and that files, tools and the conversation do not settle. Ask one question per call, short and complete in itself; give \`choices\` when the likely answers are known. The user can answer in their own words too. The call waits, for minutes if need be; one question can be open at a time.

The result's \`reason\` says how it ended:
- \`response\`: the user answered; \`response\` is the answer.
- \`dismissed\`, \`timeout\`, \`cancelled\`: no answer was given. That is not consent. The matter stays undecided, and nothing that depends on it was allowed.

\`late_answers\` in a result are answers to earlier questions; each belongs to the question it names and answers no other.

Sub-agents and background tasks must not use this tool; they report the open question to the agent that started them.`,
	inputSchema: {
		type: "object",
		properties: {
			context_id: contextId,
			question: { type: "string", minLength: 1, maxLength: QUESTION_MAX, description: "Plain text or Markdown." },
			choices: {
				type: "array",
				maxItems: CHOICES_MAX,
				items: { type: "string", minLength: 1, maxLength: CHOICE_MAX },
				description: "Possible answers, if they are known. None is preselected.",
			},
		},
		required: ["question"],
	},
	outputSchema: {
		type: "object",
		properties: {
			clarify_id: { type: "string" },
			response: { type: "string", description: "Empty unless reason is response." },
			reason: { type: "string", enum: ["response", "dismissed", "timeout", "cancelled"] },
			images: answerImages,
			late_answers: lateAnswers,
			note,
		},
		required: ["clarify_id", "response", "reason"],
	},
	annotations: HARMLESS,
	_meta: ALWAYS_LOADED,
};

const UPDATE_PLAN_TOOL: Tool = {
	name: UPDATE_PLAN,
	title: "Show the plan",
	description: `Show the user the plan of the present piece of work as a live card in VS Code (parley update_plan).

Each call replaces the whole list, so send every step each time and keep the ids. Call it when the plan is made, when a step begins or ends, and when the plan changes. At most one step is \`in_progress\`. Steps are marked \`completed\` only by you; when the turn ends, a step in progress goes back to \`pending\`.

The call returns at once with the card as it stands; it asks nothing and interrupts nobody. \`late_answers\` in a result are answers to earlier questions to the user; each belongs to the question it names and answers no other.

Sub-agents and background tasks must not use this tool; they report to the agent that started them.`,
	inputSchema: {
		type: "object",
		properties: { context_id: contextId, title, explanation, plan },
		required: ["plan"],
	},
	outputSchema: {
		type: "object",
		properties: {
			plan_id: { type: "string" },
			revision: { type: "integer", minimum: 1 },
			execution_state: { type: "string", enum: ["running", "ended", "failed", "interrupted"] },
			title,
			explanation,
			plan,
			created_at: { type: "string", description: "ISO 8601" },
			updated_at: { type: "string", description: "ISO 8601" },
			late_answers: lateAnswers,
			note,
		},
		required: ["plan_id", "revision", "execution_state", "plan", "created_at", "updated_at"],
	},
	annotations: { ...HARMLESS, idempotentHint: true },
	_meta: ALWAYS_LOADED,
};

const REQUEST_APPROVAL_TOOL: Tool = {
	name: REQUEST_APPROVAL,
	title: "Ask the user to allow an act",
	description: `Ask the user in VS Code to allow one act before it is done, and wait for the decision (parley request_approval).

Use it before an act that the user would want to see first: one that is hard to undo, reaches outside the workspace, or changes things for other people or systems. Ask for one act per call. \`action\` says what in one line; \`detail\` is the whole command or a unified diff, exactly as it will be done, with nothing left out. An act too long for that is split into several, each with a request of its own. The call waits, for minutes if need be.

The result's \`decision\` says what was decided, \`reason\` how:
- \`allow_once\`, \`allow_always\`: this act is allowed, as it was shown and once. Another act needs a request of its own.
- \`deny\`: the act is not allowed. \`reason\` is \`user\` or \`remembered\` (the user or a rule of theirs said no), or \`timeout\`, \`cancelled\`, \`error\`: nobody decided, and silence is a no. \`message\` is the user's own words, if they wrote any.

An error is no permission either. This tool asks; it does not run anything, and it replaces no permission prompt of your own.

Sub-agents and background tasks must not use this tool; they report to the agent that started them.`,
	inputSchema: {
		type: "object",
		properties: {
			context_id: contextId,
			action: { type: "string", minLength: 1, maxLength: ACTION_MAX, description: "What, in one line." },
			kind: { type: "string", enum: [...ACT_KINDS] },
			detail: { type: "string", maxLength: DETAIL_MAX, description: "The whole command, or a unified diff." },
			reason: { type: "string", maxLength: REASON_MAX, description: "Why it is needed." },
		},
		required: ["action", "kind"],
	},
	outputSchema: {
		type: "object",
		properties: {
			approval_id: { type: "string" },
			decision: { type: "string", enum: ["allow_once", "allow_always", "deny"] },
			reason: { type: "string", enum: ["user", "remembered", "timeout", "cancelled", "error"] },
			message: { type: "string", description: "The user's own words with a denial." },
			note,
		},
		required: ["approval_id", "decision", "reason"],
	},
	annotations: HARMLESS,
	_meta: ALWAYS_LOADED,
};
