import type { SettledData, Snapshot, WaitingData } from "../src/protocol/snapshot";
import { approvalOutcomeSentence } from "./approvalOutcome";
import type { PanelContext } from "./context";
import { badge } from "./elements";
import { fill } from "./fill";
import { KeyedList } from "./keyedList";
import { Linger } from "./linger";
import { make, setHidden } from "./make";
import { outcomeSentence } from "./outcome";
import { Section } from "./section";
import { waitingCard } from "./waitingCard";
import type { ApprovalState, QuestionState, WaitingCard, WaitingItem } from "./waitingItem";

/** After a card has left or come in between, others have moved: a click in this time may have been meant for another. */
const MOVED_MS = 500;
/** Of more new items than this, only the newest is read out. */
const ANNOUNCED_MAX = 3;

type Shown = { readonly id: string } & (QuestionState | ApprovalState);

/** "Waiting for you": what is open, as the inbox orders what comes, and what has just ended and is about to leave. */
export class WaitingSection {
	readonly element: HTMLElement;
	readonly #context: PanelContext;
	readonly #section: Section;
	readonly #badge = badge();
	readonly #nothing: HTMLElement;
	readonly #cards: KeyedList<WaitingItem, WaitingCard>;
	readonly #left: () => void;
	readonly #leaving = new Map<string, Linger>();
	#shown: readonly Shown[] = [];
	/** The card that counts as the oldest: the first one, until it leaves. What comes before it does not fold it. */
	#oldest: string | undefined;
	#movedAt = -Infinity;

