import type { QuestionData } from "../src/protocol/snapshot";
import { ChoiceList } from "./choiceList";
import type { PanelContext } from "./context";
import { DraftTeller, type TypedDraft } from "./draftTeller";
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
	readonly #field: HTMLTextAreaElement;
	readonly #teller: DraftTeller<TypedDraft>;
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
	#isClosed = false;

	constructor(context: PanelContext, question: QuestionData, labelId: string, acts: AnswerActs) {
		const { texts } = context;
		const { id, choices } = question;
		this.#context = context;
		this.#question = question;
		this.#hostDraft = question.draft;
		this.#acts = acts;
		this.#teller = new DraftTeller((draft) => context.post({ kind: "draft", id, ...draft }));
		if (choices.length > 0) {
			const choiceActs = { changed: () => this.#edited(), answer: () => this.#submit() };
			this.#choices = new ChoiceList(texts, question, labelId, this.hidden, choiceActs);
		}
		const placeholder = choices.length > 0 ? texts.orTypeAnswer : texts.typeAnswer;
		this.#field = make("textarea", { class: "field", rows: "1", "aria-label": texts.ownAnswer, placeholder });
		this.#kept = hint(`${id}-kept`, texts.keptText);
		this.#hold = hint(`${id}-hold`, texts.hold);
		this.#why = make("p", { class: "hint sr-only", id: `${id}-why` }, icon("info"), this.#whyText);
		this.#answer = make("button", { type: "submit", class: "btn primary" }, texts.answer);
		this.#extend = linkButton(texts.keepOpen, () => this.#keepOpen());
		this.#extend.classList.add("push");
		this.#actions = make("div", { class: "actions" }, this.#answer, this.#dismissButton(), this.#extend);
		const parts = [this.#field, this.#kept, this.#hold, this.#why, this.#actions];
		this.element = make("form", { class: "form" }, ...(this.#choices ? [this.#choices.element] : []), ...parts);
		this.#listen();
		this.#put(question.draft);
	}

	/** The person has text in the field and is in it: it must not go away under the keys. */
	get isTyping(): boolean {
		return document.activeElement === this.#field && this.#field.value !== "" && !this.#field.readOnly;
	}

	update(question: QuestionData): void {
		this.#question = question;
		const { draft } = question;
		const isNews = draft.text !== this.#hostDraft.text || draft.choice !== this.#hostDraft.choice;
		this.#hostDraft = draft;
		// What the person types here is newer than any snapshot; a draft from another surface is taken when nobody does.
		if (isNews && !this.#teller.isBehind && !this.element.contains(document.activeElement)) this.#put(draft);
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
		if (this.#choices !== undefined) this.#choices.element.disabled = true;
		if (this.isTyping) this.#field.addEventListener("blur", () => (this.#field.readOnly = true));
		else this.#field.readOnly = true;
	}

	flush(): void {
		this.#teller.flush();
	}

	dispose(): void {
		this.flush();
		this.#teller.stop();
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
		this.#field.addEventListener("keydown", (event) => {
			if (!isSendKey(event)) return;
			event.preventDefault();
			if (!event.repeat) this.#submit();
		});
		this.element.addEventListener("keydown", (event) => {
			if (event.key === "Escape" && !event.isComposing) this.#acts.leave();
		});
	}

	#edited(): void {
		this.#teller.update({ text: this.#field.value, choice: this.#choices?.chosen });
		setAttribute(this.#why, "class", "hint sr-only");
		this.#show();
	}

	#put(draft: TypedDraft): void {
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
		if (this.#choices?.chosen !== undefined) return undefined;
		const { value } = this.#field;
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
		this.#context.post({ kind: "answer", id: this.#question.id, response });
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
