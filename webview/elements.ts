import {
	provideVSCodeDesignSystem,
	vsCodeBadge,
	vsCodeButton,
	vsCodeCheckbox,
	vsCodeDropdown,
	vsCodeOption,
	vsCodeTextField,
} from "@vscode/webview-ui-toolkit";
import { icon, make } from "./make";

/**
 * The only place that knows the component toolkit, whose makers have ended it: a successor has to do what
 * `test/ui/panelElements.test.mjs` says. Elements whose accessible name or description needs an id of the page stay native,
 * since an id does not reach into a toolkit element's shadow tree: the answer field, Answer, Keep open.
 */
export function registerElements(): void {
	provideVSCodeDesignSystem().register(
		vsCodeBadge(),
		vsCodeButton(),
		vsCodeCheckbox(),
		vsCodeDropdown(),
		vsCodeOption(),
		vsCodeTextField(),
	);
}

/** Presses by mouse, Enter and Space. `isPrimary`: the one button of its place that goes on. */
export function button(label: string, press: () => void, isPrimary = false, isWide = false): HTMLElement {
	const element = toolkit("vscode-button", {
		class: ["btn", isPrimary ? "primary" : "", isWide ? "wide" : ""].filter((name) => name !== "").join(" "),
		appearance: isPrimary ? "primary" : "secondary",
	});
	element.append(label);
	element.addEventListener("click", press);
	return element;
}

/** A count beside a heading, in words for those who do not see it. */
export function badge(): { readonly nodes: readonly HTMLElement[]; set(count: number, words: string): void } {
	const element = toolkit("vscode-badge", { class: "count", "aria-hidden": "true" });
	const spoken = make("span", { class: "sr-only" });
	return {
		nodes: [element, spoken],
		set(count, words) {
			if (element.textContent === String(count)) return;
			element.textContent = String(count);
			spoken.textContent = words;
			element.hidden = spoken.hidden = count === 0;
		},
	};
}

/** A switch with its label. `change` gets what the person wants; {@link Checkbox.set} alone calls nothing. */
export interface Checkbox {
	readonly element: HTMLElement;
	set(isOn: boolean, isReadOnly: boolean): void;
}

export function checkbox(label: string, change: (isOn: boolean) => void): Checkbox {
	const element = toolkit("vscode-checkbox", { class: "check" });
	let isOn = false;
	element.append(label);
	element.addEventListener("change", () => {
		const wanted = Reflect.get(element, "checked") === true;
		if (wanted !== isOn) change(wanted);
	});
	return {
		element,
		set(next, isReadOnly) {
			isOn = next;
			Reflect.set(element, "checked", next);
			Reflect.set(element, "readOnly", isReadOnly);
		},
	};
}

export interface Option {
	readonly value: string;
	readonly label: string;
}

/** One of several values; `change` gets the chosen one. */
export interface Dropdown {
	readonly element: HTMLElement;
	set(options: readonly Option[], value: string): void;
}

export function dropdown(label: string, change: (value: string) => void): Dropdown {
	const element = toolkit("vscode-dropdown", { class: "select", "aria-label": label });
	let shown = "";
	element.addEventListener("change", () => {
		const value: unknown = Reflect.get(element, "value");
		if (typeof value === "string") change(value);
	});
	return {
		element,
		set(options, value) {
			const key = JSON.stringify(options);
			if (key !== shown) {
				shown = key;
				element.replaceChildren(
					...options.map((option) => {
						const entry = toolkit("vscode-option", { value: option.value });
						entry.append(option.label);
						return entry;
					}),
				);
			}
			if (Reflect.get(element, "value") !== value) Reflect.set(element, "value", value);
		},
	};
}

/** A search field; `change` gets its text at each input. */
export function searchField(label: string, change: (text: string) => void): HTMLElement {
	// Nobody looks for more, and the host takes no text of any length.
	const attributes = { class: "search", placeholder: label, maxlength: "1000" };
	const element = toolkit("vscode-text-field", attributes);
	// The toolkit makes its text content the name of the field, whatever its `aria-label` says.
	element.append(make("span", { slot: "start" }, icon("search")), label);
	element.addEventListener("input", () => {
		const value: unknown = Reflect.get(element, "value");
		if (typeof value === "string") change(value);
	});
	return element;
}

/** Attributes before the element gets into the page: the toolkit reads some of them only then. */
function toolkit(tag: string, attributes: Readonly<Record<string, string>>): HTMLElement {
	const element = document.createElement(tag);
	for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
	return element;
}
