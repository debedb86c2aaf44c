import type { PlanData } from "../src/protocol/snapshot";
import { make } from "./make";

type Status = PlanData["steps"][number]["status"];

/** The steps of a plan as a bar, which only repeats its list. It is replaced as a whole: one change of the page. */
export class PlanBar {
	element = make("div");
	readonly #models = new Map<Status, HTMLElement>();
	#shown = "";

	update(steps: PlanData["steps"], label: () => string): void {
		const key = steps.map(({ status }) => status).join(" ");
		if (this.#shown === key) return;
		this.#shown = key;
		// Copied, not built: 100 plans have thousands of them.
		const parts = steps.map(({ status }) => document.importNode(this.#models.get(status) ?? this.#model(status), true));
		const bar = make("div", { class: "bar", role: "img", "aria-label": label() }, ...parts);
		this.element.replaceWith(bar);
		this.element = bar;
	}

	#model(status: Status): HTMLElement {
		const model = make("i", { class: status === "pending" ? undefined : status });
		this.#models.set(status, model);
		return model;
	}
}
