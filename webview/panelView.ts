import type { Intent } from "../src/protocol/intents";
import type { Page } from "../src/protocol/page";
import type { Snapshot } from "../src/protocol/snapshot";
import { AgentsSection } from "./agentsSection";
import { Chime } from "./chime";
import type { PanelContext } from "./context";
import { DraftsSection } from "./draftsSection";
import { FoldMemory } from "./foldMemory";
import { HistorySection } from "./historySection";
import { Live } from "./live";
import { setHidden } from "./make";
import { Notices } from "./notices";
import type { PanelMemory } from "./panelMemory";
import { PlansSection } from "./plansSection";
import { ScrollBack } from "./scrollBack";
import { Ticker } from "./ticker";
import { WaitingSection } from "./waitingSection";
import { welcome } from "./welcome";

export interface PanelHost {
	post(intent: Intent): void;
	remember(memory: PanelMemory): void;
}

/** The whole panel: takes a snapshot, changes what is different from the last one. */
export class PanelView {
	readonly #context: PanelContext;
	readonly #host: PanelHost;
	readonly #root: HTMLElement;
	readonly #notices: Notices;
	readonly #welcome: HTMLElement;
	readonly #waiting: WaitingSection;
	readonly #drafts: DraftsSection;
	readonly #plans: PlansSection;
	readonly #agents: AgentsSection;
	readonly #history: HistorySection;
	readonly #ticker: Ticker;
	readonly #chime: Chime;
	readonly #scrollBack: ScrollBack;
	#snapshot: Snapshot | undefined;
	#skew = 0;

	constructor(root: HTMLElement, live: HTMLElement, page: Page, memory: PanelMemory, host: PanelHost) {
		this.#host = host;
		this.#scrollBack = new ScrollBack(memory.scroll, () => this.#remember());
		const tellFold = (id: string, folded: boolean): void => host.post({ kind: "collapse", id, folded });
		this.#context = {
			page,
			texts: page.texts,
			live: new Live(live, memory.told),
			folds: new FoldMemory(memory.folded, tellFold, () => this.#remember()),
			post: (intent) => host.post(intent),
			now: () => Date.now() + this.#skew,
		};
		this.#notices = new Notices(this.#context);
		this.#welcome = welcome(this.#context);
		this.#waiting = new WaitingSection(this.#context, () => this.#render());
		const goBack = (): void => this.#waiting.focusHeading();
		this.#drafts = new DraftsSection(this.#context, goBack);
		this.#plans = new PlansSection(this.#context, goBack);
		this.#agents = new AgentsSection(this.#context);
		this.#history = new HistorySection(this.#context, goBack);
		this.#chime = new Chime(() => host.post({ kind: "no-sound" }));
		this.#ticker = new Ticker(
			() => this.#tick(),
			() => this.#untilSecond(),
		);
		const sections = [this.#waiting, this.#drafts, this.#plans, this.#agents, this.#history];
		root.append(this.#notices.element, this.#welcome, ...sections.map(({ element }) => element));
		root.hidden = true;
		this.#root = root;
	}

	show(snapshot: Snapshot): void {
		const isFirst = this.#snapshot === undefined;
		this.#snapshot = snapshot;
		this.#skew = snapshot.now - Date.now();
		this.#chime.update(snapshot.chime);
		this.#context.folds.adopt(snapshot.folds);
		this.#context.live.keepOnly(new Set(snapshot.waiting.map(({ id }) => id)));
		setHidden(this.#root, false);
		this.#waiting.update(snapshot);
		this.#render();
		if (isFirst) this.#history.ask();
		if (snapshot.spotlight === undefined) this.#scrollBack.attempt();
		else this.#reveal(snapshot.spotlight);
		this.#remember();
		this.#ticker.start();
	}

	/** The person has scrolled, or this has. */
	scrolled(): void {
		this.#scrollBack.scrolled();
		this.#remember();
	}

	/** The panel is left, hidden or shown again. */
	visibilityChanged(): void {
		for (const card of this.#waiting.cards) card.flush();
		this.#tick();
		this.#ticker.start();
	}

	/** All but what waits, which knows by itself what has to stay for a moment. */
	#render(): void {
		const snapshot = this.#snapshot;
		if (snapshot === undefined) return;
		const { lingering } = this.#waiting;
		const isNew = snapshot.isFirstRun && lingering.size === 0;
		const hasNotice = snapshot.notices.length > 0;
		this.#notices.update(snapshot.notices);
		this.#drafts.update(snapshot, lingering);
		this.#plans.update(snapshot);
		this.#agents.update(snapshot);
		this.#history.update(snapshot);
		setHidden(this.#welcome, !isNew || hasNotice);
		const isWaitingEmpty = snapshot.waiting.length === 0 && lingering.size === 0;
		setHidden(this.#waiting.element, isNew || (hasNotice && isWaitingEmpty));
		setHidden(this.#agents.element, isNew || hasNotice || !isWaitingEmpty);
		setHidden(this.#history.element, snapshot.history.total === 0);
	}

	#reveal(id: string): void {
		this.#scrollBack.stop();
		const card = this.#waiting.card(id) ?? this.#drafts.card(id) ?? this.#plans.card(id);
		card?.reveal();
	}

	#tick(): void {
		const now = this.#context.now();
		for (const section of [this.#waiting, this.#drafts, this.#plans, this.#agents]) section.tick(now);
	}

	#untilSecond(): number {
		const [first] = this.#snapshot?.waiting ?? [];
		return first === undefined ? 1_000 : (((first.limitAt - this.#context.now()) % 1_000) + 1_000) % 1_000;
	}

	#remember(): void {
		const { folds, live } = this.#context;
		this.#host.remember({ folded: folds.all, told: live.told, scroll: this.#scrollBack.place });
	}
}
