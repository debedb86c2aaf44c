/** One entry of a {@link KeyedList}: its element stays the same for as long as its id is there. */
export interface Row<T> {
	readonly element: HTMLElement;
	update(data: T): void;
	/** Its element goes away for good. */
	dispose?(): void;
}

/** Keeps the children of an element in step with a list of data, touching only what changed. */
export class KeyedList<T extends { readonly id: string }, R extends Row<T>> {
	readonly #parent: HTMLElement;
	readonly #create: (data: T) => R;
	readonly #lostFocus: () => void;
	readonly #rows = new Map<string, R>();

	/** `lostFocus`: an element went away with the focus in it. */
	constructor(parent: HTMLElement, create: (data: T) => R, lostFocus: () => void = () => undefined) {
		this.#parent = parent;
		this.#create = create;
		this.#lostFocus = lostFocus;
	}

	get rows(): Iterable<R> {
		return this.#rows.values();
	}

	get(id: string): R | undefined {
		return this.#rows.get(id);
	}

	/**
	 * `mayMove` false: what is there keeps its place and what is new goes to the end, since somebody points at it or is in
	 * it. Moving an element would take the focus from it, too.
	 */
	update(items: readonly T[], mayMove = true): void {
		const ids = new Set(items.map(({ id }) => id));
		for (const [id, row] of this.#rows) if (!ids.has(id)) this.#remove(id, row);
		const isFirst = this.#rows.size === 0;
		const elements = items.map((item) => this.#rowOf(item).element);
		if (isFirst) this.#parent.append(...elements);
		else if (mayMove) this.#arrange(elements);
		else this.#parent.append(...elements.filter((element) => !element.isConnected));
	}

	#rowOf(item: T): R {
		const row = this.#rows.get(item.id) ?? this.#create(item);
		this.#rows.set(item.id, row);
		row.update(item);
		return row;
	}

	#arrange(elements: readonly HTMLElement[]): void {
		let next = this.#parent.firstElementChild;
		for (const element of elements) {
			if (element === next) next = next.nextElementSibling;
			else this.#parent.insertBefore(element, next);
		}
	}

	#remove(id: string, row: R): void {
		this.#rows.delete(id);
		const hadFocus = row.element.contains(document.activeElement);
		row.dispose?.();
		row.element.remove();
		if (hadFocus) this.#lostFocus();
	}
}

/** Whether the pointer or the focus is in there: then nothing may move. */
export function isBusy(element: Element): boolean {
	return element.matches(":hover") || element.contains(document.activeElement);
}
