/** The key code of every key that an input method takes. TypeScript calls the property deprecated; nothing replaces it. */
const COMPOSING_KEY = 229;

/** Enter that sends: not Shift+Enter, and not the one that confirms a candidate of an input method. */
export function isSendKey(event: KeyboardEvent): boolean {
	// Chromium marks a composition by either of the two.
	const isComposing = event.isComposing || Reflect.get(event, "keyCode") === COMPOSING_KEY;
	return event.key === "Enter" && !event.shiftKey && !isComposing;
}
