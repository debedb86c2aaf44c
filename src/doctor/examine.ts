import { setTimeout as pause } from "node:timers/promises";
import type { L10n } from "../ui/l10n";
import type { Row } from "./report";

/** One thing to examine. */
export interface Examination {
	readonly id: string;
	readonly title: string;
	/** How long it may take, in milliseconds. */
	readonly withinMs?: number;
	readonly run: () => Finding | Promise<Finding>;
}

/** What a row says beside its name. */
export type Finding = Omit<Row, "id" | "title">;

const WITHIN_MS = 5_000;

/** All at once. One that fails or takes too long becomes a row that says so. */
export function examineAll(l10n: L10n, examinations: readonly Examination[]): Promise<readonly Row[]> {
	return Promise.all(examinations.map((each) => examine(l10n, each)));
}

async function examine(l10n: L10n, { id, title, withinMs = WITHIN_MS, run }: Examination): Promise<Row> {
	const late = new AbortController();
	const timeout = pause(withinMs, undefined, { signal: late.signal }).then((): Finding => ({
		status: "failed",
		detail: l10n.t("It could not be examined within {0} seconds.", withinMs / 1_000),
		remedy: l10n.t("Run the Doctor again when the machine is less busy."),
	}));
	timeout.catch(() => undefined);
	try {
		return { id, title, ...(await Promise.race([found(l10n, run), timeout])) };
	} finally {
		late.abort();
	}
}

async function found(l10n: L10n, run: Examination["run"]): Promise<Finding> {
	try {
		return await run();
	} catch (error) {
		return {
			status: "failed",
			detail: l10n.t("It could not be examined: {0}", error instanceof Error ? error.message : String(error)),
			remedy: l10n.t("The log may say more. Report it with this report."),
		};
	}
}
