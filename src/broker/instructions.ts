import type { ToolSet } from "../core/sessions";

const PLAN = `Parley shows the user of this session what you are doing, in their VS Code window.

- \`update_plan\` (parley update_plan) shows the plan of the present piece of work as a card. Each call replaces the whole list; it returns at once and interrupts nobody. Leave it out where a plan would have one step.`;

const CLARIFY = `- \`clarify\` (parley clarify) asks the user one question and waits for the answer. It is for a decision that only the user can make, that the work needs now, and that files, tools and the conversation do not settle. One question at a time; it can take minutes.
- Only \`reason: "response"\` is an answer. \`dismissed\`, \`timeout\` and \`cancelled\` mean that no answer was given: that is not consent, and the matter stays undecided.
- \`late_answers\` in a result are answers to earlier questions. Each belongs to the question it names and answers no other.`;

const APPROVAL = `- \`request_approval\` (parley request_approval) asks the user to allow one act before it is done, and waits for the decision. It is for acts that the user would want to see first: hard to undo, outside the workspace, or reaching other people and systems. \`detail\` holds the whole command or diff, nothing shortened.
- Only \`allow_once\` and \`allow_always\` allow, and only that one act as it was shown. \`deny\` for whatever reason, an error, or no result mean that it is not allowed.`;

const BOTH = `- Sub-agents and background tasks must not use these tools; they report to the agent that started them.
- If a prompt came with a \`context_id\`, pass the newest one; older ones are void. If none came, leave it out.`;

/** The rules of the tools, for agents that show server instructions; tools that a session lacks are not mentioned. < 2 KB. */
export function instructionsFor(tools: ToolSet): string {
	return [PLAN, ...(tools.clarify ? [CLARIFY] : []), ...(tools.approvals ? [APPROVAL] : []), BOTH].join("\n");
}
