import type { L10n } from "../ui/l10n";
import type { Report, Row, RowStatus } from "./report";

export interface DocumentHead {
	/** Of this extension, "1.2.3". */
	readonly version: string;
	/** "Visual Studio Code 1.101.0, linux x64", or what stands for it in a shell. */
	readonly place: string;
	/** ISO 8601. */
	readonly at: string;
}

/** The report as Markdown, without the head of {@link RowStatus} signs that only eyes read: the state is a word. */
export function reportDocument(l10n: L10n, report: Report, { version, place, at }: DocumentHead, home: string): string {
	const rows = report.sections.flatMap(({ rows }) => rows);
	const faults = rows.filter(({ status }) => status === "failed").length;
	const warnings = rows.filter(({ status }) => status === "warning").length;
	const summary =
		faults + warnings === 0
			? l10n.t("Everything that was examined works.")
			: l10n.t("Faults: {0}, warnings: {1}.", faults, warnings);
	const lines = [
		`# ${l10n.t("Parley Doctor")}`,
		"",
		`Parley ${version}, ${place}, ${at}`,
		"",
		summary,
		...report.sections.flatMap(({ title, rows }) => [
			"",
			`## ${title}`,
			"",
			...rows.flatMap((row) => rowLines(l10n, row)),
		]),
	];
	return `${withoutPrivate(lines.join("\n"), home)}\n`;
}

/** The state of a row as a word. */
export function statusText(l10n: L10n, status: RowStatus): string {
	switch (status) {
		case "ok":
			return l10n.t("Works");
		case "info":
			return l10n.t("Note");
		case "warning":
			return l10n.t("Warning");
		case "failed":
			return l10n.t("Fault");
	}
}

function rowLines(l10n: L10n, { id, status, title, detail, remedy }: Row): readonly string[] {
	return [
		`- **${statusText(l10n, status)}** ${title} (${id}): ${oneLine(detail)}`,
		...(remedy === undefined ? [] : [`  - ${l10n.t("What to do: {0}", oneLine(remedy))}`]),
	];
}

/** Texts of programs can have line breaks. */
function oneLine(text: string): string {
	return text.replace(/\s+/gu, " ").trim();
}

/** The home folder becomes `~`, and whatever is as long as a secret of ours goes. */
function withoutPrivate(text: string, home: string): string {
	const short = home.length > 1 ? text.replaceAll(home, "~") : text;
	return short.replace(/[0-9a-f]{32,}/gi, "…");
}
