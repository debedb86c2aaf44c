import * as vscode from "vscode";
import type { Disposable } from "../core/lifetime";
import { DisposableStore } from "../core/lifetime";
import type { List, ListButton, ListListener, ListRow } from "./list";
import { iconText } from "./text/iconText";
import { plainText } from "./text/plainText";

/** A list that VS Code draws as a QuickPick. Every row of every list of ours is made safe here. */
export class QuickPickList<Act> implements List<Act>, Disposable {
	readonly #pick = vscode.window.createQuickPick();
	readonly #owned = new DisposableStore();
	#acts = new Map<vscode.QuickPickItem | undefined, Act>();
	#buttonActs = new Map<vscode.QuickInputButton, Act>();
	#drawn = "";
	#drawnButtons = "";

	constructor(listener: ListListener<Act>) {
		this.#pick.ignoreFocusOut = false;
		this.#pick.matchOnDescription = false;
		this.#pick.matchOnDetail = false;
		this.#pick.keepScrollPosition = true;
		this.#owned.add(this.#pick);
		this.#owned.add(this.#pick.onDidChangeValue((value) => listener.typed(value)));
		this.#owned.add(
			this.#pick.onDidAccept(() => {
				const act = this.#acts.get(this.#pick.selectedItems[0]);
				// A press that is refused would leave its row selected, and VS Code tells no second click on a selected row.
				this.#pick.selectedItems = [];
				if (act !== undefined) listener.accepted(act);
			}),
		);
		this.#owned.add(
			this.#pick.onDidTriggerButton((button) => {
				const act = this.#buttonActs.get(button);
				if (act !== undefined) listener.pressed(act);
			}),
		);
		this.#owned.add(this.#pick.onDidHide(() => listener.hidden()));
	}

	get value(): string {
		return this.#pick.value;
	}

	set value(value: string) {
		this.#pick.value = value;
	}

	set title(title: string) {
		this.#pick.title = plainText(title);
	}

	set placeholder(placeholder: string) {
		this.#pick.placeholder = plainText(placeholder);
	}

	/** Leaves the list alone when nothing in it has changed; else what was active stays active. */
	draw(rows: readonly ListRow<Act>[], active?: number): void {
		const drawn = JSON.stringify([rows, active]);
		if (drawn === this.#drawn) return;
		this.#drawn = drawn;
		const before = this.#pick.items.findIndex((item) => item === this.#pick.activeItems[0]);
		const items = rows.map((row) => itemOf(row));
		this.#acts = new Map();
		for (const [index, row] of rows.entries()) {
			const item = items[index];
			if (item !== undefined && row.kind === "row") this.#acts.set(item, row.act);
		}
		this.#pick.items = items;
		const keep = items[active ?? before];
		if (keep !== undefined && keep.kind !== vscode.QuickPickItemKind.Separator) this.#pick.activeItems = [keep];
	}

	drawButtons(buttons: readonly ListButton<Act>[]): void {
		const drawn = JSON.stringify(buttons);
		if (drawn === this.#drawnButtons) return;
		this.#drawnButtons = drawn;
		this.#buttonActs = new Map(
			buttons.map(({ icon, tooltip, act }) => [
				{ iconPath: new vscode.ThemeIcon(icon), tooltip: plainText(tooltip) },
				act,
			]),
		);
		this.#pick.buttons = [...this.#buttonActs.keys()];
	}

	show(): void {
		this.#pick.show();
	}

	dispose(): void {
		this.#owned.dispose();
	}
}

export interface CheckRow {
	readonly label: string;
	readonly description: string;
	readonly detail: string;
}

/** Lets the person check rows; none is checked beforehand. Gives their places; none where the list was closed. */
export type PickMany = (title: string, placeholder: string, rows: readonly CheckRow[]) => Promise<readonly number[]>;

export const pickMany: PickMany = async (title, placeholder, rows) => {
	const items = rows.map((row) => itemOf({ kind: "row", ...row, act: undefined }));
	const chosen = await vscode.window.showQuickPick(items, {
		canPickMany: true,
		title: plainText(title),
		placeHolder: plainText(placeholder),
		matchOnDetail: true,
	});
	return items.flatMap((item, place) => (chosen?.includes(item) === true ? [place] : []));
};

function itemOf<Act>(row: ListRow<Act>): vscode.QuickPickItem {
	if (row.kind === "separator") {
		return { kind: vscode.QuickPickItemKind.Separator, label: plainText(row.label) };
	}
	const { icon, label, description, detail, alwaysShow } = row;
	return {
		label: `${icon === undefined ? "" : `$(${icon}) `}${iconText(label, LINE_BREAK)}`,
		...(description === undefined ? {} : { description: iconText(description) }),
		...(detail === undefined ? {} : { detail: iconText(detail, LINE_BREAK) }),
		alwaysShow: alwaysShow ?? false,
	};
}

/** Two choices that differ in a line break alone must look different. */
const LINE_BREAK = " ↵ ";
