import type { PlanData, Snapshot } from "../src/protocol/snapshot";
import { clockOf } from "./clock";
import type { PanelContext } from "./context";
import { fill } from "./fill";
import { isBusy, KeyedList } from "./keyedList";
import { icon, make, setAttribute, setHidden } from "./make";
import { iconButton } from "./names";
import { PlanCard } from "./planCard";
import { FoldableSection } from "./section";

/** The plans of the sessions, running ones first. */
export class PlansSection {
	readonly element: HTMLElement;
	readonly #context: PanelContext;
	readonly #section: FoldableSection;
	readonly #cards: KeyedList<PlanData, PlanCard>;
	readonly #foldAll: HTMLElement;
	#plans: readonly PlanData[] = [];
	#hasWaiting = false;

	constructor(context: PanelContext, lostFocus: () => void) {
		const cards = make("div", { class: "cards" });
		const clock = clockOf(context.page.language);
		this.#context = context;
		this.#section = new FoldableSection(context, "plans", context.texts.plans, false, () => this.#show());
		this.#section.body.append(cards);
		this.#foldAll = iconButton("collapse-all", context.texts.collapsePlans, () => this.#toggleAll());
		this.#section.addAct(this.#foldAll);
		this.element = this.#section.element;
		this.#cards = new KeyedList(
			cards,
			(plan) => {
				// A new card opens only where it pushes nothing else away.
				const isFirst = plan.id === this.#plans[0]?.id && !this.#hasWaiting;
				return new PlanCard(context, plan, !isFirst, clock, () => this.#showFoldAll());
			},
			lostFocus,
		);
	}

	update(snapshot: Snapshot): void {
		this.#plans = snapshot.plans;
		this.#hasWaiting = snapshot.waiting.length > 0;
		const running = snapshot.plans.filter(({ state }) => state === "running").length;
		const { texts } = this.#context;
		const caption = running === 1 ? texts.oneRunning : fill(texts.running, { n: running });
		this.#section.setCaption(running === 0 ? "" : caption);
		setHidden(this.element, snapshot.plans.length === 0);
		this.#section.update();
		this.#show();
	}

	card(id: string): PlanCard | undefined {
		return this.#cards.get(id);
	}

	tick(now: number): void {
		if (this.#section.isFolded) return;
		for (const card of this.#cards.rows) card.tick(now);
	}

	#show(): void {
		if (this.#section.isFolded) return;
		this.#cards.update(this.#plans, !isBusy(this.element));
		this.#showFoldAll();
	}

	get #isAnyOpen(): boolean {
		return [...this.#cards.rows].some((card) => !card.isFolded);
	}

	#toggleAll(): void {
		const isAnyOpen = this.#isAnyOpen;
		this.#context.folds.setAll(
			this.#plans.map(({ id }) => id),
			isAnyOpen,
		);
		this.#show();
	}

	/** Of one plan its own head is enough. */
	#showFoldAll(): void {
		setHidden(this.#foldAll, this.#plans.length < 2);
		const { collapsePlans, expandPlans } = this.#context.texts;
		const label = this.#isAnyOpen ? collapsePlans : expandPlans;
		if (this.#foldAll.title === label) return;
		for (const name of ["aria-label", "title"]) setAttribute(this.#foldAll, name, label);
		this.#foldAll.replaceChildren(icon(this.#isAnyOpen ? "collapse-all" : "expand-all"));
	}
}
