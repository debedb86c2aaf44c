/**
 * The part of `vscode.l10n` that surfaces use, so that what they show can be built without VS Code. The English text is
 * the key of `l10n/bundle.l10n.*.json`; `{0}` takes the first argument.
 */
export interface L10n {
	t(message: string, ...args: (string | number)[]): string;
}
