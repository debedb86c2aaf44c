import type { Texts } from "../src/protocol/page";
import { make } from "./make";
import { renderLine } from "./markdown/render";

/** At most this long, all choices fit beside each other in a wide panel. */
const SHORT_MAX = 24;
/** The keys 1 to 9 choose. */
const KEYS_MAX = 9;

/** The choices of a question: one stop for Tab, arrows and the keys 1 to 9 choose, Enter and double click answer. */
export class ChoiceList {
	readonly element: HTMLFieldSetElement;
	readonly #choices: readonly string[];
	readonly #inputs: readonly HTMLInputElement[];
	readonly #answer: () => void;
	readonly #changed: () => void;

	constructor(
		texts: Texts,
		question: { readonly id: string; readonly choices: readonly string[] },
		labelId: string,
		hidden: string[],
		acts: { readonly changed: () => void; readonly answer: () => void },
	) {
		this.#choices = question.choices;
		this.#answer = acts.answer;
		this.#changed = acts.changed;
		this.#inputs = question.choices.map(() => make("input", { type: "radio", name: `choice-${question.id}` }));
		const isShort = question.choices.every((choice) => Array.from(choice).length <= SHORT_MAX);
		const labels = this.#inputs.map((input, index) => {
			const key = index < KEYS_MAX ? [make("span", { class: "key", "aria-hidden": "true" }, String(index + 1))] : [];
			const text = make("span", {}, ...renderLine(question.choices[index] ?? "", texts, hidden));
			return make("label", { class: "choice" }, input, text, ...key);
		});
		const attributes = { class: isShort ? "choices short" : "choices", "aria-labelledby": labelId };
		this.element = make("fieldset", attributes, ...labels);
		this.element.addEventListener("change", acts.changed);
		this.element.addEventListener("dblclick", acts.answer);
		this.element.addEventListener("keydown", (event) => this.#press(event));
	}

	get chosen(): string | undefined {
		const index = this.#inputs.findIndex((input) => input.checked);
		return index === -1 ? undefined : this.#choices[index];
	}

	choose(choice: string | undefined): void {
		for (const [index, input] of this.#inputs.entries()) {
			const isChosen = this.#choices[index] === choice;
			if (input.checked !== isChosen) input.checked = isChosen;
		}
	}

	#press(event: KeyboardEvent): void {
		if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
		const byKey = /^[1-9]$/.test(event.key) ? this.#inputs[Number(event.key) - 1] : undefined;
		const onEnter = event.key === "Enter" ? this.#inputs.find((input) => input === event.target) : undefined;
		const input = byKey ?? onEnter;
		if (input === undefined) return;
		event.preventDefault();
		input.focus();
		if (!input.checked) {
			input.checked = true;
			this.#changed();
		}
		if (onEnter !== undefined && !event.repeat) this.#answer();
	}
}
