import type { ServerEntry } from "./integration";
import { startsBridge } from "./startsBridge";
import { isTable, type Table } from "./toml";

/** A table that a person may have written something else for. */
export function tableIn(table: Table | undefined, key: string): Table {
	const value = table?.[key];
	return isTable(value) ? value : {};
}

export function listIn(table: Table, key: string): readonly unknown[] {
	const value = table[key];
	return Array.isArray(value) ? value : [];
}

/** Whether a server that is started by `args` and the program under `command` is ours. */
export function isOurServer(server: Table, command: string, entry: ServerEntry): boolean {
	return startsBridge([server[command], ...listIn(server, "args")], entry);
}

/** The variables that start the bridge, beside those that the person has added; left out where there are none. */
export function environment(key: string, earlier: Table, entry: ServerEntry, own: Table = {}): Table {
	const env = { ...own, ...tableIn(earlier, key), ...entry.env };
	return Object.keys(env).length > 0 ? { [key]: env } : {};
}
