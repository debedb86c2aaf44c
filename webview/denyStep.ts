import type { ApprovalData, StepData } from "../src/protocol/snapshot";
import type { PanelContext } from "./context";
import type { DecisionActs, DecisionPart } from "./decisionPart";
import { DraftTeller } from "./draftTeller";
import { button } from "./elements";
import { fill } from "./fill";
import { refuseLongText } from "./longText";
import { icon, make, setAttribute, setHidden, setText } from "./make";
import { isSendKey } from "./sendKey";

/** Denying with the person's own words to the agent. */
export class DenyStep implements DecisionPart {
	readonly element: HTMLElement;
	readonly #context: PanelContext;
	readonly #acts: DecisionActs;
	readonly #field: HTMLTextAreaElement;
	readonly #why: HTMLElement;
	readonly #whyText = make("span");
	readonly #actions: HTMLElement;
	readonly #teller: DraftTeller<string>;
	#isKept = false;
	#data: ApprovalData;

	constructor(
		context: PanelContext,
		data: ApprovalData,
		{ message }: Extract<StepData, { kind: "deny" }>,
		acts: DecisionActs,
	) {
		const { texts, post } = context;
		const { id } = data;
		this.#context = context;
		this.#acts = acts;
		this.#data = data;
		this.#teller = new DraftTeller((typed) => post({ kind: "step", id, step: { kind: "deny", message: typed } }));
		const attributes = { class: "field", rows: "1", "aria-label": texts.messageToAgent, placeholder: texts.sayWhy };
		this.#field = make("textarea", attributes);
		this.#field.value = message;
		this.#field.addEventListener("input", () => {
			if (this.#isKept) return;
			setHidden(this.#why, true);
			this.#teller.update(this.#field.value);
		});
		refuseLongText(this.#field, () => this.#explain(this.#tooLong));
		this.#field.addEventListener("blur", () => this.flush());
		this.#field.addEventListener("keydown", (event) => {
			if (!isSendKey(event)) return;
			event.preventDefault();
			if (!event.repeat) this.#deny();
		});
		this.#why = make("p", { class: "hint", hidden: true }, icon("info"), this.#whyText);
		const deny = button(texts.deny, () => this.#deny());
		const back = button(texts.back, () => this.#back());
		this.#actions = make("div", { class: "actions" }, deny, back);
		this.element = make("div", { class: "form" }, this.#field, this.#why, this.#actions);
		this.update(data);
	}

	get isTyping(): boolean {
		return this.#isKept || (document.activeElement === this.#field && this.#field.value !== "");
	}

	update(data: ApprovalData): void {
		const isBack = this.#data.reconnecting !== undefined && data.reconnecting === undefined;
		this.#data = data;
		if (isBack) setHidden(this.#why, true);
		setAttribute(this.#field, "aria-disabled", data.reconnecting === undefined ? undefined : "true");
	}

	focus(): void {
		this.#field.focus();
	}

	/** The message stays until the person removes it: nobody else has it. What is being typed goes on meanwhile. */
	close(outcome: HTMLElement, sent: string | undefined): boolean {
		const { texts, live } = this.#context;
		const message = this.#field.value.trim();
		if (message === "" || message === sent) return false;
		this.#isKept = true;
		const hadFocus = this.#actions.contains(document.activeElement);
		const isInField = document.activeElement === this.#field;
		this.#actions.replaceChildren(
			button(texts.copy, () => this.#copy()),
			button(texts.remove, () => this.#remove()),
		);
		this.element.prepend(outcome);
		setText(this.#whyText, texts.messageKept);
		setHidden(this.#why, false);
		setAttribute(this.#field, "aria-disabled", undefined);
		if (isInField) this.#field.addEventListener("blur", () => (this.#field.readOnly = true), { once: true });
		else this.#field.readOnly = true;
		if (hadFocus) this.#field.focus();
		live.say(texts.messageKept);
		return true;
	}

	flush(): void {
		this.#teller.flush();
	}

	dispose(): void {
		this.#teller.stop();
	}

	#deny(): void {
		if (this.#acts.isClosed()) return;
		const why = this.#whyNot();
		if (why !== undefined) {
			this.#explain(why);
			return;
		}
		const message = this.#field.value.trim();
		this.flush();
		this.#acts.decided();
		this.#context.post({ kind: "deny", id: this.#data.id, message: message === "" ? undefined : message });
	}

	#whyNot(): string | undefined {
		const { texts, page } = this.#context;
		if (this.#data.reconnecting !== undefined) return texts.cannotDecideYet;
		return Array.from(this.#field.value).length > page.answerMax ? this.#tooLong : undefined;
	}

	get #tooLong(): string {
		const { texts, page } = this.#context;
		return fill(texts.messageTooLong, { n: page.answerMax });
	}

	#explain(why: string): void {
		setText(this.#whyText, why);
		setHidden(this.#why, false);
		this.#context.live.say(why);
	}

	#copy(): void {
		// Selected as well: where the clipboard is not to be had, the person's own keys copy it.
		this.#field.select();
		navigator.clipboard.writeText(this.#field.value).catch(() => undefined);
	}

	#remove(): void {
		this.#isKept = false;
		// The card goes once nobody is in it.
		this.#acts.leave();
	}

	#back(): void {
		if (this.#acts.isClosed()) return;
		this.#teller.stop();
		this.#acts.stepped();
		this.#context.post({ kind: "step", id: this.#data.id, step: undefined });
	}
}
