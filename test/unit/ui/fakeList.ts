import type { List, ListButton, ListListener, ListRow, NewList } from "../../../src/ui/list";

/** Stands in for a QuickPick of VS Code: what the person sees of it and can do with it. */
class FakeList implements List<unknown> {
	title = "";
	placeholder = "";
	rows: readonly ListRow<unknown>[] = [];
	active: number | undefined;
	buttons: readonly ListButton<unknown>[] = [];
	state: "new" | "shown" | "gone" = "new";
	#value = "";

	constructor(readonly listener: ListListener<unknown>) {}

	get value(): string {
		return this.#value;
	}

	/** VS Code tells every change of the field, its own and the extension's. */
	set value(value: string) {
		this.#value = value;
		this.listener.typed(value);
	}

	draw(rows: readonly ListRow<unknown>[], active?: number): void {
		this.rows = rows;
		this.active = active;
	}

	drawButtons(buttons: readonly ListButton<unknown>[]): void {
		this.buttons = buttons;
	}

	show(): void {
		this.state = "shown";
	}

	dispose(): void {
		this.state = "gone";
	}

	get labels(): readonly string[] {
		return this.rows.map(({ label }) => label);
	}

	/** The label of the row that Enter takes, where the extension has said which. */
	get activeLabel(): string | undefined {
		return this.active === undefined ? undefined : this.rows[this.active]?.label;
	}

	accept(label: string): void {
		const row = this.rows.find((each) => each.label === label);
		if (row?.kind !== "row") throw new Error(`no row ${label} in ${this.labels.join(", ")}`);
		this.listener.accepted(row.act);
	}

	press(tooltip: string): void {
		const button = this.buttons.find((each) => each.tooltip === tooltip);
		if (button === undefined) throw new Error(`no button ${tooltip}`);
		this.listener.pressed(button.act);
	}

	escape(): void {
		this.listener.hidden();
	}
}

/** Makes lists and keeps them; as in VS Code a new one hides the one before. */
export class FakeLists {
	readonly all: FakeList[] = [];

	readonly newList: NewList = <Act>(listener: ListListener<Act>): List<Act> => {
		this.shown?.escape();
		const list = new FakeList(listener);
		this.all.push(list);
		return list;
	};

	get shown(): FakeList | undefined {
		return this.all.find(({ state }) => state === "shown");
	}

	/** The list that the person sees. */
	get top(): FakeList {
		const { shown } = this;
		if (shown === undefined) throw new Error("no list is open");
		return shown;
	}
}
