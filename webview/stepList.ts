import type { Texts } from "../src/protocol/page";
import type { PlanData } from "../src/protocol/snapshot";
import { showHidden } from "./hiddenNodes";
import { icon, make } from "./make";

type Step = PlanData["steps"][number];
type Look = Step["status"] | "waiting";

/** How a step looks: icon, its colour, and the word. `waiting`: in progress, but its agent is away, so nothing spins. */
const LOOKS: Readonly<Record<Look, readonly [icon: readonly string[], word: keyof Texts]>> = {
	pending: [["circle-large-outline", "soft"], "pending"],
	in_progress: [["loading", "codicon-modifier-spin", "live"], "inProgress"],
	waiting: [["circle-large-outline", "live"], "inProgress"],
	completed: [["pass-filled", "good"], "done"],
	failed: [["error", "bad"], "failed"],
	skipped: [["debug-step-over", "soft"], "skipped"],
};

/** The steps of a plan. A step that changed is replaced as a whole, which is one change of the page. */
export class StepList {
	readonly element = make("ol", { class: "steps" });
	readonly #texts: Texts;
	readonly #models = new Map<Look, HTMLElement>();
	#shown: readonly string[] = [];

	constructor(texts: Texts) {
		this.#texts = texts;
	}

	update(steps: readonly Step[], isLive: boolean): void {
		const keys = steps.map((step) => `${lookOf(step, isLive)} ${step.step}`);
		const rows = this.element.children;
		const fresh: HTMLElement[] = [];
		for (const [index, step] of steps.entries()) {
			if (keys[index] === this.#shown[index]) continue;
			const row = this.#row(step, isLive);
			const old = index < this.#shown.length ? rows[index] : undefined;
			if (old === undefined) fresh.push(row);
			else old.replaceWith(row);
		}
		while (rows.length > steps.length) this.element.lastElementChild?.remove();
		this.element.append(...fresh);
		this.#shown = keys;
	}

	#row(step: Step, isLive: boolean): HTMLElement {
		const look = lookOf(step, isLive);
		const model = this.#models.get(look) ?? this.#model(look, step.status);
		// Copying a row is several times cheaper than building it, and a plan has up to 30.
		const row = document.importNode(model, true);
		row.firstElementChild?.nextElementSibling?.append(...showHidden(this.#texts, step.step, true).nodes);
		return row;
	}

	#model(look: Look, status: Step["status"]): HTMLElement {
		const [[name = "", ...classes], word] = LOOKS[look];
		const model = make(
			"li",
			{
				class: status === "pending" ? "step" : `step ${status}`,
				"aria-current": status === "in_progress" ? "step" : undefined,
			},
			icon(name, ...classes),
			make("span", { class: "what" }),
			make("span", { class: "word" }, this.#texts[word]),
		);
		this.#models.set(look, model);
		return model;
	}
}

function lookOf(step: Step, isLive: boolean): Look {
	return step.status === "in_progress" && !isLive ? "waiting" : step.status;
}
