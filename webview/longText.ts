import { TEXT_MAX } from "../src/protocol/intents";

/**
 * Refuses pasted or dropped text that would make a field's text longer than the host takes: such a draft would be kept
 * nowhere, and laid out, a million characters stop the panel for seconds.
 */
export function refuseLongText(field: HTMLTextAreaElement | HTMLInputElement, refused: () => void): void {
	const take = (event: Event, data: DataTransfer | null, replaced: number): void => {
		const { length } = data?.getData("text/plain") ?? "";
		if (length === 0 || field.readOnly || field.value.length - replaced + length <= TEXT_MAX) return;
		event.preventDefault();
		refused();
	};
	field.addEventListener("paste", (event) => {
		const { selectionStart, selectionEnd } = field;
		take(
			event,
			event instanceof ClipboardEvent ? event.clipboardData : null,
			(selectionEnd ?? 0) - (selectionStart ?? 0),
		);
	});
	field.addEventListener("drop", (event) => take(event, event instanceof DragEvent ? event.dataTransfer : null, 0));
}
