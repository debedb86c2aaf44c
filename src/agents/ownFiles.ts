import type { StateFiles } from "./files";
import { isOlder } from "./isOlder";
import type { ByEnvironment, ServerEntry } from "./integration";

/** Whoever writes the files of ours that an agent's variables name: the editor that the person works in. */
export interface Writer {
	readonly state: StateFiles;
	readonly entry: ServerEntry;
	/** Of this extension, "1.2.3". */
	readonly version: string;
}

/**
 * `hasPrompts`: an editor of this person wants the agent's own permission prompts. The version comes last: a write that was
 * cut short is made good by the next.
 */
export function writeOwnFiles({ state, entry, version }: Writer, way: ByEnvironment, hasPrompts: boolean): void {
	const mark = { path: way.versionFile, text: `${JSON.stringify({ version })}\n` };
	// An agent may be starting with them right now: what would not change is left alone.
	for (const { path, text } of [...way.files(entry, hasPrompts), mark]) {
		if (state.read(path) !== text) state.write(path, text);
	}
}

/** Whether an editor with a later version has written them: two of them must not replace each other's in turn. */
export function areOfLaterVersion({ state, version }: Writer, way: ByEnvironment): boolean {
	const there = parseVersion(state.read(way.versionFile) ?? "");
	return there !== undefined && isOlder(version, there);
}

function parseVersion(text: string): string | undefined {
	try {
		const { version } = JSON.parse(text) as Record<string, unknown>;
		return typeof version === "string" ? version : undefined;
	} catch {
		return undefined;
	}
}
