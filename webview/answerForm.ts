import { earlierDraft } from "../src/protocol/earlierDraft";
import type { QuestionData } from "../src/protocol/snapshot";
import { Attachments } from "./attachments";
import { ChoiceList } from "./choiceList";
import type { PanelContext } from "./context";
import { DraftTeller, type TypedDraft } from "./draftTeller";
import { EarlierOffer } from "./earlierOffer";
import { button } from "./elements";
import { fill } from "./fill";
import { icon, make, setAttribute, setHidden, setText } from "./make";
import { linkButton } from "./names";
import { PressGuard } from "./pressGuard";
import { isSendKey } from "./sendKey";
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
	readonly #teller: DraftTeller<TypedDraft>;
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
	#hostDraft: TypedDraft;
	/** The field as the host knows it. */
	#told: string;
	#isClosed = false;

	constructor(context: PanelContext, question: QuestionData, labelId: string, acts: AnswerActs) {
		const { texts } = context;
		const { id, choices } = question;
		this.#context = context;
		this.#question = question;
		this.#hostDraft = question.draft;
		this.#acts = acts;
		this.#told = question.draft.text;
		this.#teller = new DraftTeller((draft) => {
			this.#told = draft.text;
			context.post({ kind: "draft", id, ...draft });
		});
		if (choices.length > 0) {
			const choiceActs = { changed: () => this.#edited(), answer: () => this.#submit() };
			this.#choices = new ChoiceList(texts, question, labelId, this.hidden, choiceActs);
		}
		this.#offer = new EarlierOffer(context, (response) => this.#useEarlier(response));
		const placeholder = choices.length > 0 ? texts.orTypeAnswer : texts.typeAnswer;
		this.#field = make("textarea", { class: "field", rows: "1", "aria-label": texts.ownAnswer, placeholder });
		this.#attachments = new Attachments(context, question, {
			text: () => this.#handOver(),
			changed: () => this.#show(),
			focusField: () => this.#field.focus(),
		});
		this.#kept = hint(`${id}-kept`, texts.keptText);
		this.#hold = hint(`${id}-hold`, texts.hold);
		this.#why = make("p", { class: "hint sr-only", id: `${id}-why` }, icon("info"), this.#whyText);
		this.#answer = make("button", { type: "submit", class: "btn primary" }, texts.answer);
		this.#extend = linkButton(texts.keepOpen, () => this.#keepOpen());
		this.#extend.classList.add("push");
		const { row, shown } = this.#attachments;
		this.#actions = make("div", { class: "actions" }, this.#answer, this.#dismissButton(), this.#extend, row);
		const parts = [this.#offer.element, this.#field, shown, this.#kept, this.#hold, this.#why, this.#actions];
		this.element = make("form", { class: "form" }, ...(this.#choices ? [this.#choices.element] : []), ...parts);
		this.#listen();
		this.#offer.update(question.earlier);
		this.#put(question.draft);
	}

	/** The person has text in the field and is in it: it must not go away under the keys. */
	get isTyping(): boolean {
		return document.activeElement === this.#field && this.#field.value !== "" && !this.#field.readOnly;
	}

	update(question: QuestionData): void {
		const { draft, draftVersion } = question;
		const isReplaced = draftVersion !== this.#question.draftVersion;
		this.#question = question;
		this.#attachments.update(question);
		const isNews = draft.text !== this.#hostDraft.text || draft.choice !== this.#hostDraft.choice;
		this.#hostDraft = draft;
		this.#offer.update(question.earlier);
		// What the person types here is newer than any snapshot; a draft from another surface is taken when nobody does.
		if (isReplaced) this.#takeOver(draft);
		else if (isNews && !this.#teller.isBehind && !this.element.contains(document.activeElement)) this.#put(draft);
		if (this.#isUntold && !this.#attachments.isAwaited) this.#teller.update(this.#typed);
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
		this.#offer.update(undefined);
		if (this.isTyping) this.#field.addEventListener("blur", () => (this.#field.readOnly = true));
		else this.#field.readOnly = true;
	}

	flush(): void {
		if (this.#isUntold) this.#teller.update(this.#typed);
		this.#teller.flush();
	}

	dispose(): void {
		this.flush();
		this.#teller.stop();
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
		this.#field.addEventListener("blur", () => this.flush());
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

	get #typed(): TypedDraft {
		return { text: this.#field.value, choice: this.#choices?.chosen };
	}

	/** Typed while something was being attached. */
	get #isUntold(): boolean {
		return !this.#isClosed && !this.#teller.isBehind && this.#field.value !== this.#told;
	}

	#edited(): void {
		// The host adds to the text that came with the wish: until then it hears of no other.
		if (!this.#attachments.isAwaited) this.#teller.update(this.#typed);
		setAttribute(this.#why, "class", "hint sr-only");
		this.#show();
	}

	#useEarlier(response: string): void {
		this.#put(earlierDraft(this.#field.value, this.#question.choices, response));
		this.#edited();
	}

	/** The text as it goes to the host together with the wish to add to it. */
	#handOver(): string {
		this.#teller.flush();
		this.#told = this.#field.value;
		return this.#told;
	}

	/** Something else has changed the draft. What was typed since stays, before what was added at the end. */
	#takeOver(draft: TypedDraft): void {
		const typed = this.#field.value;
		const isAdded = typed !== this.#told && draft.text.startsWith(this.#told);
		const text = isAdded ? typed + draft.text.slice(this.#told.length) : draft.text;
		this.#teller.forget();
		this.#put({ ...draft, text });
		this.#told = draft.text;
		if (document.activeElement !== this.#field) return;
		this.#field.setSelectionRange(text.length, text.length);
		this.#field.scrollTop = this.#field.scrollHeight;
	}

	#put(draft: TypedDraft): void {
		this.#told = draft.text;
		this.#choices?.choose(draft.choice);
		if (this.#field.value !== draft.text) this.#field.value = draft.text;
		this.#show();
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
		setHidden(this.#kept, this.#isClosed || this.#choices?.chosen === undefined || this.#field.value === "");
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
