import { MarkdownString } from "vscode";
import { COMMANDS } from "./commands";
import type { TooltipLine } from "./statusBarView";
import { plainText } from "./text/plainText";

/**
 * A tooltip of plain lines and links to our own commands. Texts are only ever appended as text, so nothing in them is
 * Markdown, HTML or an icon, and no other command than ours can run from it.
 */
export function tooltip(lines: readonly TooltipLine[]): MarkdownString {
	const markdown = new MarkdownString("", false);
	markdown.isTrusted = { enabledCommands: [COMMANDS.answerQuestion, COMMANDS.showInbox, COMMANDS.restart] };
	markdown.supportHtml = false;
	for (const [index, { text, command }] of lines.entries()) {
		if (index > 0) markdown.appendMarkdown("\n\n");
		if (command === undefined) {
			markdown.appendText(plainText(text));
			continue;
		}
		const query = command.argument === undefined ? "" : `?${encodeURIComponent(JSON.stringify([command.argument]))}`;
		markdown.appendMarkdown("[").appendText(plainText(text)).appendMarkdown(`](command:${command.id}${query})`);
	}
	return markdown;
}
