import type { EditPlan } from "./integration";

/** An empty document of any of the formats, with or without a byte order mark. */
const NOTHING = /^\uFEFF?\s*(?:\{\s*\}|\[\s*\])?\s*$/;

/**
 * What a text becomes by a plan that takes ours out. `isMade`: there was no file before us, so that none stays if nothing
 * of anybody else's is in it. Undefined: no file.
 */
export function withoutPart(text: string, plan: EditPlan, isMade: boolean): string | undefined {
	if (plan.kind === "remove") return undefined;
	const rest = plan.kind === "write" ? plan.text : text;
	return isMade && NOTHING.test(rest) ? undefined : rest;
}
