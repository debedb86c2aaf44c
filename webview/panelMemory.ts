/** What the panel keeps for the next time it is shown; drafts are not among it, the host has them. */
export interface PanelMemory {
	readonly folded: Readonly<Record<string, boolean>>;
	readonly told: readonly string[];
	/** How far the page was scrolled, in px. */
	readonly scroll: number;
}

/** Reads what an earlier panel, perhaps of an older version, has kept. */
export function parseMemory(raw: unknown): PanelMemory {
	const { folded, told, scroll } = isRecord(raw) ? raw : {};
	const flags = isRecord(folded) ? Object.entries(folded) : [];
	return {
		folded: Object.fromEntries(flags.filter((entry): entry is [string, boolean] => typeof entry[1] === "boolean")),
		told: Array.isArray(told) ? told.filter((each): each is string => typeof each === "string") : [],
		scroll: typeof scroll === "number" && Number.isFinite(scroll) ? scroll : 0,
	};
}

function isRecord(raw: unknown): raw is Record<string, unknown> {
	return typeof raw === "object" && raw !== null && !Array.isArray(raw);
}
