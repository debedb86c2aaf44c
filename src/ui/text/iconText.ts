import { oneLine } from "./oneLine";
import { visible } from "./visible";

/** What VS Code takes for an icon; with a backslash before it, it draws the same characters as text. */
const ICON = /\$\([A-Za-z0-9-]+(?:~[A-Za-z]+)?\)/g;

/**
 * What may stand where VS Code draws `$(name)` as an icon (rows of a QuickPick, status bar): one line, hidden characters
 * visible, no icon. The renderer takes exactly one backslash away, so one is always added, whatever stands before it.
 */
export function iconText(text: string, lineBreak?: string): string {
	return visible(oneLine(text, lineBreak)).replace(ICON, "\\$&");
}
