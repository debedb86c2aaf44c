import type { L10n } from "../../../src/ui/l10n";

/** What `vscode.l10n` does where VS Code speaks English. */
export const english: L10n = {
	t: (message, ...args) =>
		message.replace(/\{(\d+)\}/g, (place, index: string) => String(args[Number(index)] ?? place)),
};
