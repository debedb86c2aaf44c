import type { Desk } from "../core/desk";
import { InteractionError } from "../core/errors";
import { type Disposable, DisposableStore } from "../core/lifetime";
import { handleIntent, type IntentHandlers } from "../protocol/intents";
import { parseIntent } from "../protocol/parseIntent";
import type { HistoryData, HistoryQuery, Snapshot } from "../protocol/snapshot";
import { Chime } from "./chime";
import { PanelActs, type PanelEffects } from "./panelActs";
import { PanelApprovals } from "./panelApprovals";
import { PanelAttachments } from "./panelAttachments";
import type { PanelDeps } from "./panelDeps";
import { PanelFolds } from "./panelFolds";
import { Paced } from "./paced";
import { panelHistory } from "./panelHistory";
import { panelSnapshot } from "./panelSnapshot";

/** However much happens, the page gets no more than one snapshot in this time. */
const PACE_MS = 50;

/** The view as far as the feed needs it. */
export interface PanelOutlet {
	readonly isVisible: boolean;
	post(snapshot: Snapshot): void;
	/** Where its page may load that file of ours from. */
	url(path: string): string;
	/** How many items wait. */
	showCount(count: number): void;
}

export type FeedDeps = Pick<PanelDeps, "clock" | "log" | "broker" | "terminals" | "run" | "sound">;

/** What the panel's page is told and what it says. The view may come late, go, and come again. */
export class PanelFeed implements Disposable {
	readonly #desk: Desk;
	readonly #deps: FeedDeps;
	readonly #owned = new DisposableStore();
	readonly #folds = new PanelFolds();
	readonly #approvals: PanelApprovals;
	readonly #attachments: PanelAttachments;
	readonly #handlers: IntentHandlers;
	readonly #badge: Paced;
	readonly #chime: Chime;
	#outlet: PanelOutlet | undefined;
	#pace: Disposable | undefined;
	#postedAt = -Infinity;
	#isReady = false;
	#hasToldOfSilence = false;
	/** Ids of what the page shows as waiting. */
	#shown: readonly string[] = [];
	/** Ids of what the present page was told. */
	#told: ReadonlySet<string> = new Set();
	#spotlight: string | undefined;
	#query: HistoryQuery | undefined;
	#history: HistoryData | undefined;

	constructor(desk: Desk, deps: FeedDeps, effects: PanelEffects) {
		this.#desk = desk;
		this.#deps = deps;
		this.#approvals = new PanelApprovals(desk.approvals);
		const { clarifications } = desk;
		this.#attachments = new PanelAttachments({ clarifications, excerpt: (...of) => effects.excerpt(...of) });
		this.#badge = this.#owned.add(new Paced(deps.clock, PACE_MS, () => this.#outlet?.showCount(desk.inbox.count)));
		this.#chime = new Chime(
			deps.clock,
			() => deps.sound.isOn(),
			() => this.#isShown,
		);
		this.#handlers = {
			...new PanelActs(desk, deps, effects).handlers,
			...this.#approvals.handlers,
			...this.#attachments.handlers,
			ready: () => {
				this.#isReady = true;
				this.#told = new Set();
			},
			"no-sound": () => this.#tellOfSilence(),
			collapse: ({ id, folded }) => this.#folds.set(id, folded),
			"show-history": ({ query }) => {
				this.#query = query;
				this.#history = undefined;
			},
		};
		const itemCame = (): void => this.#chime.itemCame();
		this.#owned.add(desk.clarifications.onDidAsk(itemCame));
		this.#owned.add(desk.approvals.onDidAsk(itemCame));
		const changed = (): void => this.changed();
		const historyChanged = (): void => {
			this.#history = undefined;
			this.changed();
		};
		this.#owned.add(desk.clarifications.onDidChange(changed));
		this.#owned.add(desk.approvals.onDidChange(changed));
		this.#owned.add(desk.plans.onDidChange(changed));
		this.#owned.add(desk.sessions.onDidChange(changed));
		this.#owned.add(desk.history.onDidChange(historyChanged));
		this.#owned.add(desk.earlier.onDidChange(historyChanged));
		this.#owned.add(deps.broker.onDidChange(changed));
		this.#owned.add(deps.terminals.onDidChange(changed));
		this.#owned.add(deps.sound.onDidChange(changed));
	}

	/** A view whose page begins anew, or none. */
	use(outlet: PanelOutlet | undefined): void {
		this.#pace?.dispose();
		this.#pace = undefined;
		this.#isReady = false;
		this.#outlet = outlet;
		this.#badge.now();
	}

	/** A message of the page, of any shape. */
	receive(raw: unknown): void {
		const { log } = this.#deps;
		const intent = parseIntent(raw);
		if (intent === undefined) {
			log.warn("the panel sent a message of unknown shape: ignored");
			return;
		}
		try {
			handleIntent(this.#handlers, intent);
		} catch (error) {
			if (error instanceof InteractionError) log.info(`${intent.kind} was refused: ${error.code}`);
			else log.error(`${intent.kind} from the panel failed`, error);
		}
		// Whether it took effect or not, the page learns how things stand.
		this.changed();
	}

	/** The next snapshot unfolds that card and moves the focus to it. */
	spotlight(id: string): void {
		this.#spotlight = id;
		this.changed();
	}

	collapsePlans(): void {
		this.#folds.foldAll(this.#desk.plans.cards.map(({ id }) => id));
		this.changed();
	}

	/** Something is different, the view's visibility perhaps: the page hears of it soon. */
	changed(): void {
		this.#badge.changed();
		if (this.#pace !== undefined || !this.#isShown) return;
		const { clock } = this.#deps;
		// A wall clock that was set back must not make it wait for longer.
		const wait = Math.min(PACE_MS, Math.max(0, this.#postedAt + PACE_MS - clock.now()));
		this.#pace = clock.after(wait, () => {
			this.#pace = undefined;
			this.#post();
		});
	}

	dispose(): void {
		this.use(undefined);
		this.#owned.dispose();
	}

	/** A page is there, and the person can see it. */
	get #isShown(): boolean {
		return this.#isReady && this.#outlet?.isVisible === true;
	}

	/** Each page says so once; the log, once for all. */
	#tellOfSilence(): void {
		if (this.#hasToldOfSilence) return;
		this.#hasToldOfSilence = true;
		this.#deps.log.info("the panel may not sound: VS Code lets a view sound once somebody has clicked or typed in it");
	}

	#post(): void {
		if (this.#outlet?.isVisible !== true) return;
		const { clock, broker, terminals } = this.#deps;
		this.#history ??= panelHistory(this.#desk.history, this.#query);
		const snapshot = panelSnapshot({
			now: clock.now(),
			desk: this.#desk,
			broker: broker.state,
			terminals,
			approvals: this.#approvals,
			attachments: this.#attachments,
			url: (path) => this.#outlet?.url(path) ?? "",
			told: this.#told,
			shown: this.#shown,
			history: this.#history,
			folds: this.#folds.all,
			spotlight: this.#spotlight,
			chime: this.#chime.count,
		});
		this.#postedAt = snapshot.now;
		this.#shown = snapshot.waiting.map(({ id }) => id);
		this.#told = new Set(this.#shown);
		this.#approvals.keepOnly(this.#told);
		this.#attachments.keepOnly(this.#told);
		this.#spotlight = undefined;
		this.#outlet.post(snapshot);
	}
}
