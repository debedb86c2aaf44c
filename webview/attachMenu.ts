import { icon, make, setAttribute } from "./make";
import { iconButton } from "./names";

export interface AttachWay {
	/** A codicon's name. */
	readonly sign: string;
	readonly label: string;
	readonly pick: () => void;
	/** False: a press only explains why not. */
	canPick(): boolean;
}

/**
 * A small button at the end of the field, and the list that it opens. The browser's own popover: it moves nothing, goes by
 * Escape or a press elsewhere, gives the focus back, and says itself whether it is open.
 */
export class AttachMenu {
	/** The button first: Tab goes from it into the open list. */
	readonly nodes: readonly HTMLElement[];
	readonly #menu: HTMLElement;
	readonly #ways: readonly AttachWay[];
	readonly #rows: readonly HTMLElement[];

	constructor(id: string, label: string, ways: readonly AttachWay[]) {
		const open = iconButton("attach", label, () => undefined);
		open.setAttribute("popovertarget", id);
		const rows = ways.map((way) => this.#row(way));
		this.#ways = ways;
		this.#rows = rows;
		// The popover gives it the focus when it opens.
		rows[0]?.setAttribute("autofocus", "");
		this.#menu = make("div", { class: "attach", id, popover: "auto", role: "group", "aria-label": label }, ...rows);
		this.#menu.addEventListener("keydown", (event) => this.#onKey(event, rows));
		this.nodes = [open, this.#menu];
	}

	/** What can be picked has changed. */
	update(): void {
		for (const [index, way] of this.#ways.entries()) {
			const row = this.#rows[index];
			if (row !== undefined) setAttribute(row, "aria-disabled", way.canPick() ? undefined : "true");
		}
	}

	close(): void {
		this.#menu.hidePopover();
	}

	#row({ sign, label, pick }: AttachWay): HTMLElement {
		const row = make("button", { type: "button" }, icon(sign), label);
		row.addEventListener("click", () => {
			this.close();
			pick();
		});
		return row;
	}

	#onKey(event: KeyboardEvent, rows: readonly HTMLElement[]): void {
		// Of the list alone: the card would take Escape as the way back to its title.
		if (event.key === "Escape") event.stopPropagation();
		const step = STEPS[event.key];
		if (step === undefined) return;
		event.preventDefault();
		const at = rows.findIndex((row) => row === document.activeElement);
		rows[(at + step + rows.length) % rows.length]?.focus();
	}
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
