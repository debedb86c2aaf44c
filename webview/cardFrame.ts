import { CardHead, Deadline } from "./cardHead";
import type { PanelContext } from "./context";
import { fill } from "./fill";
import { icon, make, setHidden } from "./make";
import { nameNodes } from "./names";
import { SourceMeta } from "./sourceMeta";
import { agoText, secondsUntil } from "./times";
import type { WaitingItem } from "./waitingItem";

interface FrameParts {
	/** A codicon's name. */
	readonly sign: string;
	/** `{agent} asks` */
	readonly title: string;
	/** What the body holds; called when it is first seen: most of many cards never are. */
	build(): readonly Node[];
	/** The last part of the line that a folded card shows. */
	preview(): string;
}

/** What all cards that wait have in common: who, where, how long; folded, a line; else a body. */
export class CardFrame {
	readonly element: HTMLElement;
	readonly #context: PanelContext;
	readonly #parts: FrameParts;
	readonly #head: CardHead;
	readonly #deadline = new Deadline();
	readonly #meta: SourceMeta;
	readonly #preview = make("p", { class: "preview clip" });
	readonly #body: HTMLElement;
	#item: WaitingItem;
	#shownPreview = "";

	constructor(context: PanelContext, item: WaitingItem, parts: FrameParts) {
		const titleId = `${item.id}-title`;
		this.#context = context;
		this.#item = item;
		this.#parts = parts;
		this.#head = new CardHead(titleId, icon(parts.sign), this.#deadline.element, () => this.#toggle());
		this.#meta = new SourceMeta(context, false);
		this.#head.element.append(this.#meta.element);
		this.#body = make("div", { class: "form", id: `${item.id}-body` });
		const content = [this.#head.element, this.#preview, this.#body];
		this.element = make("article", { class: `card ${item.kind}`, "aria-labelledby": titleId }, ...content);
		this.setTitle(parts.title);
	}

	update(item: WaitingItem): void {
		this.#item = item;
		this.#meta.update(item.data.source, item.data.reconnecting);
		this.#show();
	}

	/** Whether the time is nearly over or on hold. */
	tick(now: number): boolean {
		const { data, outcome } = this.#item;
		const { texts, live } = this.#context;
		const isCounting = outcome === undefined && data.reconnecting === undefined;
		setHidden(this.#deadline.element, !isCounting);
		this.#meta.setExtra(agoText(texts, data.askedAt, now));
		this.#meta.tick(now);
		if (!isCounting) return false;
		const isNear = this.#deadline.update(this.#context, data.limitAt, data.closesAt, now);
		const seconds = secondsUntil(data.limitAt, now);
		if (isNear && seconds > 0 && live.isNew(`${data.id} near`)) live.say(fill(texts.liveLeft, { n: seconds }));
		return isNear || now >= data.limitAt;
	}

	setTitle(template: string): void {
		const [before = "", after = ""] = template.split("{agent}");
		const agent = nameNodes(this.#context.texts, this.#item.data.source.agent);
		this.#head.setTitle([before, ...agent, make("span", { class: "act" }, after)]);
	}

	focusTitle(): void {
		this.#head.focus();
	}

	reveal(): void {
		if (this.#isFolded) this.#toggle();
		this.element.scrollIntoView({ block: "nearest" });
		this.#head.focus();
	}

	get #isFolded(): boolean {
		return this.#item.isOneOfMany && this.#context.folds.isFolded(this.#item.id, !this.#item.isOldest);
	}

	#toggle(): void {
		this.#context.folds.set(this.#item.id, !this.#isFolded);
		this.#show();
		this.tick(this.#context.now());
	}

	#show(): void {
		const isFolded = this.#isFolded;
		this.element.classList.toggle("is-folded", isFolded);
		this.#head.setFold(this.#item.isOneOfMany, !isFolded, this.#body.id);
		setHidden(this.#preview, !isFolded);
		setHidden(this.#meta.element, isFolded);
		if (isFolded) this.#showPreview();
		else if (this.#body.firstChild === null) this.#body.append(...this.#parts.build());
		setHidden(this.#body, isFolded);
	}

	#showPreview(): void {
		const { terminal, folder } = this.#item.data.source;
		const line = [terminal?.name, folder, this.#parts.preview()].filter((part) => part !== undefined).join(" · ");
		if (this.#shownPreview === line) return;
		this.#shownPreview = line;
		this.#preview.replaceChildren(...nameNodes(this.#context.texts, line));
	}
}
