import type { Clock } from "../core/clock";
import type { Event } from "../core/events";
import type { InboxItem } from "../core/inbox";
import { type Disposable, DisposableStore } from "../core/lifetime";
import { AcceptGuard } from "./acceptGuard";
import type { Cards } from "./cards";
import { itemText, itemTitle } from "./itemText";
import type { L10n } from "./l10n";
import type { ListRow, NewList } from "./list";
import { cut } from "./text/cut";
import { firstLine, oneLine } from "./text/oneLine";

type ReadingAct = "open" | "panel" | "later";

const READ_MAX = 180;
const PLACEHOLDER_MAX = 80;

interface ReadingPickDeps {
	readonly l10n: L10n;
	readonly clock: Clock;
	readonly inbox: { readonly items: readonly InboxItem[]; readonly onDidChange: Event<void> };
	readonly cards: Cards;
	readonly newList: NewList;
	/** Opens the item's own list. */
	openItem(id: string): void;
}

/**
 * The list that opens by itself when the person wants to be told by a list. It only reads: keys that were meant for the
 * editor land in its field, so what is typed there is dropped and no row is taken until 500 ms after the last key.
 */
export class ReadingPick implements Disposable {
	readonly #owned = new DisposableStore();
	readonly #onDidClose: () => void;
	#isClosed = false;

	constructor(deps: ReadingPickDeps, item: InboxItem, onDidClose: () => void) {
		const { l10n, inbox, cards } = deps;
		this.#onDidClose = onDidClose;
		const guard = new AcceptGuard(deps.clock);
		const list = this.#owned.add(
			deps.newList<ReadingAct>({
				typed: () => guard.restart(),
				accepted: (act) => {
					if (!guard.accepts) {
						// Keys that were meant for another place: nothing is taken until they have ended.
						guard.restart();
						return;
					}
					this.dispose();
					if (act === "open") deps.openItem(item.id);
					if (act === "panel") cards.show(item.id);
				},
				pressed: () => undefined,
				hidden: () => this.dispose(),
			}),
		);
		this.#owned.add(
			inbox.onDidChange(() => {
				if (!inbox.items.some(({ id }) => id === item.id)) this.dispose();
			}),
		);
		list.title = itemTitle(l10n, item);
		list.placeholder = cut(firstLine(itemText(item)), PLACEHOLDER_MAX);
		list.draw(readingRows(l10n, item));
		list.show();
	}

	dispose(): void {
		if (this.#isClosed) return;
		this.#isClosed = true;
		this.#owned.dispose();
		this.#onDidClose();
	}
}

function readingRows(l10n: L10n, item: InboxItem): readonly ListRow<ReadingAct>[] {
	const detail = cut(oneLine(itemText(item)), READ_MAX);
	const label = item.kind === "question" ? l10n.t("Answer…") : l10n.t("Review…");
	const icon = item.kind === "question" ? "edit" : "shield";
	return [
		{ kind: "row", icon, label, detail, alwaysShow: true, act: "open" },
		{ kind: "row", icon: "layout-sidebar-right", label: l10n.t("Open in panel"), alwaysShow: true, act: "panel" },
		{ kind: "row", icon: "clock", label: l10n.t("Later"), alwaysShow: true, act: "later" },
	];
}
