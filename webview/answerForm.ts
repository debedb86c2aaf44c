import { earlierDraft } from "../src/protocol/earlierDraft";
import type { QuestionData } from "../src/protocol/snapshot";
import { Attachments } from "./attachments";
import { ChoiceList } from "./choiceList";
import type { PanelContext } from "./context";
import { EarlierOffer } from "./earlierOffer";
import { button } from "./elements";
import { fill } from "./fill";
import { refuseLongText } from "./longText";
import { icon, make, setAttribute, setHidden, setText } from "./make";
import { linkButton } from "./names";
import { PressGuard } from "./pressGuard";
import { isSendKey } from "./sendKey";
import { SharedDraft, type TypedDraft } from "./sharedDraft";
import { addsText } from "./times";

export interface AnswerActs {
	/** The person answered or dismissed; the host decides whether it was in time. */
	acted(): void;
	/** Escape: back to the card's title. */
	leave(): void;
}

/** The ways to answer one question. What is typed or chosen stays here until it is sent; nothing is chosen for the person. */
export class AnswerForm {
	readonly element: HTMLFormElement;
	/** Names of hidden characters in the choices. */
	readonly hidden: string[] = [];
	readonly #context: PanelContext;
	readonly #acts: AnswerActs;
	readonly #choices: ChoiceList | undefined;
	readonly #offer: EarlierOffer;
	readonly #field: HTMLTextAreaElement;
	readonly #draft: SharedDraft;
	readonly #attachments: Attachments;
	readonly #kept: HTMLElement;
	readonly #hold: HTMLElement;
	readonly #why: HTMLElement;
	readonly #whyText = make("span");
	readonly #answer: HTMLButtonElement;
	readonly #extend: HTMLElement;
	readonly #actions: HTMLElement;
	readonly #guard = new PressGuard();
	#question: QuestionData;
	/** Of the question's draft as it was taken over last. */
	#draftVersion: number;
	#isComposing = false;
	#isClosed = false;

