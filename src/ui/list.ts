/** A list with a field on top, as an open QuickPick is one. Texts are as they came: the list makes them safe. */
export interface List<Act> {
	/** What stands in the field. */
	value: string;
	title: string;
	placeholder: string;
	/**
	 * Replaces the rows. A row keeps its place in the list while it is open: VS Code tells an accepted row by its place, and the
	 * person may press one a moment before it has drawn the new rows. `active` is the place of the row that Enter means.
	 */
	draw(rows: readonly ListRow<Act>[], active?: number): void;
	drawButtons(buttons: readonly ListButton<Act>[]): void;
	show(): void;
	dispose(): void;
}

export type ListRow<Act> =
	| { readonly kind: "separator"; readonly label: string }
	| {
			readonly kind: "row";
			/** A codicon's name. */
			readonly icon?: string;
			readonly label: string;
			readonly description?: string;
			readonly detail?: string;
			/** It stays whatever is typed. */
			readonly alwaysShow?: boolean;
			readonly act: Act;
	  };

export interface ListButton<Act> {
	readonly icon: string;
	readonly tooltip: string;
	readonly act: Act;
}

export interface ListListener<Act> {
	typed(value: string): void;
	accepted(act: Act): void;
	/** A button of the title. */
	pressed(act: Act): void;
	hidden(): void;
}

/** Opens no list by itself: `show` does. */
export type NewList = <Act>(listener: ListListener<Act>) => List<Act>;
