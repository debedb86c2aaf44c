import { AnswerForm } from "./answerForm";
import { CardHead, Deadline } from "./cardHead";
import type { PanelContext } from "./context";
import { fill } from "./fill";
import { hiddenHint } from "./hiddenNodes";
import { icon, make, setHidden } from "./make";
import { plainLine, plainStart } from "./markdown/plainLine";
import { markdownText } from "./markdownText";
import { nameNodes } from "./names";
import { outcomeLine, outcomeText } from "./outcome";
import { SourceMeta } from "./sourceMeta";
import { agoText, secondsUntil } from "./times";
import type { WaitingCard, WaitingItem } from "./waitingItem";

/** How much of a question the live region reads out. */
const ANNOUNCED_MAX = 200;

/** A question: who asks, where and how long; the question; the ways to answer. */
export class QuestionCard implements WaitingCard {
	readonly element: HTMLElement;
	readonly announcement: string;
	readonly #context: PanelContext;
	readonly #head: CardHead;
	readonly #deadline = new Deadline();
	readonly #meta: SourceMeta;
	readonly #preview = make("p", { class: "preview clip" });
	readonly #body: HTMLElement;
	readonly #bodyId: string;
	readonly #textId: string;
	#item: WaitingItem;
	#form: AnswerForm | undefined;
	#isSettled = false;
	#hasActed = false;
	#shownPreview = "";

	constructor(context: PanelContext, item: WaitingItem) {
		const { id, source, text } = item.data;
		const titleId = `${id}-title`;
		this.#context = context;
		this.#item = item;
		this.#bodyId = `${id}-body`;
		this.#textId = `${id}-text`;
		this.announcement = fill(context.texts.liveAsks, { agent: source.agent, text: plainStart(text, ANNOUNCED_MAX) });
		this.#head = new CardHead(titleId, icon("question"), this.#deadline.element, () => this.#toggle());
		this.#meta = new SourceMeta(context, false);
		this.#head.element.append(this.#meta.element);
		this.#body = make("div", { class: "form", id: this.#bodyId });
		const parts = [this.#head.element, this.#preview, this.#body];
		this.element = make("article", { class: "card question", "aria-labelledby": titleId }, ...parts);
		this.#setTitle(context.texts.asks);
	}

	get isTyping(): boolean {
		return this.#form?.isTyping ?? false;
	}

	get wasEndedHere(): boolean {
		return this.#hasActed;
	}

	get #isFolded(): boolean {
		return this.#item.isOneOfMany && this.#context.folds.isFolded(this.#item.id, !this.#item.isOldest);
	}

	update(item: WaitingItem): void {
		this.#item = item;
		this.#meta.update(item.data.source, item.data.reconnecting);
		if (item.outcome === undefined) this.#form?.update(item.data);
		else this.#settle(item.outcome);
		this.#show();
		this.tick(this.#context.now());
	}

	tick(now: number): void {
		const { data, outcome } = this.#item;
		const { texts, live } = this.#context;
		const isCounting = outcome === undefined && data.reconnecting === undefined;
		setHidden(this.#deadline.element, !isCounting);
		this.#meta.setExtra(agoText(texts, data.askedAt, now));
		this.#meta.tick(now);
		if (!isCounting) return;
		const isNear = this.#deadline.update(this.#context, data.limitAt, data.closesAt, now);
		this.#form?.tick(isNear || now >= data.limitAt);
		const seconds = secondsUntil(data.limitAt, now);
		if (isNear && seconds > 0 && live.isNew(`${data.id} near`)) live.say(fill(texts.liveLeft, { n: seconds }));
	}

	flush(): void {
		this.#form?.flush();
	}

	focusTitle(): void {
		this.#head.focus();
	}

	reveal(): void {
		if (this.#isFolded) this.#toggle();
		this.element.scrollIntoView({ block: "nearest" });
		this.#head.focus();
	}

	dispose(): void {
		this.#form?.dispose();
	}

	#toggle(): void {
		this.#context.folds.set(this.#item.id, !this.#isFolded);
		this.#show();
		this.tick(this.#context.now());
	}

	#show(): void {
		const isFolded = this.#isFolded;
		this.element.classList.toggle("is-folded", isFolded);
		this.#head.setFold(this.#item.isOneOfMany, !isFolded, this.#bodyId);
		setHidden(this.#preview, !isFolded);
		setHidden(this.#meta.element, isFolded);
		if (isFolded) this.#showPreview();
		else this.#build();
		setHidden(this.#body, isFolded);
	}

	/** The body is built when it is first seen: most of many cards never are. */
	#build(): void {
		if (this.#body.firstChild !== null) return;
		const { data, outcome } = this.#item;
		const hidden: string[] = [];
		const text = markdownText(this.#context, data.text, data.source, hidden, this.#textId);
		this.#body.append(text);
		if (outcome === undefined) {
			const acts = { acted: () => (this.#hasActed = true), leave: () => this.#head.focus() };
			this.#form = new AnswerForm(this.#context, data, this.#textId, acts);
			hidden.push(...this.#form.hidden);
			this.#body.append(this.#form.element);
		} else {
			this.#body.append(outcomeLine(this.#context, outcome));
		}
		const hint = hiddenHint(this.#context.texts, hidden);
		if (hint !== undefined) text.after(hint);
	}

	#showPreview(): void {
		const { data, outcome } = this.#item;
		const { terminal, folder } = data.source;
		const last = outcome === undefined ? plainLine(data.text) : outcomeText(this.#context, outcome)[1];
		const line = [terminal?.name, folder, last].filter((part) => part !== undefined).join(" · ");
		if (this.#shownPreview === line) return;
		this.#shownPreview = line;
		this.#preview.replaceChildren(...nameNodes(this.#context.texts, line));
	}

	#settle(outcome: Exclude<WaitingItem["outcome"], undefined>): void {
		if (this.#isSettled) return;
		this.#isSettled = true;
		this.#form?.close(outcomeLine(this.#context, outcome));
		this.#setTitle(this.#context.texts.asked);
	}

	#setTitle(template: string): void {
		const [before = "", after = ""] = template.split("{agent}");
		const { texts } = this.#context;
		const agent = nameNodes(texts, this.#item.data.source.agent);
		this.#head.setTitle([before, ...agent, make("span", { class: "act" }, after)]);
	}
}
