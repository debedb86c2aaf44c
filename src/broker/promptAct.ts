import type { Act } from "../core/approvals";
import { ACTION_MAX, codePoints, REASON_MAX } from "../core/limits";
import { editDiff } from "./editDiff";

/** What a longer text says nobody reads; the agent's own prompt then stands. In UTF-16 units. */
const TEXT_MAX = 64_000;

const COMMAND_TOOL = /^(?:bash|shell|local_shell|exec_command|run_shell_command|run_terminal_cmd|powershell|execute)$/i;
const NETWORK_TOOL = /^(?:web_?fetch|web_?search|google_web_search|fetch)$/i;
/** What of a command's input says nothing about what it does. */
const HARMLESS_FIELDS = new Set([
	"command",
	"description",
	"timeout",
	"timeout_ms",
	"patterns",
	"run_in_background",
	"is_background",
]);

type Fields = Readonly<Record<string, unknown>>;

export interface PromptedTool {
	/** The agent's name of it. */
	readonly tool: string;
	readonly input: unknown;
	/** Where the tool would run; undefined: not told, and no rule is for it then. */
	readonly workdir: string | undefined;
	/** Where its session works, which is what rules compare. */
	readonly sessionCwd: string | undefined;
}

/**
 * The act that an agent's own permission prompt is about, all of it. Undefined where it is too long to be shown whole.
 * What would run elsewhere, or with more than its command says, is no `command`: a rule for that must not match it.
 */
export function promptAct(prompted: PromptedTool): Act | undefined {
	const act = actOf(prompted);
	if ((act.detail ?? "").length > TEXT_MAX) return undefined;
	return prompted.workdir === undefined ? { ...act, isPlaced: false } : act;
}

function actOf({ tool, input, workdir, sessionCwd }: PromptedTool): Act {
	const fields: Fields = typeof input === "object" && input !== null && !Array.isArray(input) ? (input as Fields) : {};
	const reason = boundedReason(fields["description"] ?? fields["justification"]);
	const isElsewhere = workdir !== undefined && workdir !== sessionCwd;
	const command = fields["command"];
	if (COMMAND_TOOL.test(tool) && typeof command === "string" && command.trim() !== "") {
		const isPlain = !isElsewhere && Object.keys(fields).every((name) => HARMLESS_FIELDS.has(name));
		if (isPlain) return { kind: "command", ...inOneLine(command), reason };
		return {
			kind: "other",
			action: firstLine(command),
			detail: whole(tool, input, isElsewhere ? workdir : undefined),
			reason,
		};
	}
	const edit = editDiff(tool, input);
	// A path that does not fit there whole would be hidden: everything is shown then.
	if (edit !== undefined && !isElsewhere && firstLine(edit.action) === edit.action) {
		return { kind: "edit", action: edit.action, detail: edit.detail, reason };
	}
	const address = fields["url"] ?? fields["query"];
	if (NETWORK_TOOL.test(tool) && typeof address === "string" && address.trim() !== "") {
		return { kind: "network", action: firstLine(address), detail: whole(tool, input, undefined), reason };
	}
	return {
		kind: "other",
		action: firstLine(tool),
		detail: whole(tool, input, isElsewhere ? workdir : undefined),
		reason,
	};
}

/** The whole text as the action where it fits there; otherwise its first line, and all of it as the detail. */
function inOneLine(text: string): Pick<Act, "action" | "detail"> {
	const action = firstLine(text);
	return { action, detail: action === text ? undefined : text };
}

/** The first line that is not blank, cut to what an action may have. */
function firstLine(text: string): string {
	const line = text.split(/\r\n|[\n\r\u2028\u2029]/).find((each) => each.trim() !== "") ?? text;
	const points = Array.from(line);
	return points.length <= ACTION_MAX ? line : points.slice(0, ACTION_MAX).join("");
}

function whole(tool: string, input: unknown, cwd: string | undefined): string {
	return JSON.stringify({ tool, ...(cwd === undefined ? {} : { cwd }), input }, undefined, 2);
}

/** Beside the point, so a long one is cut. */
function boundedReason(value: unknown): string | undefined {
	if (typeof value !== "string" || value.trim() === "") return undefined;
	return codePoints(value) <= REASON_MAX ? value : Array.from(value).slice(0, REASON_MAX).join("");
}
