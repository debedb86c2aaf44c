import type { EditPlan, EditRefusal, EntryState, FilePart, ServerEntry } from "./integration";
import { startsBridge } from "./startsBridge";
import { isTable, parseToml, sameToml, type Table } from "./toml";
import { type TomlEntry, withEntry, withoutEntry } from "./tomlEntry";

/** How one program lists its servers in TOML, each in a table below `mcp_servers`, and what ours looks like there. */
export interface TomlServers {
	/** What our entry was called in earlier versions; such an entry moves to the present name with what its user changed. */
	readonly oldNames: readonly string[];
	/** The table as it has to be; of an earlier one of ours it keeps what its user set there. */
	readonly server: (entry: ServerEntry, earlier: unknown) => Table;
}

/** Plans for one marked table among a program's servers; everything else in the file stays byte for byte. */
export function tomlServers(form: TomlServers): Pick<FilePart, "plan" | "state"> {
	return {
		plan: (current = "", entry, want) => plan(current, entry, want, form),
		state: (current = "", entry) => state(current, entry, form),
	};
}

const NAME = "parley";

function entryNamed(name: string): TomlEntry {
	return {
		path: ["mcp_servers", name],
		markers: {
			start: "# >>> parley (managed by the VS Code extension; safe to delete) >>>",
			end: "# <<< parley <<<",
		},
	};
}

function plan(
	current: string,
	entry: ServerEntry,
	want: "connected" | "disconnected",
	{ oldNames, server }: TomlServers,
): EditPlan {
	const before = parseToml(current);
	if (before.kind === "broken") return refused({ kind: "unparsable", line: before.line, reason: before.reason });
	const servers = serversOf(before.table);
	const ours = [NAME, ...oldNames].filter((name) => isOurs(servers[name], entry));
	const isForeign = servers[NAME] !== undefined && !ours.includes(NAME);
	if (isForeign && want === "connected") return refused({ kind: "foreign", name: NAME });

	const [newest] = ours;
	const wanted = want === "connected" ? server(entry, newest && servers[newest]) : undefined;
	if (wanted !== undefined && ours.length === 1 && sameToml(servers[NAME], wanted)) return { kind: "unchanged" };

	const leaving = new Set(isForeign ? ours : [NAME, ...ours]);
	let text = current;
	for (const name of leaving) text = withoutEntry(text, entryNamed(name));
	if (wanted !== undefined) text = withEntry(text, entryNamed(NAME), wanted);

	const staying = Object.entries(servers).filter(([name]) => !leaving.has(name));
	const meant = { ...Object.fromEntries(staying), ...(wanted !== undefined && { [NAME]: wanted }) };
	if (!means(text, before.table, meant)) return refused({ kind: "reshaped", name: ours[0] ?? NAME });
	return text === current ? { kind: "unchanged" } : { kind: "write", text };
}

function refused(why: EditRefusal): EditPlan {
	return { kind: "refused", why };
}

function state(current: string, entry: ServerEntry, form: TomlServers): EntryState {
	const parsed = parseToml(current);
	if (parsed.kind === "broken") return "unreadable";
	const servers = serversOf(parsed.table);
	const ours = [NAME, ...form.oldNames].map((name) => servers[name]).find((server) => isOurs(server, entry));
	if (ours === undefined) return servers[NAME] === undefined ? "absent" : "foreign";
	if (isTable(ours) && ours["enabled"] === false) return "disabled";
	return plan(current, entry, "connected", form).kind === "unchanged" ? "current" : "outdated";
}

function serversOf(table: Table): Table {
	const servers = table["mcp_servers"];
	return isTable(servers) ? servers : {};
}

/** Whether the text is valid and differs from `before` in its servers only, which are exactly `servers`. */
function means(text: string, before: Table, servers: Table): boolean {
	const after = parseToml(text);
	const rest = (table: Table): Table => ({ ...table, mcp_servers: undefined });
	return (
		after.kind === "table" && sameToml(rest(after.table), rest(before)) && sameToml(serversOf(after.table), servers)
	);
}

function isOurs(server: unknown, entry: ServerEntry): boolean {
	if (!isTable(server)) return false;
	const args: readonly unknown[] = Array.isArray(server["args"]) ? server["args"] : [];
	return startsBridge([server["command"], ...args], entry);
}
