import type { Clock } from "../core/clock";
import type { InboxItem } from "../core/inbox";
import { AcceptGuard } from "./acceptGuard";
import { askerOf } from "./asker";
import { itemText, openItem } from "./itemText";
import type { L10n } from "./l10n";
import type { NewList } from "./list";
import { cut } from "./text/cut";
import { firstLine } from "./text/oneLine";

const LINE_MAX = 80;

interface ChoosePickDeps {
	readonly l10n: L10n;
	readonly clock: Clock;
	readonly newList: NewList;
}

/** Which of several items is meant. Its first row only leads to the inbox, so that Enter alone does nothing. */
export function chooseItem(
	{ l10n, clock, newList }: ChoosePickDeps,
	title: string,
	items: readonly InboxItem[],
	chosen: (item: InboxItem | "inbox") => void,
): void {
	const guard = new AcceptGuard(clock);
	const list = newList<InboxItem["id"]>({
		typed: () => guard.restart(),
		accepted: (id) => {
			if (!guard.accepts) return;
			list.dispose();
			chosen(items.find((item) => item.id === id) ?? "inbox");
		},
		pressed: () => undefined,
		hidden: () => list.dispose(),
	});
	list.title = title;
	list.placeholder = l10n.t("Choose an item");
	list.draw([
		{ kind: "row", icon: "list-unordered", label: l10n.t("Show the inbox"), alwaysShow: true, act: "" },
		...items.map((item) => {
			const { agent, place } = askerOf(l10n, openItem(item).session);
			return {
				kind: "row",
				icon: item.kind === "question" ? "question" : "shield",
				label: cut(`${agent}: ${firstLine(itemText(item))}`, LINE_MAX),
				description: place,
				act: item.id,
			} as const;
		}),
	]);
	list.show();
}
