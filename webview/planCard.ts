import type { PlanData } from "../src/protocol/snapshot";
import { CardHead } from "./cardHead";
import type { PanelContext } from "./context";
import { fill } from "./fill";
import { showHidden } from "./hiddenNodes";
import type { Row } from "./keyedList";
import { icon, make, setHidden, setText } from "./make";
import { iconButton, nameNodes } from "./names";
import { PlanBar } from "./planBar";
import { barText, countSteps, planState } from "./planState";
import { SourceMeta } from "./sourceMeta";
import { StepList } from "./stepList";

/** The plan of one turn. It says nothing to the live region and moves nothing but what changed. */
export class PlanCard implements Row<PlanData> {
	readonly element: HTMLElement;
	readonly #context: PanelContext;
	readonly #clock: (at: number) => string;
	readonly #isFoldedAtFirst: boolean;
	readonly #head: CardHead;
	readonly #meta: SourceMeta;
	readonly #body: HTMLElement;
	readonly #explanation = make("p", { class: "caption" });
	readonly #steps: StepList;
	readonly #stateIcon = make("span");
	readonly #stateWord = make("b");
	readonly #stateDetails = make("span");
	readonly #remove: HTMLElement;
	readonly #bar = new PlanBar();
	#data: PlanData;
	#title = "";
	#shown = "";
	#shownExplanation = "";
	#shownIcon: string | undefined;

	constructor(context: PanelContext, data: PlanData, isFoldedAtFirst: boolean, clock: (at: number) => string) {
		const { texts, post } = context;
		const { id } = data;
		this.#context = context;
		this.#clock = clock;
		this.#data = data;
		this.#isFoldedAtFirst = isFoldedAtFirst;
		this.#head = new CardHead(`${id}-title`, undefined, make("span", { class: "deadline" }), () => this.#toggle());
		this.#meta = new SourceMeta(context, true);
		this.#head.element.append(this.#meta.element);
		this.#steps = new StepList(texts);
		const state = make("p", { class: "state" }, this.#stateIcon, this.#stateWord, " ", this.#stateDetails);
		const copy = iconButton("copy", texts.copyPlan, () => post({ kind: "copy", what: "plan", id }));
		this.#remove = iconButton("close", texts.removeCard, () => post({ kind: "remove-plan", id }), texts.remove);
		const foot = make("div", { class: "foot" }, state, copy, this.#remove);
		this.#body = make("div", { class: "form", id: `${id}-body` }, this.#explanation, this.#steps.element, foot);
		const parts = [this.#head.element, this.#bar.element, this.#body];
		this.element = make("article", { class: "card plan", "aria-labelledby": `${id}-title` }, ...parts);
	}

	get #isFolded(): boolean {
		return this.#context.folds.isFolded(this.#data.id, this.#isFoldedAtFirst);
	}

	update(data: PlanData): void {
		const { revision, state, isLive, source, reconnecting } = data;
		const isFolded = this.#context.folds.isFolded(data.id, this.#isFoldedAtFirst);
		const key = JSON.stringify([revision, state, isLive, source, reconnecting, isFolded]);
		if (key === this.#shown) return;
		this.#shown = key;
		this.#data = data;
		this.#show();
	}

	tick(now: number): void {
		this.#meta.tick(now);
		if (!this.#isFolded) setText(this.#stateDetails, this.#details(now));
	}

	reveal(): void {
		if (this.#isFolded) this.#toggle();
		this.element.scrollIntoView({ block: "nearest" });
		this.#head.focus();
	}

	#toggle(): void {
		this.#context.folds.set(this.#data.id, !this.#isFolded);
		this.update(this.#data);
	}

	#show(): void {
		const { texts } = this.#context;
		const data = this.#data;
		const isFolded = this.#isFolded;
		const title = data.title ?? texts.untitledPlan;
		if (title !== this.#title) this.#head.setTitle(nameNodes(texts, title));
		this.#title = title;
		this.#head.setFold(true, !isFolded, this.#body.id);
		this.element.classList.toggle("is-folded", isFolded);
		setText(this.#head.end, fill(texts.doneOf, { n: countSteps(data, "completed"), m: data.steps.length }));
		// Folded, the room of the folder goes to what is being done.
		this.#meta.update(isFolded ? { ...data.source, folder: undefined } : data.source, data.reconnecting);
		this.#meta.setExtra(...(isFolded ? this.#summary() : ([""] as const)));
		// How high it will be, roughly: what is out of sight is laid out by this alone.
		this.element.style.setProperty("--steps", String(data.steps.length));
		this.#bar.update(data.steps, () => barText(texts, data));
		setHidden(this.#body, isFolded);
		if (!isFolded) this.#showBody();
		this.#meta.tick(this.#context.now());
	}

	#showBody(): void {
		const { texts } = this.#context;
		const { explanation = "", steps, isLive } = this.#data;
		setHidden(this.#explanation, explanation === "");
		if (this.#shownExplanation !== explanation) {
			this.#shownExplanation = explanation;
			this.#explanation.replaceChildren(...showHidden(texts, explanation).nodes);
		}
		this.#steps.update(steps, isLive);
		const { icon: iconName, word } = this.#state(this.#context.now());
		if (this.#shownIcon !== iconName) {
			this.#shownIcon = iconName;
			this.#stateIcon.replaceChildren(...(iconName === undefined ? [] : [icon(iconName)]));
		}
		setText(this.#stateWord, word);
		setText(this.#stateDetails, this.#details(this.#context.now()));
		setHidden(this.#remove, this.#data.state === "running");
	}

	/** What a folded card says beside its bar: the step at work, or how it ended. */
	#summary(): readonly [text: string, ...before: HTMLElement[]] {
		const { steps, state, isLive } = this.#data;
		const current = steps.find(({ status }) => status === "in_progress");
		if (state === "running" && current !== undefined) {
			const look = isLive ? icon("loading", "codicon-modifier-spin") : icon("circle-large-outline");
			return [current.step, look];
		}
		const { icon: iconName, word } = this.#state(this.#context.now());
		return iconName === undefined ? [word] : [word, icon(iconName)];
	}

	#state(now: number): ReturnType<typeof planState> {
		return planState(this.#context.texts, this.#data, now, this.#clock);
	}

	#details(now: number): string {
		return this.#state(now)
			.details.map((detail) => `· ${detail}`)
			.join(" ");
	}
}
