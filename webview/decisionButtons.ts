import type { ApprovalData, ApprovalStep } from "../src/protocol/snapshot";
import type { PanelContext } from "./context";
import type { DecisionActs, DecisionPart } from "./decisionPart";
import { icon, make, setAttribute, setHidden, setText } from "./make";
import { linkButton } from "./names";
import { addsText } from "./times";

/** Deny and Allow once, alike and in this order; what is weaker than both; what else can be done. */
export class DecisionButtons implements DecisionPart {
	readonly element: HTMLElement;
	readonly isTyping = false;
	readonly #context: PanelContext;
	readonly #acts: DecisionActs;
	readonly #why: HTMLElement;
	readonly #whyText = make("span");
	readonly #deny: HTMLButtonElement;
	readonly #allow: HTMLButtonElement;
	readonly #always: HTMLElement;
	readonly #extend: HTMLElement;
	readonly #withMessage: HTMLElement;
	#data: ApprovalData;

	constructor(context: PanelContext, data: ApprovalData, acts: DecisionActs) {
		const { texts } = context;
		const { id, prompt } = data;
		this.#context = context;
		this.#acts = acts;
		this.#data = data;
		this.#why = make("p", { class: "hint", id: `${id}-why`, hidden: true }, icon("info"), this.#whyText);
		this.#deny = this.#button(texts.deny, () => context.post({ kind: "deny", id, message: undefined }));
		this.#allow = this.#button(texts.allowOnce, () => context.post({ kind: "allow-once", id }));
		this.#always = this.#step(texts.allowAlways, { kind: "rule", covers: undefined, pattern: undefined });
		this.#withMessage = this.#step(texts.denyWithMessage, { kind: "deny", message: "" });
		this.#extend = linkButton(texts.keepOpen, () => this.#keepOpen());
		this.#extend.classList.add("push");
		const give = linkButton(texts.decideInTerminal, () =>
			this.#decide(() => context.post({ kind: "decide-in-terminal", id })),
		);
		this.element = make(
			"div",
			{ class: "form" },
			...(prompt === "none" ? [] : [this.#note(prompt === "beside" ? texts.asksInTerminalToo : texts.terminalWaits)]),
			this.#why,
			make(
				"div",
				{ class: "actions", role: "group", "aria-label": texts.decision },
				this.#deny,
				this.#allow,
				this.#always,
			),
			make("div", { class: "actions more" }, this.#withMessage, ...(prompt === "blocked" ? [give] : []), this.#extend),
		);
		this.update(data);
	}

	update(data: ApprovalData): void {
		const { texts } = this.#context;
		const isBack = this.#data.reconnecting !== undefined && data.reconnecting === undefined;
		this.#data = data;
		const isAway = data.reconnecting !== undefined ? "true" : undefined;
		for (const button of [this.#deny, this.#allow, this.#always, this.#withMessage]) {
			setAttribute(button, "aria-disabled", isAway);
			setAttribute(button, "aria-describedby", isAway && this.#why.id);
		}
		if (isAway !== undefined) this.#explain(texts.cannotDecideYet);
		else if (data.hasFailed) this.#explain(texts.hasFailed);
		else if (isBack) setHidden(this.#why, true);
		setHidden(this.#always, !data.canAllowAlways);
		setAttribute(this.#extend, "title", addsText(texts, data.extensionMs));
		setAttribute(this.#extend, "aria-disabled", data.extensionMs <= 0 ? "true" : undefined);
	}

	close(): boolean {
		return false;
	}

	/** To none of the two that decide. */
	focus(): void {
		this.#withMessage.focus();
	}

	flush(): void {
		// Nothing is typed here.
	}

	dispose(): void {
		// Nothing is armed here.
	}

	#button(label: string, press: () => void): HTMLButtonElement {
		const element = make("button", { type: "button", class: "btn even" }, label);
		element.addEventListener("click", () => this.#decide(press));
		return element;
	}

	#step(label: string, step: ApprovalStep): HTMLElement {
		return linkButton(label, () => {
			if (!this.#canAct()) return;
			this.#acts.stepped();
			this.#context.post({ kind: "step", id: this.#data.id, step });
		});
	}

	#decide(press: () => void): void {
		if (!this.#canAct()) return;
		this.#acts.decided();
		press();
	}

	#canAct(): boolean {
		if (this.#acts.isClosed()) return false;
		if (this.#data.reconnecting === undefined) return true;
		this.#context.live.say(this.#context.texts.cannotDecideYet);
		return false;
	}

	#keepOpen(): void {
		if (this.#data.extensionMs > 0) {
			this.#context.post({ kind: "extend", id: this.#data.id });
			return;
		}
		this.#explain(this.#context.texts.addsNothing);
		this.#context.live.say(this.#context.texts.addsNothing);
	}

	#note(text: string): HTMLElement {
		return make("p", { class: "hint" }, icon("terminal"), make("span", {}, text));
	}

	#explain(why: string): void {
		setText(this.#whyText, why);
		setHidden(this.#why, false);
	}
}
