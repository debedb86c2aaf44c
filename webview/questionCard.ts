import { AnswerForm } from "./answerForm";
import { CardFrame } from "./cardFrame";
import type { PanelContext } from "./context";
import { fill } from "./fill";
import { hiddenHint } from "./hiddenNodes";
import { plainLine, plainStart } from "./markdown/plainLine";
import { markdownText } from "./markdownText";
import { outcomeLine, outcomeText } from "./outcome";
import type { QuestionItem, WaitingCard } from "./waitingItem";

/** How much of a question the live region reads out. */
const ANNOUNCED_MAX = 200;

/** A question: who asks, where and how long; the question; the ways to answer. */
export class QuestionCard implements WaitingCard {
	readonly announcement: string;
	readonly #context: PanelContext;
	readonly #frame: CardFrame;
	#item: QuestionItem;
	#form: AnswerForm | undefined;
	#isSettled = false;
	#hasActed = false;

	constructor(context: PanelContext, item: QuestionItem) {
		const { source, text } = item.data;
		this.#context = context;
		this.#item = item;
		this.announcement = fill(context.texts.liveAsks, { agent: source.agent, text: plainStart(text, ANNOUNCED_MAX) });
		this.#frame = new CardFrame(context, item, {
			sign: "question",
			title: context.texts.asks,
			build: () => this.#build(),
			preview: () => this.#preview(),
		});
	}

	get element(): HTMLElement {
		return this.#frame.element;
	}

	get isTyping(): boolean {
		return this.#form?.isTyping ?? false;
	}

	get wasEndedHere(): boolean {
		return this.#hasActed;
	}

	update(item: QuestionItem): void {
		this.#item = item;
		if (item.outcome === undefined) this.#form?.update(item.data);
		else this.#settle(item.outcome);
		this.#frame.update(item);
		this.tick(this.#context.now());
	}

	tick(now: number): void {
		const isNearlyOver = this.#frame.tick(now);
		if (this.#item.outcome === undefined && this.#item.data.reconnecting === undefined) this.#form?.tick(isNearlyOver);
	}

	flush(): void {
		this.#form?.flush();
	}

	focusTitle(): void {
		this.#frame.focusTitle();
	}

	reveal(): void {
		this.#frame.reveal();
	}

	dispose(): void {
		this.#form?.dispose();
	}

	#build(): readonly Node[] {
		const { data, outcome } = this.#item;
		const textId = `${data.id}-text`;
		const hidden: string[] = [];
		const text = markdownText(this.#context, data.text, data.source, hidden, textId);
		if (outcome === undefined) {
			const acts = { acted: () => (this.#hasActed = true), leave: () => this.#frame.focusTitle() };
			this.#form = new AnswerForm(this.#context, data, textId, acts);
			hidden.push(...this.#form.hidden);
		}
		const hint = hiddenHint(this.#context.texts, hidden);
		const last =
			outcome === undefined ? this.#form?.element : outcomeLine(this.#context, outcomeText(this.#context, outcome));
		return [text, hint, last].filter((node) => node !== undefined);
	}

	#preview(): string {
		const { data, outcome } = this.#item;
		return outcome === undefined ? plainLine(data.text) : outcomeText(this.#context, outcome)[1];
	}

	#settle(outcome: Exclude<QuestionItem["outcome"], undefined>): void {
		if (this.#isSettled) return;
		this.#isSettled = true;
		this.#form?.close(outcomeLine(this.#context, outcomeText(this.#context, outcome)));
		this.#frame.setTitle(this.#context.texts.asked);
	}
}
