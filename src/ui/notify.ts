import { type MessageItem, window } from "vscode";
import { notificationText } from "./text/notificationText";

export type Severity = "information" | "warning" | "error";

/** Tells the person something, with buttons. Gives the button that was pressed; undefined: it was closed. */
export type Notify = <Button extends { readonly label: string }>(
	severity: Severity,
	message: string,
	buttons: readonly Button[],
) => Promise<Button | undefined>;

const SHOW: Record<Severity, (message: string, items: readonly MessageItem[]) => Thenable<MessageItem | undefined>> = {
	information: (message, items) => window.showInformationMessage(message, ...items),
	warning: (message, items) => window.showWarningMessage(message, ...items),
	error: (message, items) => window.showErrorMessage(message, ...items),
};

/** The only way to a VS Code notification. A pressed button is known by its identity, never by its text. */
export const notify: Notify = async (severity, message, buttons) => {
	const items = buttons.map(({ label }) => ({ title: notificationText(label) }));
	const pressed = await SHOW[severity](notificationText(message), items);
	return buttons[items.findIndex((item) => item === pressed)];
};
