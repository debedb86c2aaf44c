import type { DocumentForm } from "./stateDocument";

/** What is needed to put a file of the user's back. */
export interface JournalEntry {
	/** The id of the agent whose file it is. */
	readonly agent: string;
	/** The real path of the file. */
	readonly file: string;
	/** Below the state folder: the file as it would be without this agent's part; left out where there would be none. */
	readonly backup?: string;
	/** There was no file before us: what would be left of it without any text of value goes. */
	readonly isMade?: boolean;
	/** Folders that we made for the file, outermost first. */
	readonly madeFolders: readonly string[];
	/** SHA-256 (hex) of the text that we wrote: while the file still is that text, exactly the backup goes back. */
	readonly written: string;
}

export const JOURNAL: DocumentForm<readonly JournalEntry[]> = {
	path: "journal.json",
	empty: [],
	parse,
	format: (edits) => `${JSON.stringify({ v: 1, edits }, undefined, "\t")}\n`,
};

function parse(text: string): readonly JournalEntry[] | undefined {
	let raw: unknown;
	try {
		raw = JSON.parse(text);
	} catch {
		return undefined;
	}
	if (!isRecord(raw) || raw["v"] !== 1 || !Array.isArray(raw["edits"])) return undefined;
	return raw["edits"].every(isEntry) ? raw["edits"] : undefined;
}

function isEntry(value: unknown): value is JournalEntry {
	if (!isRecord(value)) return false;
	const { agent, file, backup, isMade, madeFolders, written } = value;
	return (
		typeof agent === "string" &&
		typeof file === "string" &&
		// Only a name that we give ourselves: the journal must not lead to another file.
		(backup === undefined || (typeof backup === "string" && /^backups\/[a-z0-9-]+$/.test(backup))) &&
		(isMade === undefined || typeof isMade === "boolean") &&
		Array.isArray(madeFolders) &&
		madeFolders.every((folder) => typeof folder === "string") &&
		typeof written === "string"
	);
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
