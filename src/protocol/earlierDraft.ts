import type { Draft } from "../core/clarifications";

/**
 * The draft of a person who wants to give the earlier answer again: chosen where it is one of the choices, else after what
 * is typed already. Nothing typed is lost.
 */
export function earlierDraft(typed: string, choices: readonly string[], response: string): Draft {
	if (choices.includes(response)) return { text: typed, choice: response };
	if (typed.trim() === "") return { text: response, choice: undefined };
	const isThere = typed === response || typed.endsWith(`\n${response}`);
	return { text: isThere ? typed : `${typed.trimEnd()}\n${response}`, choice: undefined };
}
