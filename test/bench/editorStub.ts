// In place of `vscode`: as much of the editor as the status bar needs, counting how often it is written.
export const texts = { count: 0 };

export const StatusBarAlignment = { Right: 2 };

export class ThemeColor {
	constructor(readonly id: string) {}
}

export class MarkdownString {
	value = "";

	appendText(text: string): this {
		this.value += text;
		return this;
	}

	appendMarkdown(text: string): this {
		this.value += text;
		return this;
	}
}

export const window = {
	createStatusBarItem: () => ({
		set text(_: string) {
			texts.count++;
		},
		show: () => undefined,
		dispose: () => undefined,
	}),
};