	constructor(context: PanelContext, question: QuestionData, labelId: string, acts: AnswerActs) {
		const { texts } = context;
		const { id, choices } = question;
		this.#context = context;
		this.#question = question;
		this.#draftVersion = question.draftVersion;
		this.#acts = acts;
		this.#draft = new SharedDraft(question.draft, {
			typed: () => ({ text: this.#field.value, choice: this.#choices?.chosen }),
			isHeld: () => !this.#isClosed && (this.#attachments.isExcerptAwaited || this.#isOutdated),
			tell: (draft) => context.post({ kind: "draft", id, ...draft }),
		});
		if (choices.length > 0) {
			const choiceActs = { changed: () => this.#edited(), answer: () => this.#submit() };
			this.#choices = new ChoiceList(texts, question, labelId, this.hidden, choiceActs);
		}
		this.#offer = new EarlierOffer(context, (response) => this.#useEarlier(response));
		const placeholder = choices.length > 0 ? texts.orTypeAnswer : texts.typeAnswer;
		this.#field = make("textarea", { rows: "1", "aria-label": texts.ownAnswer, placeholder });
		this.#attachments = new Attachments(context, question, {
			text: () => this.#draft.handOver(),
			changed: () => this.#edited(),
			explain: (why) => this.#explain(why),
			focusField: () => this.#field.focus(),
		});
		this.#kept = hint(`${id}-kept`, texts.keptText);
		this.#hold = hint(`${id}-hold`, texts.hold);
		this.#why = make("p", { class: "hint sr-only", id: `${id}-why` }, icon("info"), this.#whyText);
		this.#answer = make("button", { type: "submit", class: "btn primary" }, texts.answer);
		this.#extend = linkButton(texts.keepOpen, () => this.#keepOpen());
		this.#extend.classList.add("push");
		const { ways, shown } = this.#attachments;
		const field = make("div", { class: "field with-ways" }, this.#field, ...ways);
		this.#actions = make("div", { class: "actions" }, this.#answer, this.#dismissButton(), this.#extend);
		const parts = [this.#offer.element, field, shown, this.#kept, this.#hold, this.#why, this.#actions];
		this.element = make("form", { class: "form" }, ...(this.#choices ? [this.#choices.element] : []), ...parts);
		this.#listen();
		this.#offer.update(question.earlier);
		this.#put(question.draft);
		this.#show();
	}

	/** The person has text in the field and is in it: it must not go away under the keys. */
	get isTyping(): boolean {
		return document.activeElement === this.#field && this.#field.value !== "" && !this.#field.readOnly;
	}

	update(question: QuestionData): void {
		this.#question = question;
		this.#offer.update(question.earlier);
		// Before anything is told: what was awaited comes with this draft.
		this.#take();
		this.#attachments.update(question);
		this.#draft.changed();
		this.#show();
	}

	tick(isNearlyOver: boolean): void {
		setHidden(this.#hold, !isNearlyOver || this.#field.value === "");
		setAttribute(this.#field, "aria-describedby", this.#hold.hidden ? undefined : this.#hold.id);
	}

	/**
	 * The question is over: how it ended stands in the place of the buttons, and nothing else moves. What is being typed
	 * goes on for as long as the person is in the field; it is the draft that is kept.
	 */
	close(outcome: HTMLElement): void {
		if (this.#isClosed) return;
		this.#isClosed = true;
		this.#actions.replaceWith(outcome);
		this.#attachments.close();
		if (this.#choices !== undefined) this.#choices.element.disabled = true;
		this.#offer.element.inert = true;
		if (this.isTyping) this.#field.addEventListener("blur", () => (this.#field.readOnly = true));
		else this.#field.readOnly = true;
	}

	flush(): void {
		this.#draft.flush();
	}

	dispose(): void {
		// Nothing comes any more that would have to be waited for.
		this.#isClosed = true;
		this.flush();
		this.#draft.stop();
		this.#attachments.dispose();
	}

	#listen(): void {
		this.element.addEventListener("submit", (event) => {
			event.preventDefault();
			this.#submit();
		});
		this.#field.addEventListener("input", () => {
			if (this.#field.value !== "") this.#choices?.choose(undefined);
			this.#edited();
		});
		this.#field.addEventListener("compositionstart", () => (this.#isComposing = true));
		this.#field.addEventListener("compositionend", () => {
			this.#isComposing = false;
			this.#take();
			this.#edited();
		});
		this.#field.addEventListener("blur", () => this.flush());
		const tooLong = fill(this.#context.texts.tooLong, { n: this.#context.page.answerMax });
		refuseLongText(this.#field, () => this.#explain(tooLong));
		this.#field.addEventListener("paste", (event) => {
			if (!this.#field.readOnly && this.#attachments.take(event.clipboardData)) event.preventDefault();
		});
		this.element.addEventListener("dragover", (event) => {
			if (!this.#isClosed && event.dataTransfer?.types.includes("Files") === true) event.preventDefault();
		});
		this.element.addEventListener("drop", (event) => {
			if (!this.#isClosed && this.#attachments.take(event.dataTransfer)) event.preventDefault();
		});
		this.#field.addEventListener("keydown", (event) => {
			if (!isSendKey(event)) return;
			event.preventDefault();
			if (!event.repeat) this.#submit();
		});
		this.element.addEventListener("keydown", (event) => {
			if (event.key === "Escape" && !event.isComposing) this.#acts.leave();
		});
	}

	/** The host has changed the draft, which is to be taken over and is not yet. */
	get #isOutdated(): boolean {
		return this.#question.draftVersion !== this.#draftVersion;
	}

	#edited(): void {
		this.#draft.changed();
		setAttribute(this.#why, "class", "hint sr-only");
		this.#show();
	}

	#useEarlier(response: string): void {
		this.#put(earlierDraft(this.#field.value, this.#question.choices, response));
		this.#edited();
	}

	/** Takes over what the host has of the draft, as far as it goes before what stands here. */
	#take(): void {
		// Any change of the field would end what is being composed.
		if (this.#isComposing || this.#isClosed) return;
		const isAlone = !this.element.contains(document.activeElement);
		const { hasNewText } = this.#draft;
		const next = this.#draft.take(this.#question.draft, this.#isOutdated, isAlone);
		this.#draftVersion = this.#question.draftVersion;
		if (next !== undefined) this.#put(next, hasNewText);
	}

	/** `keepsCaret`: the person goes on where they are, and not behind what is new. */
	#put({ text, choice }: TypedDraft, keepsCaret = false): void {
		const field = this.#field;
		this.#choices?.choose(choice);
		if (field.value === text) return;
		if (keepsCaret && text.startsWith(field.value)) {
			const { length } = field.value;
			field.setRangeText(text.slice(length), length, length, "preserve");
			return;
		}
		field.value = text;
		if (document.activeElement !== field) return;
		field.setSelectionRange(text.length, text.length);
		field.scrollTop = field.scrollHeight;
	}

	#show(): void {
		const why = this.#whyNot();
		const adds = addsText(this.#context.texts, this.#question.extensionMs);
		const cannotExtend = this.#question.extensionMs <= 0;
		setAttribute(this.#answer, "aria-disabled", why === undefined ? undefined : "true");
		setAttribute(this.#answer, "aria-describedby", why === undefined ? undefined : this.#why.id);
		setAttribute(this.#answer, "title", why);
		if (why !== undefined) setText(this.#whyText, why);
		setAttribute(this.#extend, "title", adds);
		setAttribute(this.#extend, "aria-disabled", cannotExtend ? "true" : undefined);
		setHidden(this.#kept, this.#choices?.chosen === undefined || this.#field.value === "");
	}

	/** Why it can't be answered now; undefined: it can. */
	#whyNot(): string | undefined {
		const { texts, page } = this.#context;
		if (this.#question.reconnecting !== undefined) return texts.notBackYet;
		if (this.#attachments.isAwaited) return texts.attaching;
		if (this.#choices?.chosen !== undefined) return undefined;
		const { value } = this.#field;
		if (value.trim() === "" && this.#question.images.length > 0) return texts.imageNeedsText;
		if (value.trim() === "") return this.#choices === undefined ? texts.typeFirst : texts.chooseOrType;
		return Array.from(value).length > page.answerMax ? fill(texts.tooLong, { n: page.answerMax }) : undefined;
	}

	#submit(): void {
		if (!this.#guard.accepts || this.#isClosed) return;
		const why = this.#whyNot();
		if (why !== undefined) {
			this.#explain(why);
			return;
		}
		const response = this.#choices?.chosen ?? this.#field.value;
		// Told first: should the answer come too late, all of it is the kept draft.
		this.flush();
		this.#acts.acted();
		this.#context.post({ kind: "answer", id: this.#question.id, response, images: this.#attachments.images });
	}

	#dismissButton(): HTMLElement {
		return button(this.#context.texts.dismiss, () => {
			if (!this.#guard.accepts || this.#isClosed) return;
			this.#acts.acted();
			this.#context.post({ kind: "dismiss", id: this.#question.id });
		});
	}

	#keepOpen(): void {
		if (this.#question.extensionMs > 0) this.#context.post({ kind: "extend", id: this.#question.id });
		else this.#explain(this.#context.texts.addsNothing);
	}

	#explain(why: string): void {
		setText(this.#whyText, why);
		setAttribute(this.#why, "class", "hint");
		this.#context.live.say(why);
	}
}

function hint(id: string, text: string): HTMLElement {
	return make("p", { class: "hint", id, hidden: true }, icon("info"), make("span", {}, text));
}
