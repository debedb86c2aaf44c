import type { PlanData } from "../src/protocol/snapshot";
import { CardHead } from "./cardHead";
import type { PanelContext } from "./context";
import { fill } from "./fill";
import { showHidden } from "./hiddenNodes";
import type { Row } from "./keyedList";
import { icon, make, setHidden, setText } from "./make";
import { iconButton, nameNodes } from "./names";
import { PlanBar } from "./planBar";
import { changeText } from "./planChanges";
import { PlanRevisions } from "./planRevisions";
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
	readonly #state = make("p", { class: "state" });
	readonly #revisions: PlanRevisions;
	readonly #toggled: () => void;
	readonly #remove: HTMLElement;
	readonly #bar = new PlanBar();
	#data: PlanData;
	#title = "";
	#shown = "";
	#shownExplanation = "";
	#shownState = "";
	#details = make("span");

	/** `toggled`: the person has folded or opened it. */
	constructor(
		context: PanelContext,
		data: PlanData,
		isFoldedAtFirst: boolean,
		clock: (at: number) => string,
		toggled: () => void,
	) {
		const { texts, post } = context;
		const { id } = data;
		this.#context = context;
		this.#clock = clock;
		this.#data = data;
		this.#isFoldedAtFirst = isFoldedAtFirst;
		this.#toggled = toggled;
		this.#head = new CardHead(`${id}-title`, undefined, make("span", { class: "deadline" }), () => this.#toggle());
		this.#meta = new SourceMeta(context, true);
		this.#head.element.append(this.#meta.element);
		this.#steps = new StepList(texts, clock);
		this.#revisions = new PlanRevisions(context, id, clock);
		const copy = iconButton("copy", texts.copyPlan, () => post({ kind: "copy", what: "plan", id }));
		this.#remove = iconButton("close", texts.removeCard, () => post({ kind: "remove-plan", id }), texts.remove);
		const foot = make("div", { class: "foot" }, this.#state, copy, this.#remove);
		const inside = [this.#explanation, this.#steps.element, foot, this.#revisions.element];
		this.#body = make("div", { class: "form", id: `${id}-body` }, ...inside);
		const parts = [this.#head.element, this.#bar.element, this.#body];
		this.element = make("article", { class: "card plan", "aria-labelledby": `${id}-title` }, ...parts);
	}

	get isFolded(): boolean {
		return this.#context.folds.isFolded(this.#data.id, this.#isFoldedAtFirst);
	}

	update(data: PlanData): void {
		const { revision, state, isLive, source, reconnecting, revisions } = data;
		const newest = this.#revisions.isFolded ? undefined : revisions[0]?.revision;
		const key = JSON.stringify([revision, state, isLive, source, reconnecting, this.isFolded, newest]);
		if (key === this.#shown) return;
		this.#shown = key;
		this.#data = data;
		this.#show();
	}

	tick(now: number): void {
		this.#meta.tick(now);
		if (this.isFolded) return;
		this.#steps.tick(now);
		setText(this.#details, this.#detailsText(now));
	}

	reveal(): void {
		if (this.isFolded) this.#toggle();
		this.element.scrollIntoView({ block: "nearest" });
		this.#head.focus();
	}

	#toggle(): void {
		this.#context.folds.set(this.#data.id, !this.isFolded);
		this.update(this.#data);
		this.#toggled();
	}

	#show(): void {
		const { texts } = this.#context;
		const data = this.#data;
		const isFolded = this.isFolded;
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
		const { explanation = "", revision, state, changes } = this.#data;
		const now = this.#context.now();
		setHidden(this.#explanation, explanation === "");
		if (this.#shownExplanation !== explanation) {
			this.#shownExplanation = explanation;
			this.#explanation.replaceChildren(...showHidden(texts, explanation).nodes);
		}
		this.#steps.update(this.#data, now);
		const key = JSON.stringify([revision, state, changes]);
		if (key !== this.#shownState) this.#showState(now);
		this.#shownState = key;
		setHidden(this.#remove, state === "running");
		this.#revisions.update(this.#data);
	}

	/** Replaced as a whole: one change of the page. */
	#showState(now: number): void {
		const { texts } = this.#context;
		const { icon: iconName, word } = this.#standing(now);
		this.#details = make("span", {}, this.#detailsText(now));
		this.#state.replaceChildren(
			...(iconName === undefined ? [] : [icon(iconName)]),
			make("b", {}, word),
			" ",
			this.#details,
			...this.#lastChange(changeText(texts, this.#data)),
		);
	}

	#lastChange(text: string): readonly HTMLElement[] {
		if (text === "") return [];
		const words = make(
			"span",
			{ class: "clip" },
			make("span", { class: "sr-only" }, `${this.#context.texts.lastChange} `),
			text,
		);
		return [make("span", { class: "last-change", title: text }, icon("diff-modified"), words)];
	}

	/** What a folded card says beside its bar: the step at work, or how it ended. */
	#summary(): readonly [text: string, ...before: HTMLElement[]] {
		const { steps, state, isLive } = this.#data;
		const current = steps.find(({ status }) => status === "in_progress");
		if (state === "running" && current !== undefined) {
			const look = isLive ? icon("loading", "codicon-modifier-spin") : icon("circle-large-outline");
			return [current.step, look];
		}
		const { icon: iconName, word } = this.#standing(this.#context.now());
		return iconName === undefined ? [word] : [word, icon(iconName)];
	}

	#standing(now: number): ReturnType<typeof planState> {
		return planState(this.#context.texts, this.#data, now, this.#clock);
	}

	#detailsText(now: number): string {
		return this.#standing(now)
			.details.map((detail) => `· ${detail}`)
			.join(" ");
	}
}
