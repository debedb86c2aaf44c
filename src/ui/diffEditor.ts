import { commands, type Tab, TabInputTextDiff, Uri, window, workspace } from "vscode";
import { type Disposable, DisposableStore } from "../core/lifetime";
import { plainText } from "./text/plainText";

const SCHEME = "parley-text";

/** Texts in VS Code's own editors. None of them is a file, so nothing can be saved by accident. */
export class DiffEditor implements Disposable {
	readonly #texts = new Map<string, string>();
	readonly #owned = new DisposableStore();
	#shown = 0;

	constructor() {
		const provideTextDocumentContent = (uri: Uri): string => this.#texts.get(uri.toString()) ?? "";
		this.#owned.add(workspace.registerTextDocumentContentProvider(SCHEME, { provideTextDocumentContent }));
		this.#owned.add(workspace.onDidCloseTextDocument(({ uri }) => void this.#texts.delete(uri.toString())));
	}

	dispose(): void {
		this.#owned.dispose();
	}

	/** Shows two texts side by side; `name` is that of the file they are of. The returned function closes it. */
	async diff(name: string, before: string, after: string, title: string): Promise<() => Promise<void>> {
		const [left, right] = [this.#document(name, "before", before), this.#document(name, "after", after)];
		await commands.executeCommand("vscode.diff", left, right, plainText(title), { preview: true });
		return async () => {
			await window.tabGroups.close(tabsOf(right));
		};
	}

	/** Shows one text. */
	async text(name: string, text: string): Promise<void> {
		await window.showTextDocument(this.#document(name, "text", text), { preview: true });
	}

	/** A new query each time: VS Code keeps a document that it knows. */
	#document(name: string, side: string, text: string): Uri {
		const uri = Uri.file(name).with({ scheme: SCHEME, query: `${side}-${++this.#shown}` });
		this.#texts.set(uri.toString(), text);
		return uri;
	}
}

function tabsOf(uri: Uri): readonly Tab[] {
	return window.tabGroups.all
		.flatMap(({ tabs }) => tabs)
		.filter(({ input }) => input instanceof TabInputTextDiff && input.modified.toString() === uri.toString());
}
