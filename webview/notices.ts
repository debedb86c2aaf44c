import type { Notice } from "../src/protocol/snapshot";
import type { PanelContext } from "./context";
import { button } from "./elements";
import { showHidden } from "./hiddenNodes";
import { icon, make } from "./make";
import { emphasised } from "./names";

/** Says at the top why Parley does not work, and what can be done. */
export class Notices {
	readonly element = make("div");
	readonly #context: PanelContext;
	#shown = "[]";

	constructor(context: PanelContext) {
		this.#context = context;
	}

	update(notices: readonly Notice[]): void {
		const key = JSON.stringify(notices);
		if (key === this.#shown) return;
		this.#shown = key;
		this.element.replaceChildren(...notices.map((notice) => this.#node(notice)));
	}

	#node(notice: Notice): HTMLElement {
		const { texts, post } = this.#context;
		switch (notice.kind) {
			case "untrusted": {
				const trust = button(texts.manageTrust, () => post({ kind: "command", command: "manageTrust" }), true);
				const words = make("div", {}, ...emphasised(texts.untrusted));
				const acts = make("div", { class: "actions" }, trust);
				return make("div", { class: "notice", role: "status" }, icon("workspace-untrusted"), words, acts);
			}
			case "stopped": {
				const restart = button(texts.startAgain, () => post({ kind: "command", command: "restart" }), true);
				const doctor = button(texts.runDoctor, () => post({ kind: "command", command: "doctor" }));
				return make(
					"div",
					{ class: "notice warning", role: "alert" },
					icon("warning", "warn"),
					make("div", {}, ...emphasised(texts.stopped)),
					make("p", { class: "caption" }, ...showHidden(texts, notice.reason).nodes),
					make("div", { class: "actions" }, restart, doctor),
				);
			}
		}
	}
}
