import { ACT_KINDS } from "./actKinds";
import type { Act } from "./approvals";
import { InteractionError } from "./errors";
import { ACTION_MAX, codePoints, DETAIL_MAX, REASON_MAX } from "./limits";
import type { Fields } from "./toolArguments";

/**
 * What `request_approval` wants allowed. Nothing is trimmed: rules compare what the agent sent, and the person sees it.
 * @throws InteractionError `invalid_input` that names the field and the limit.
 */
export function parseAct(fields: Fields): Act {
	const { action, kind, detail, reason } = fields;
	if (typeof action !== "string" || action.trim() === "")
		throw invalid("action", `must be 1 to ${ACTION_MAX} characters`);
	const known = ACT_KINDS.find((each) => each === kind);
	bounded(action, "action", ACTION_MAX);
	if (known === undefined) throw invalid("kind", `must be one of ${ACT_KINDS.join(", ")}`);
	return {
		kind: known,
		action,
		detail: optional(detail, "detail", DETAIL_MAX),
		reason: optional(reason, "reason", REASON_MAX),
	};
}

/** Clients that fill in every field send an empty text for one that is left out. */
function optional(raw: unknown, field: string, max: number): string | undefined {
	if (raw === undefined || raw === "") return undefined;
	if (typeof raw !== "string") throw invalid(field, `must be a text of at most ${max} characters`);
	bounded(raw, field, max);
	return raw;
}

function bounded(text: string, field: string, max: number): void {
	if (codePoints(text) <= max) return;
	throw invalid(
		field,
		`must be at most ${max} characters. Split the act into parts and ask for each; do not shorten what is shown`,
	);
}

function invalid(field: string, what: string): InteractionError {
	return new InteractionError("invalid_input", `${field}: ${what}`);
}
