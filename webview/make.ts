export type Attributes = Readonly<Record<string, string | boolean | undefined>>;

/** Makes an element. An attribute that is true stands without a value; false and undefined leave it out. */
export function make<K extends keyof HTMLElementTagNameMap>(
	tag: K,
	attributes: Attributes = {},
	...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
	const element = document.createElement(tag);
	for (const [name, value] of Object.entries(attributes)) {
		if (value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
	}
	element.append(...children);
	return element;
}

/** An icon of the codicon font; what it means is always said in words beside it. */
export function icon(name: string, ...classes: readonly string[]): HTMLElement {
	return make("i", { class: ["codicon", `codicon-${name}`, ...classes].join(" "), "aria-hidden": "true" });
}

/** Changes nothing that is so already: each write to the page costs, and screen readers hear some of them. */
export function setAttribute(element: Element, name: string, value: string | boolean | undefined): void {
	const text = value === true ? "" : value;
	if (text === undefined || text === false) {
		if (element.hasAttribute(name)) element.removeAttribute(name);
	} else if (element.getAttribute(name) !== text) {
		element.setAttribute(name, text);
	}
}

export function setText(element: Element, text: string): void {
	if (element.textContent !== text) element.textContent = text;
}

export function setHidden(element: HTMLElement, isHidden: boolean): void {
	if (element.hidden !== isHidden) element.hidden = isHidden;
}
