import { Uri, window, workspace } from "vscode";
import { type Disposable, DisposableStore } from "../core/lifetime";

const SCHEME = "parley-doctor";

/** Shows a report as a document that only reads: nothing asks to be saved, and a screen reader reads it line by line. */
export class DoctorReport implements Disposable {
	readonly #owned = new DisposableStore();
	/** VS Code keeps a document that it knows, so each report has an address of its own. */
	readonly #texts = new Map<string, string>();

	constructor() {
		const provideTextDocumentContent = (uri: Uri): string => this.#texts.get(uri.toString()) ?? "";
		this.#owned.add(workspace.registerTextDocumentContentProvider(SCHEME, { provideTextDocumentContent }));
		this.#owned.add(workspace.onDidCloseTextDocument(({ uri }) => this.#texts.delete(uri.toString())));
	}

	dispose(): void {
		this.#owned.dispose();
	}

	async show(name: string, text: string): Promise<void> {
		const uri = Uri.from({ scheme: SCHEME, path: `/${name}.md`, query: String(Date.now()) });
		this.#texts.set(uri.toString(), text);
		await window.showTextDocument(await workspace.openTextDocument(uri), { preview: true });
	}
}
