import type { ApprovalData, StepData } from "../src/protocol/snapshot";
import type { PanelContext } from "./context";
import { DecisionButtons } from "./decisionButtons";
import type { DecisionActs, DecisionPart } from "./decisionPart";
import { DenyStep } from "./denyStep";
import { make } from "./make";
import { PressGuard } from "./pressGuard";
import { RuleStep } from "./ruleStep";

/** The ways to decide one request: two buttons alike, or a step that was opened in their place. Nothing is preselected. */
export class Decision {
	readonly element = make("div", { class: "decision form" });
	readonly #context: PanelContext;
	readonly #acts: DecisionActs;
	readonly #guard = new PressGuard();
	#part: DecisionPart;
	#kind: StepData["kind"] | undefined;
	#isClosed = false;
	#isStepping = false;

	constructor(context: PanelContext, data: ApprovalData, acts: Pick<DecisionActs, "decided" | "leave">) {
		this.#context = context;
		this.#acts = {
			...acts,
			isClosed: () => this.#isClosed || !this.#guard.accepts,
			stepped: () => (this.#isStepping = true),
		};
		this.#kind = data.step?.kind;
		this.#part = this.#partOf(data);
		this.element.append(this.#part.element);
		this.element.addEventListener("keydown", (event) => {
			if (event.key === "Escape" && !event.isComposing) acts.leave();
		});
	}

	get isTyping(): boolean {
		return this.#part.isTyping;
	}

	update(data: ApprovalData): void {
		if (this.#isClosed) return;
		if (this.#kind === data.step?.kind) this.#part.update(data);
		else this.#change(data);
	}

	/** It is over: how it ended stands in the place of the buttons. `sent`: the message that the agent was told. */
	close(outcome: HTMLElement, sent: string | undefined): void {
		if (this.#isClosed) return;
		this.#isClosed = true;
		this.#part.dispose();
		if (!this.#part.close(outcome, sent)) this.element.replaceChildren(outcome);
	}

	flush(): void {
		this.#part.flush();
	}

	dispose(): void {
		this.#part.dispose();
	}

	#change(data: ApprovalData): void {
		const hadFocus = this.element.contains(document.activeElement);
		this.#kind = data.step?.kind;
		// The host may end a step by itself, while the agent is away: what was typed is there again afterwards.
		this.#part.flush();
		this.#part.dispose();
		this.#part = this.#partOf(data);
		this.element.replaceChildren(this.#part.element);
		// A second press of a double click would meet what stands there now.
		this.#guard.restart();
		if (this.#isStepping || hadFocus) this.#part.focus();
		if (this.#isStepping && this.#kind === "rule") this.#context.live.say(this.#context.texts.liveCheckRule);
		this.#isStepping = false;
	}

	#partOf(data: ApprovalData): DecisionPart {
		switch (data.step?.kind) {
			case "deny":
				return new DenyStep(this.#context, data, data.step, this.#acts);
			case "rule":
				return new RuleStep(this.#context, data, data.step, this.#acts);
			case undefined:
				return new DecisionButtons(this.#context, data, this.#acts);
		}
	}
}
