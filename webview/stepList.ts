import type { Texts } from "../src/protocol/page";
import type { PlanData } from "../src/protocol/snapshot";
import { workedMs } from "../src/protocol/workedTime";
import { showHidden } from "./hiddenNodes";
import { icon, make, setAttribute, setText } from "./make";
import { changedSteps, STATUS_WORDS } from "./planChanges";
import { spanOf, type StepTime, tookText } from "./planTimes";

type Step = PlanData["steps"][number];
type Look = Step["status"] | "waiting";

/** How a step looks: icon and its colour. `waiting`: in progress, but its agent is away, so nothing spins. */
const LOOKS: Readonly<Record<Look, readonly string[]>> = {
	pending: ["circle-large-outline", "soft"],
	in_progress: ["loading", "codicon-modifier-spin", "live"],
	waiting: ["circle-large-outline", "live"],
	completed: ["pass-filled", "good"],
	failed: ["error", "bad"],
	skipped: ["debug-step-over", "soft"],
};

/** The steps of a plan. A step that changed is replaced as a whole, which is one change of the page. */
export class StepList {
	readonly element = make("ol", { class: "steps" });
	readonly #texts: Texts;
	readonly #clock: (at: number) => string;
	readonly #models = new Map<Look, HTMLElement>();
	#shown: readonly string[] = [];
	#steps: readonly Step[] = [];
	#times: ReadonlyMap<string, StepTime> = new Map();
	/** The step whose time goes on, and where that stands. */
	#atWork: { readonly time: StepTime; readonly element: Element } | undefined;

	constructor(texts: Texts, clock: (at: number) => string) {
		this.#texts = texts;
		this.#clock = clock;
		// Written only where somebody points at it: 100 plans have thousands of steps.
		this.element.addEventListener("pointerover", ({ target }) => this.#explain(target));
	}

	update(plan: PlanData, now: number): void {
		const { steps, isLive } = plan;
		const changed = plan.state === "running" ? changedSteps(plan) : new Set<string>();
		this.#steps = steps;
		this.#times = new Map(plan.times.map((time) => [time.id, time]));
		const keys = steps.map((step) => {
			const sign = changed.has(step.id) ? "!" : "";
			return `${lookOf(step, isLive)} ${sign} ${this.#timeText(step, isLive, now)} ${step.step}`;
		});
		const rows = this.element.children;
		const fresh: HTMLElement[] = [];
		for (const [index, step] of steps.entries()) {
			if (keys[index] === this.#shown[index]) continue;
			const row = this.#row(step, isLive, changed.has(step.id), now);
			const old = index < this.#shown.length ? rows[index] : undefined;
			if (old === undefined) fresh.push(row);
			else old.replaceWith(row);
		}
		while (rows.length > steps.length) this.element.lastElementChild?.remove();
		this.element.append(...fresh);
		this.#shown = keys;
		this.#atWork = isLive ? this.#findAtWork() : undefined;
		this.tick(now);
	}

	/** The time of the step at work goes on. */
	tick(now: number): void {
		if (this.#atWork === undefined) return;
		const { time, element } = this.#atWork;
		setText(element, tookText(this.#texts, workedMs(time, now) ?? 0));
	}

	#findAtWork(): { readonly time: StepTime; readonly element: Element } | undefined {
		const index = this.#steps.findIndex(({ status }) => status === "in_progress");
		const time = this.#times.get(this.#steps[index]?.id ?? "");
		const element = this.element.children[index]?.querySelector(".took") ?? undefined;
		return time === undefined || element === undefined ? undefined : { time, element };
	}

	#row(step: Step, isLive: boolean, isChanged: boolean, now: number): HTMLElement {
		const look = lookOf(step, isLive);
		const model = this.#models.get(look) ?? this.#model(look, step.status);
		// Copying a row is several times cheaper than building it, and a plan has up to 30.
		const row = document.importNode(model, true);
		row.firstElementChild?.nextElementSibling?.append(...showHidden(this.#texts, step.step, true).nodes);
		const ms = this.#worked(step, isLive, now);
		if (ms !== undefined)
			row.lastElementChild?.prepend(make("span", { class: "took" }, tookText(this.#texts, ms)), " ");
		if (isChanged) {
			row.classList.add("is-changed");
			row.lastElementChild?.append(make("span", { class: "sr-only" }, `, ${this.#texts.stepChanged}`));
		}
		return row;
	}

	/** What the row says of its time; the time of the step at work is told by its ticks. */
	#timeText(step: Step, isLive: boolean, now: number): string {
		const ms = this.#worked(step, isLive, now);
		if (ms === undefined) return "";
		return step.status === "in_progress" && isLive ? "…" : tookText(this.#texts, ms);
	}

	/** Of a step that is final, less than a second is not worth a word; of one that waits for its turn again, nothing is. */
	#worked(step: Step, isLive: boolean, now: number): number | undefined {
		if (step.status === "pending") return undefined;
		const time = this.#times.get(step.id);
		const ms = time && workedMs(time, isLive ? now : undefined);
		return step.status === "in_progress" || (ms ?? 0) >= 1_000 ? ms : undefined;
	}

	#explain(target: EventTarget | null): void {
		const took = target instanceof Element ? target.closest(".took") : null;
		const row = took?.closest("li") ?? null;
		if (took === null || row === null) return;
		const time = this.#times.get(this.#steps[[...this.element.children].indexOf(row)]?.id ?? "");
		setAttribute(took, "title", time && spanOf(time, this.#clock));
	}

	#model(look: Look, status: Step["status"]): HTMLElement {
		const [name = "", ...classes] = LOOKS[look];
		const model = make(
			"li",
			{
				class: status === "pending" ? "step" : `step ${status}`,
				"aria-current": status === "in_progress" ? "step" : undefined,
			},
			icon(name, ...classes),
			make("span", { class: "what" }),
			make("span", { class: "word" }, this.#texts[STATUS_WORDS[status]]),
		);
		this.#models.set(look, model);
		return model;
	}
}

function lookOf(step: Step, isLive: boolean): Look {
	return step.status === "in_progress" && !isLive ? "waiting" : step.status;
}
