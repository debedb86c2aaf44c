import { commands, env, Uri, type WebviewView, type WebviewViewProvider } from "vscode";
import type { Desk } from "../core/desk";
import { type Disposable, DisposableStore } from "../core/lifetime";
import { ANSWER_IMAGES_MAX, ANSWER_IMAGES_MAX_BYTES, ANSWER_MAX, IMAGE_MAX_BYTES } from "../core/limits";
import { PANEL_VIEW } from "./commands";
import { openReference } from "./openReference";
import type { PanelDeps } from "./panelDeps";
import { PanelFeed, type PanelOutlet } from "./panelFeed";
import { panelHtml } from "./panelHtml";
import { panelTexts } from "./panelTexts";

/** The side panel: a webview that shows the desk and forwards the person's acts. */
export class Panel implements WebviewViewProvider, Disposable {
	readonly #deps: PanelDeps;
	readonly #feed: PanelFeed;
	#ofView = new DisposableStore();

	constructor(desk: Desk, deps: PanelDeps) {
		this.#deps = deps;
		this.#feed = new PanelFeed(desk, deps, {
			writeText: (text) => env.clipboard.writeText(text),
			openFile: (place, path, line) => openReference(deps, place, path, line),
			excerpt: deps.excerpt,
			showDiff: async (agent, path, before, after) => {
				const { l10n, diffEditor } = deps;
				const name = path === "" ? l10n.t("Changes") : path;
				await diffEditor.diff(name, before, after, l10n.t("{0}: {1} wants to change it", name, agent));
			},
		});
	}

	resolveWebviewView(view: WebviewView): void {
		this.#leaveView();
		const { webview } = view;
		const dist = Uri.joinPath(this.#deps.extensionUri, "dist");
		const { images } = this.#deps;
		const roots = images === undefined ? [dist] : [dist, Uri.file(images)];
		this.#ofView.add(webview.onDidReceiveMessage((raw: unknown) => this.#feed.receive(raw)));
		this.#ofView.add(view.onDidChangeVisibility(() => this.#feed.changed()));
		this.#ofView.add(view.onDidDispose(() => this.#leaveView()));
		this.#feed.use(this.#outlet(view));
		webview.options = { enableScripts: true, enableCommandUris: false, localResourceRoots: roots };
		webview.html = panelHtml(
			{
				source: webview.cspSource,
				script: webview.asWebviewUri(Uri.joinPath(dist, "panel.js")).toString(),
				style: webview.asWebviewUri(Uri.joinPath(dist, "panel.css")).toString(),
				nonce: this.#deps.ids.uuid(),
			},
			{
				language: this.#deps.language,
				texts: panelTexts(this.#deps.l10n),
				answerMax: ANSWER_MAX,
				imageMax: IMAGE_MAX_BYTES,
				imagesMax: ANSWER_IMAGES_MAX,
				imagesMaxBytes: ANSWER_IMAGES_MAX_BYTES,
			},
		);
	}

	/** By the person's act: shows the panel; with an id, that card is unfolded and gets the focus. */
	async show(id?: string): Promise<void> {
		await commands.executeCommand(`${PANEL_VIEW}.focus`);
		if (id !== undefined) this.#feed.spotlight(id);
	}

	/** Folds every plan card. */
	collapsePlans(): void {
		this.#feed.collapsePlans();
	}

	dispose(): void {
		this.#leaveView();
		this.#feed.dispose();
	}

	#leaveView(): void {
		this.#ofView.dispose();
		this.#ofView = new DisposableStore();
		this.#feed.use(undefined);
	}

	#outlet(view: WebviewView): PanelOutlet {
		const { l10n, log } = this.#deps;
		return {
			get isVisible() {
				return view.visible;
			},
			post(snapshot) {
				view.webview.postMessage(snapshot).then(undefined, (error: unknown) => log.error("the panel is gone", error));
			},
			url: (path) => view.webview.asWebviewUri(Uri.file(path)).toString(),
			showCount(count) {
				if ((view.badge?.value ?? 0) === count) return;
				view.badge = count === 0 ? undefined : { value: count, tooltip: l10n.t("{0} waiting", count) };
			},
		};
	}
}
