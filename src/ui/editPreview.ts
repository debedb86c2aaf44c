import { commands, type Tab, TabInputTextDiff, Uri, window, workspace } from "vscode";
import { type Disposable, DisposableStore } from "../core/lifetime";
import type { FileChange } from "../agents/fileEdits";
import { plainText } from "./text/plainText";

const SCHEME = "parley-edit";

/** Shows a change in VS Code's diff editor before it is made. Neither side is a file, so nothing can be saved by accident. */
export class EditPreview implements Disposable {
	readonly #texts = new Map<string, string>();
	readonly #owned = new DisposableStore();

	constructor() {
		const provideTextDocumentContent = (uri: Uri): string => this.#texts.get(uri.toString()) ?? "";
		this.#owned.add(workspace.registerTextDocumentContentProvider(SCHEME, { provideTextDocumentContent }));
	}

	dispose(): void {
		this.#owned.dispose();
	}

	/** The returned function closes it. */
	async show({ file, text }: FileChange, title: string): Promise<() => Promise<void>> {
		// A new query each time: VS Code keeps a document that it knows.
		const shown = String(Date.now());
		const side = (name: string, content: string | undefined): Uri => {
			const uri = Uri.file(file.path).with({ scheme: SCHEME, query: `${name}-${shown}` });
			this.#texts.set(uri.toString(), content ?? "");
			return uri;
		};
		const [before, after] = [side("before", file.text), side("after", text)];
		await commands.executeCommand("vscode.diff", before, after, plainText(title), { preview: true });
		return async () => {
			await window.tabGroups.close(tabsOf(after));
			for (const uri of [before, after]) this.#texts.delete(uri.toString());
		};
	}
}

function tabsOf(uri: Uri): readonly Tab[] {
	return window.tabGroups.all
		.flatMap(({ tabs }) => tabs)
		.filter(({ input }) => input instanceof TabInputTextDiff && input.modified.toString() === uri.toString());
}
