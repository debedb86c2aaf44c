import { commands, env, Uri, type WebviewView, type WebviewViewProvider } from "vscode";
import type { Desk } from "../core/desk";
import { InteractionError } from "../core/errors";
import { type Disposable, DisposableStore } from "../core/lifetime";
import { ANSWER_MAX } from "../core/limits";
import { handleIntent, type IntentHandlers } from "../protocol/intents";
import { parseIntent } from "../protocol/parseIntent";
import type { HistoryData, HistoryQuery } from "../protocol/snapshot";
import { PANEL_VIEW } from "./commands";
import { PanelActs } from "./panelActs";
import type { PanelDeps } from "./panelDeps";
import { PanelFolds } from "./panelFolds";
import { panelHistory } from "./panelHistory";
import { panelHtml } from "./panelHtml";
import { panelSnapshot } from "./panelSnapshot";
import { panelTexts } from "./panelTexts";

/** However much happens, the page gets no more than one snapshot in this time. */
const PACE_MS = 50;

/** The side panel: posts the desk's present state and forwards the person's acts. The view may come late, and go. */
export class Panel implements WebviewViewProvider, Disposable {
	readonly #desk: Desk;
	readonly #deps: PanelDeps;
	readonly #owned = new DisposableStore();
	readonly #folds = new PanelFolds();
	readonly #handlers: IntentHandlers;
	#view: WebviewView | undefined;
	#ofView = new DisposableStore();
	#pace: Disposable | undefined;
	#postedAt = -Infinity;
	#isReady = false;
	/** Ids of what the page shows as waiting. */
	#shown: readonly string[] = [];
	#spotlight: string | undefined;
	#query: HistoryQuery | undefined;
	#history: HistoryData | undefined;

	constructor(desk: Desk, deps: PanelDeps) {
		this.#desk = desk;
		this.#deps = deps;
		this.#handlers = {
			...new PanelActs(desk, deps, { writeText: (text) => env.clipboard.writeText(text) }).handlers,
			ready: () => (this.#isReady = true),
			collapse: ({ id, folded }) => this.#folds.set(id, folded),
			"show-history": ({ query }) => {
				this.#query = query;
				this.#history = undefined;
			},
		};
		const changed = (): void => this.#changed();
		const { clarifications, plans, sessions, history } = desk;
		for (const onDidChange of [
			clarifications.onDidChange,
			plans.onDidChange,
			sessions.onDidChange,
			deps.broker.onDidChange,
			deps.terminals.onDidChange,
		]) {
			this.#owned.add(onDidChange(changed));
		}
		this.#owned.add(
			history.onDidChange(() => {
				this.#history = undefined;
				changed();
			}),
		);
	}

	resolveWebviewView(view: WebviewView): void {
		this.#leaveView();
		this.#view = view;
		const { webview } = view;
		const dist = Uri.joinPath(this.#deps.extensionUri, "dist");
		this.#ofView.add(webview.onDidReceiveMessage((raw: unknown) => this.#receive(raw)));
		this.#ofView.add(view.onDidChangeVisibility(() => this.#changed()));
		this.#ofView.add(view.onDidDispose(() => this.#leaveView()));
		webview.options = { enableScripts: true, enableCommandUris: false, localResourceRoots: [dist] };
		webview.html = panelHtml(
			{
				source: webview.cspSource,
				script: webview.asWebviewUri(Uri.joinPath(dist, "panel.js")).toString(),
				style: webview.asWebviewUri(Uri.joinPath(dist, "panel.css")).toString(),
				nonce: this.#deps.ids.uuid(),
			},
			{ language: this.#deps.language, texts: panelTexts(this.#deps.l10n), answerMax: ANSWER_MAX },
		);
		this.#showBadge();
	}

	/** By the person's act: shows the panel; with an id, that card is unfolded and gets the focus. */
	async show(id?: string): Promise<void> {
		this.#spotlight = id;
		await commands.executeCommand(`${PANEL_VIEW}.focus`);
		this.#changed();
	}

	/** Folds every plan card. */
	collapsePlans(): void {
		this.#folds.foldAll(this.#desk.plans.cards.map(({ id }) => id));
		this.#changed();
	}

	dispose(): void {
		this.#leaveView();
		this.#owned.dispose();
	}

	#leaveView(): void {
		this.#ofView.dispose();
		this.#ofView = new DisposableStore();
		this.#pace?.dispose();
		this.#pace = undefined;
		this.#view = undefined;
		this.#isReady = false;
	}

	#receive(raw: unknown): void {
		const intent = parseIntent(raw);
		if (intent === undefined) {
			this.#deps.log.warn("the panel sent a message of unknown shape: ignored");
			return;
		}
		try {
			handleIntent(this.#handlers, intent);
		} catch (error) {
			if (error instanceof InteractionError) this.#deps.log.info(`${intent.kind} was refused: ${error.code}`);
			else this.#deps.log.error(`${intent.kind} from the panel failed`, error);
		}
		// Whether it took effect or not, the page learns how things stand.
		this.#changed();
	}

	#changed(): void {
		this.#showBadge();
		if (this.#pace !== undefined || this.#view?.visible !== true || !this.#isReady) return;
		const wait = Math.max(0, this.#postedAt + PACE_MS - this.#deps.clock.now());
		this.#pace = this.#deps.clock.after(Math.min(wait, PACE_MS), () => {
			this.#pace = undefined;
			this.#post();
		});
	}

	#post(): void {
		if (this.#view?.visible !== true) return;
		const { clock, broker, terminals, log } = this.#deps;
		this.#history ??= panelHistory(this.#desk.history, this.#query);
		const snapshot = panelSnapshot({
			now: clock.now(),
			desk: this.#desk,
			broker: broker.state,
			terminals,
			shown: this.#shown,
			history: this.#history,
			folds: this.#folds.all,
			spotlight: this.#spotlight,
		});
		this.#postedAt = snapshot.now;
		this.#shown = snapshot.waiting.map(({ id }) => id);
		this.#spotlight = undefined;
		this.#view.webview.postMessage(snapshot).then(undefined, (error: unknown) => log.error("the panel is gone", error));
	}

	#showBadge(): void {
		const { count } = this.#desk.inbox;
		if (this.#view === undefined || (this.#view.badge?.value ?? 0) === count) return;
		const tooltip = this.#deps.l10n.t("{0} waiting", count);
		this.#view.badge = count === 0 ? undefined : { value: count, tooltip };
	}
}
