import { make } from "./make";

/** Tells screen readers what happened, politely and each thing once. */
export class Live {
	readonly #region: HTMLElement;
	readonly #told: Set<string>;
	readonly #unsaid: string[] = [];

	constructor(region: HTMLElement, told: readonly string[]) {
		this.#region = region;
		this.#told = new Set(told);
	}

	/** What was told once already; outlives the page, since a panel that is shown again has nothing new to tell. */
	get told(): readonly string[] {
		return [...this.#told];
	}

	/** What is said in one go is heard together. */
	say(...sentences: readonly string[]): void {
		if (this.#unsaid.length === 0) queueMicrotask(() => this.#speak());
		this.#unsaid.push(...sentences);
	}

	/** Whether this is the first time; remembers it. */
	isNew(key: string): boolean {
		return this.#told.size < this.#told.add(key).size;
	}

	/** Forgets what is about none of these items; keys are an item's id with a suffix after a space perhaps. */
	keepOnly(ids: ReadonlySet<string>): void {
		for (const key of this.#told) if (!ids.has(key.split(" ", 1)[0] ?? "")) this.#told.delete(key);
	}

	#speak(): void {
		const text = this.#unsaid.splice(0).join(" ");
		// A new element each time: the same words twice are two announcements.
		if (text !== "") this.#region.replaceChildren(make("p", {}, text));
	}
}
