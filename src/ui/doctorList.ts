import { statusText } from "../doctor/document";
import type { Report, Repair, Row, RowStatus } from "../doctor/report";
import type { L10n } from "./l10n";
import type { ListRow } from "./list";

export type DoctorAct =
	| { readonly kind: "copy" | "open" | "again" }
	/** The section is named where the row stands alone. */
	| { readonly kind: "row"; readonly section: string; readonly row: Row };

const ICONS: Record<RowStatus, string> = { failed: "error", warning: "warning", ok: "pass", info: "info" };

/** What does not work first, then everything else as it belongs together. */
export function doctorRows(l10n: L10n, { sections }: Report): readonly ListRow<DoctorAct>[] {
	const isFaulty = ({ status }: Row): boolean => status === "failed" || status === "warning";
	const order: readonly RowStatus[] = ["failed", "warning"];
	const faults = sections
		.flatMap(({ title, rows }) => rows.filter(isFaulty).map((row) => ({ title, row })))
		.sort((a, b) => order.indexOf(a.row.status) - order.indexOf(b.row.status));
	const rest = sections.flatMap(({ title, rows }) => {
		const others = rows.filter((row) => !isFaulty(row));
		return others.length === 0 ? [] : [separator(title), ...others.map((row) => rowOf(l10n, title, row))];
	});
	const works = l10n.t("Everything that was examined works.");
	return [
		...(faults.length === 0 ? [] : [separator(l10n.t("What needs you"))]),
		...faults.map(({ title, row }) => rowOf(l10n, title, row)),
		// Before the long rest, which few people read to its end.
		separator(faults.length === 0 ? works : l10n.t("Report")),
		{ kind: "row", icon: "copy", label: l10n.t("Copy report"), alwaysShow: true, act: { kind: "copy" } },
		{ kind: "row", icon: "markdown", label: l10n.t("Open report"), alwaysShow: true, act: { kind: "open" } },
		{ kind: "row", icon: "refresh", label: l10n.t("Examine again"), alwaysShow: true, act: { kind: "again" } },
		...rest,
	];
}

/** What a button says that lets Parley do its part. */
export function repairText(l10n: L10n, repair: Repair): string {
	switch (repair.kind) {
		case "restart":
			return l10n.t("Start again");
		case "reinstallBridge":
			return l10n.t("Write the bridge anew");
		case "newTerminal":
			return l10n.t("Open a terminal");
		case "trustFolder":
			return l10n.t("Manage workspace trust");
		case "connect":
			return l10n.t("Connect");
		case "disconnect":
			return l10n.t("Disconnect agents…");
		case "openSetting":
			return l10n.t("Open settings");
		case "openFile":
			return l10n.t("Open the file");
	}
}

function separator(label: string): ListRow<DoctorAct> {
	return { kind: "separator", label };
}

function rowOf(l10n: L10n, section: string, row: Row): ListRow<DoctorAct> {
	const { status, title, detail, remedy } = row;
	return {
		kind: "row",
		icon: ICONS[status],
		label: `${section}: ${title}`,
		// A screen reader does not speak the icon.
		description: statusText(l10n, status),
		detail: remedy === undefined ? detail : `${detail} ${remedy}`,
		act: { kind: "row", section, row },
	};
}
