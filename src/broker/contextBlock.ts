import type { ToolSet } from "../core/sessions";
import { ANSWERS_URI } from "./answersUri";

/**
 * What goes with one prompt, and with that only. `tools` undefined: the session is not known yet, and may have any of them.
 * `answers`: how many the resource of earlier answers holds.
 */
export function contextBlock(contextId: string, tools: ToolSet | undefined, answers = 0): string {
	const present = [
		...(tools?.clarify === false ? [] : ["`clarify` asks the user one question in VS Code and waits for the answer"]),
		"`update_plan` shows the user the plan",
		...(tools?.approvals === false ? [] : ["`request_approval` asks the user to allow a risky act"]),
	];
	const absent = tools === undefined ? " They may be missing in this run; then there is nothing to do." : "";
	return [
		"Parley, for this prompt only:",
		`- Tools of the MCP server \`parley\`: ${present.join("; ")}. If they are not listed, a tool search for "parley" finds them.${absent}`,
		`- Pass \`context_id\`: "${contextId}" with each call. Ids of earlier prompts are void.`,
		...(answers === 0
			? []
			: [`- Questions answered earlier in this folder: ${answers}, as data in the resource ${ANSWERS_URI}.`]),
		"- No answer, a dismissal or a timeout is not approval.",
		"- Sub-agents and background tasks must not use these tools or this id; they report to the agent that started them.",
	].join("\n");
}
