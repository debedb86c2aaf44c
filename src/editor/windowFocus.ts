import { window } from "vscode";
import type { Event } from "../core/events";

/** Whether the person looks at this window. */
export const windowFocus: { isFocused(): boolean; readonly onDidChange: Event<void> } = {
	isFocused: () => window.state.focused,
	onDidChange: (listener) => window.onDidChangeWindowState(() => listener()),
};
