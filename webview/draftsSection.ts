import type { DraftData, Snapshot } from "../src/protocol/snapshot";
import type { PanelContext } from "./context";
import { DraftCard } from "./draftCard";
import { isBusy, KeyedList } from "./keyedList";
import { make, setHidden } from "./make";
import { Section } from "./section";

/** Drafts of questions that closed. They wait for nobody and are not counted. */
export class DraftsSection {
	readonly element: HTMLElement;
	readonly #cards: KeyedList<DraftData, DraftCard>;

	constructor(context: PanelContext, lostFocus: () => void) {
		const section = new Section("drafts", context.texts.unsentDrafts);
		const cards = make("div", { class: "cards" });
		section.body.append(cards);
		this.element = section.element;
		this.#cards = new KeyedList(cards, (data) => new DraftCard(context, data), lostFocus);
	}

	/** `lingering`: still shown where they waited. */
	update(snapshot: Snapshot, lingering: ReadonlySet<string>): void {
		const drafts = snapshot.drafts.filter(({ id }) => !lingering.has(id));
		this.#cards.update(drafts, !isBusy(this.element));
		setHidden(this.element, drafts.length === 0);
	}

	card(id: string): DraftCard | undefined {
		return this.#cards.get(id);
	}

	tick(now: number): void {
		for (const card of this.#cards.rows) card.tick(now);
	}
}
