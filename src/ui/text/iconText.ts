import { oneLine } from "./oneLine";
import { visible } from "./visible";

/**
 * What may stand where VS Code draws `$(name)` as an icon (rows of a QuickPick, status bar): one line, hidden characters
 * visible, `$(` escaped. The renderer takes exactly one backslash before `$(` for the escape, so one is always added.
 */
export function iconText(text: string, lineBreak?: string): string {
	return visible(oneLine(text, lineBreak)).replaceAll("$(", "\\$(");
}