	/** `left`: a settled card has left. */
	constructor(context: PanelContext, left: () => void) {
		this.#context = context;
		this.#left = left;
		this.#section = new Section("waiting", context.texts.waiting);
		this.#section.head.append(...this.#badge.nodes);
		this.#nothing = make("p", { class: "caption" }, context.texts.nothingWaits);
		const cards = make("div", { class: "cards" });
		this.#cards = new KeyedList(cards, (item) => waitingCard(context, item));
		this.#section.body.append(this.#nothing, cards);
		this.element = this.#section.element;
		cards.addEventListener("click", (event) => this.#dropMisplaced(event), { capture: true });
	}

	/** Ids of cards that have ended and are still here. */
	get lingering(): ReadonlySet<string> {
		return new Set(this.#leaving.keys());
	}

	get cards(): Iterable<WaitingCard> {
		return this.#cards.rows;
	}

	card(id: string): WaitingCard | undefined {
		return this.#cards.get(id);
	}

	update(snapshot: Snapshot): void {
		const open = new Map(snapshot.waiting.map((data) => [data.id, data]));
		const before = this.#shown;
		const ended = new Map(snapshot.settled.map((settled) => [settled.id, settled]));
		const stays = before.flatMap((shown): readonly Shown[] => {
			const data = open.get(shown.id);
			if (data !== undefined) return [openItem(data, shown.data)];
			if (shown.outcome !== undefined) return [shown];
			const settled = ended.get(shown.id);
			return settled === undefined ? [] : settledItem(shown, settled);
		});
		const fresh = snapshot.waiting.filter(({ id }) => !stays.some((shown) => shown.id === id));
		const settled = stays.filter(({ id, outcome }) => outcome !== undefined && !this.#leaving.has(id));
		const held = settled.find(({ id }) => this.#holdsFocus(id));
		this.#shown = withFresh(stays, snapshot.waiting);
		if (this.#shown.some(({ id }, at) => (before[at]?.id ?? id) !== id)) this.#movedAt = performance.now();
		// Told before a card adds to it what it keeps.
		for (const each of settled) this.#tellEnd(each, snapshot);
		this.#render();
		this.#badge.set(snapshot.waiting.length, this.#countWords(snapshot.waiting.length));
		for (const { id } of settled) this.#settle(id);
		if (held !== undefined) this.#moveFocusOn(held.id);
		this.#announce(
			fresh.map(({ id }) => id),
			snapshot.waiting.length,
		);
	}

	tick(now: number): void {
		for (const card of this.#cards.rows) card.tick(now);
	}

	focusHeading(): void {
		this.#section.heading.focus();
	}

	/** To the next open card's title, else to the section's own. */
	focusNext(after: string): void {
		const at = this.#shown.findIndex(({ id }) => id === after);
		const isOpen = ({ id, outcome }: Shown): boolean => outcome === undefined && id !== after;
		const next = this.#shown.slice(at + 1).find(isOpen) ?? this.#shown.find(isOpen);
		const card = next === undefined ? undefined : this.#cards.get(next.id);
		if (card === undefined) this.focusHeading();
		else card.focusTitle();
	}

	#render(): void {
		const isOneOfMany = this.#shown.length > 1;
		if (!this.#shown.some(({ id }) => id === this.#oldest)) this.#oldest = this.#shown[0]?.id;
		this.#cards.update(this.#shown.map((shown) => ({ ...shown, isOneOfMany, isOldest: shown.id === this.#oldest })));
		setHidden(this.#nothing, this.#shown.length > 0);
	}

	#tellEnd(shown: Shown, snapshot: Snapshot): void {
		const { live, texts } = this.#context;
		const isKept = snapshot.drafts.some(({ id }) => id === shown.id);
		live.say(...this.#sentence(shown), ...(isKept ? [texts.liveDraftKept] : []));
		// What goes away in it moves nothing below it.
		const element = this.#cards.get(shown.id)?.element;
		element?.style.setProperty("--p-least", `${element.getBoundingClientRect().height}px`);
	}

	#settle(id: string): void {
		const card = this.#cards.get(id);
		if (card === undefined) return;
		this.#leaving.set(
			id,
			new Linger(
				card.element,
				() => card.isTyping,
				() => this.#leave(id),
			),
		);
	}

	#sentence({ kind, data, outcome }: Shown): readonly string[] {
		if (outcome === undefined) return [];
		const { agent } = data.source;
		return [
			kind === "question"
				? outcomeSentence(this.#context, agent, outcome)
				: approvalOutcomeSentence(this.#context, agent, outcome),
		];
	}

	#leave(id: string): void {
		this.#leaving.delete(id);
		const hadFocus = this.#holdsFocus(id);
		if (hadFocus) this.focusNext(id);
		this.#shown = this.#shown.filter((shown) => shown.id !== id);
		this.#movedAt = performance.now();
		this.#render();
		this.#left();
	}

	#holdsFocus(id: string): boolean {
		return document.hasFocus() && (this.#cards.get(id)?.element.contains(document.activeElement) ?? false);
	}

	/** The buttons of a card that the person was in are gone: on to what comes next, if it was the person who ended it. */
	#moveFocusOn(id: string): void {
		const card = this.#cards.get(id);
		if (card === undefined || card.isTyping) return;
		if (card.wasEndedHere) this.focusNext(id);
		else card.focusTitle();
	}

	/** Each item once, for as long as it waits, even if the panel is closed and opened in between. */
	#announce(ids: readonly string[], count: number): void {
		const { live, texts } = this.#context;
		const sentences = ids.filter((id) => live.isNew(id)).map((id) => this.#cards.get(id)?.announcement ?? "");
		if (sentences.length === 0) return;
		const told = sentences.length > ANNOUNCED_MAX ? sentences.slice(-1) : sentences;
		live.say(...told, ...(count > 1 ? [fill(texts.liveWaiting, { n: count })] : []));
	}

	#countWords(count: number): string {
		const { texts } = this.#context;
		return count === 1 ? texts.oneItem : fill(texts.items, { n: count });
	}

	/** Only of the pointer: a key goes to where the focus is, wherever that has moved. */
	#dropMisplaced(event: MouseEvent): void {
		if (event.detail === 0 || performance.now() - this.#movedAt > MOVED_MS) return;
		event.preventDefault();
		event.stopPropagation();
	}
}

/** What is new goes before what follows it in `waiting`; what is there already changes places with nothing. */
function withFresh(stays: readonly Shown[], waiting: readonly WaitingData[]): readonly Shown[] {
	const known = new Set(stays.map(({ id }) => id));
	const all = [...stays];
	for (const [at, data] of waiting.entries()) {
		if (known.has(data.id)) continue;
		const next = waiting.slice(at + 1).find(({ id }) => known.has(id))?.id;
		all.splice(next === undefined ? all.length : all.findIndex(({ id }) => id === next), 0, openItem(data));
	}
	return all;
}

function openItem(data: WaitingData, before?: WaitingData): Shown {
	if (data.kind === "question") return { kind: "question", id: data.id, data, outcome: undefined };
	const known = data.isDetailKnown && before?.kind === "approval" ? { ...data, act: before.act } : data;
	return { kind: "approval", id: data.id, data: known, outcome: undefined };
}

function settledItem(shown: Shown, settled: SettledData): readonly Shown[] {
	if (shown.kind === "question" && settled.kind === "question") return [{ ...shown, outcome: settled.outcome }];
	if (shown.kind === "approval" && settled.kind === "approval") return [{ ...shown, outcome: settled.outcome }];
	return [];
}
