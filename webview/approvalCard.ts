import { KIND_TEXTS } from "./actTexts";
import { approvalOutcomeText } from "./approvalOutcome";
import { approvalText } from "./approvalText";
import { CardFrame } from "./cardFrame";
import type { PanelContext } from "./context";
import { Decision } from "./decision";
import { fill } from "./fill";
import { outcomeLine } from "./outcome";
import type { ApprovalItem, Outcome, WaitingCard } from "./waitingItem";

/** A request: who wants what, where and how long; the whole of it; the ways to decide. */
export class ApprovalCard implements WaitingCard {
	readonly announcement: string;
	readonly #context: PanelContext;
	readonly #frame: CardFrame;
	#item: ApprovalItem;
	#decision: Decision | undefined;
	#hasActed = false;

	constructor(context: PanelContext, item: ApprovalItem) {
		const { texts } = context;
		const { source, act } = item.data;
		const title = texts[KIND_TEXTS[act.kind].wants];
		this.#context = context;
		this.#item = item;
		this.announcement = fill(texts.liveWants, { what: fill(title, { agent: source.agent }), text: act.action });
		this.#frame = new CardFrame(context, item, {
			sign: "shield",
			title,
			build: () => this.#build(),
			preview: () => this.#preview(),
		});
	}

	get element(): HTMLElement {
		return this.#frame.element;
	}

	get isTyping(): boolean {
		return this.#decision?.isTyping ?? false;
	}

	get wasEndedHere(): boolean {
		return this.#hasActed;
	}

	update(item: ApprovalItem): void {
		this.#item = item;
		const { data, outcome } = item;
		if (outcome === undefined) this.#decision?.update(data);
		else this.#close(outcome);
		this.#frame.update(item);
		this.tick(this.#context.now());
	}

	tick(now: number): void {
		this.#frame.tick(now);
	}

	flush(): void {
		this.#decision?.flush();
	}

	focusTitle(): void {
		this.#frame.focusTitle();
	}

	reveal(): void {
		this.#frame.reveal();
	}

	dispose(): void {
		this.#decision?.dispose();
	}

	#close(outcome: Outcome<"approval">): void {
		const sent = outcome.decision === "deny" ? outcome.message : undefined;
		this.#decision?.close(outcomeLine(this.#context, approvalOutcomeText(this.#context, outcome)), sent);
	}

	#build(): readonly Node[] {
		const { data, outcome } = this.#item;
		const text = approvalText(this.#context, data);
		if (outcome !== undefined)
			return [...text, outcomeLine(this.#context, approvalOutcomeText(this.#context, outcome))];
		const acts = { decided: () => (this.#hasActed = true), leave: () => this.#frame.focusTitle() };
		this.#decision = new Decision(this.#context, data, acts);
		return [...text, this.#decision.element];
	}

	#preview(): string {
		const { data, outcome } = this.#item;
		return outcome === undefined ? data.act.action : approvalOutcomeText(this.#context, outcome)[1];
	}
}
