import type { L10n } from "./l10n";
import type { NewList } from "./list";

/** A list that only reads: what runs in this window. Its last row copies it. */
export function showStatus(l10n: L10n, newList: NewList, facts: readonly string[], copy: () => void): void {
	const list = newList<"read" | "copy">({
		typed: () => undefined,
		accepted: (act) => {
			list.dispose();
			if (act === "copy") copy();
		},
		pressed: () => undefined,
		hidden: () => list.dispose(),
	});
	list.title = l10n.t("Parley in this window");
	list.draw([
		...facts.map((fact) => ({ kind: "row", label: fact, act: "read" }) as const),
		{ kind: "separator", label: "Parley" },
		{ kind: "row", icon: "copy", label: l10n.t("Copy diagnostics"), alwaysShow: true, act: "copy" },
	]);
	list.show();
}
