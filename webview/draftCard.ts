import type { DraftData } from "../src/protocol/snapshot";
import { CardHead } from "./cardHead";
import type { PanelContext } from "./context";
import { button, checkbox } from "./elements";
import { fill } from "./fill";
import { hiddenHint, showHidden } from "./hiddenNodes";
import type { Row } from "./keyedList";
import { icon, make, setAttribute, setHidden, setText } from "./make";
import { markdownText } from "./markdownText";
import { iconButton, nameNodes, nameText } from "./names";
import { SourceMeta } from "./sourceMeta";
import { agoText } from "./times";

/** A question that closed while an answer was being written: the draft is kept and can still be used, never by itself. */
export class DraftCard implements Row<DraftData> {
	readonly element: HTMLElement;
	readonly #context: PanelContext;
	readonly #head: CardHead;
	readonly #meta: SourceMeta;
	readonly #closed = make("span");
	readonly #draft = make("p", { class: "draft" });
	readonly #handOver;
	readonly #handOverWhy: HTMLElement;
	readonly #send: HTMLButtonElement;
	readonly #sendWhy: HTMLElement;
	#data: DraftData;
	#shown = "";

	constructor(context: PanelContext, data: DraftData) {
		const { texts, post } = context;
		const { id, source } = data;
		this.#context = context;
		this.#data = data;
		const remove = iconButton("close", texts.removeCard, () => post({ kind: "discard-draft", id }), texts.remove);
		this.#head = new CardHead(`${id}-draft-title`, icon("question", "soft"), remove, () => undefined);
		const [before = "", after = ""] = texts.asked.split("{agent}");
		const act = make("span", { class: "act" }, after);
		this.#head.setTitle([before, ...nameNodes(texts, source.agent), act]);
		this.#meta = new SourceMeta(context, false);
		this.#head.element.append(this.#meta.element);
		this.#handOver = checkbox(texts.handOver, (on) => post({ kind: "hand-over", id, on }));
		this.#handOverWhy = make("p", { class: "caption", hidden: true }, texts.cannotHandOver);
		this.#send = make("button", { type: "button", class: "btn" }, texts.sendToTerminal);
		this.#send.addEventListener("click", () => this.#pressSend());
		this.#sendWhy = make("p", { class: "hint sr-only", id: `${id}-send-why` });
		this.element = make(
			"article",
			{ class: "card question is-closed", "aria-labelledby": `${id}-draft-title` },
			this.#head.element,
			make("p", { class: "hint strong" }, icon("circle-slash"), this.#closed),
			...this.#question(),
			make("div", { class: "own" }, make("h4", { class: "caption" }, texts.yourDraft), this.#draft),
			this.#handOver.element,
			this.#handOverWhy,
			make(
				"div",
				{ class: "actions" },
				this.#send,
				button(texts.copyAnswer, () => post({ kind: "copy", what: "draft", id })),
			),
			this.#sendWhy,
		);
	}

	update(data: DraftData): void {
		this.#data = data;
		const { texts } = this.#context;
		this.#meta.update(data.source, undefined);
		const { draft } = data;
		if (this.#shown !== draft) {
			this.#shown = draft;
			this.#draft.replaceChildren(...showHidden(texts, draft).nodes);
		}
		this.#handOver.set(data.handOver, !data.canHandOver);
		setHidden(this.#handOverWhy, data.canHandOver);
		const why = this.#whyNotSend();
		setAttribute(this.#send, "aria-disabled", why === undefined ? undefined : "true");
		setAttribute(this.#send, "aria-describedby", why === undefined ? undefined : this.#sendWhy.id);
		setAttribute(this.#send, "title", why ?? fill(texts.sendHow, { name: nameText(data.source.terminal?.name ?? "") }));
		setText(this.#sendWhy, why ?? "");
		this.tick(this.#context.now());
	}

	tick(now: number): void {
		const { texts } = this.#context;
		const { askedAt, closedAt, reason } = this.#data;
		this.#meta.setExtra(agoText(texts, askedAt, now));
		const text = reason === "timeout" ? texts.closedInTime : texts.closedByAgent;
		setText(this.#closed, fill(text, { ago: agoText(texts, closedAt, now) }));
	}

	reveal(): void {
		this.element.scrollIntoView({ block: "nearest" });
		this.#head.focus();
	}

	#question(): readonly HTMLElement[] {
		const hidden: string[] = [];
		const text = markdownText(this.#context, this.#data.text, this.#data.source, hidden);
		const hint = hiddenHint(this.#context.texts, hidden);
		return hint === undefined ? [text] : [text, hint];
	}

	#whyNotSend(): string | undefined {
		const { texts } = this.#context;
		switch (this.#data.toTerminal) {
			case "possible":
				return undefined;
			case "no-terminal":
				return texts.noTerminal;
			case "agent-gone":
				return texts.agentGone;
		}
	}

	#pressSend(): void {
		const why = this.#whyNotSend();
		if (why === undefined) {
			this.#context.post({ kind: "send-to-terminal", id: this.#data.id });
			return;
		}
		setAttribute(this.#sendWhy, "class", "hint");
		this.#context.live.say(why);
	}
}
