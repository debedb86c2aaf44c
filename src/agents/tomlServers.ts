import type { EditPlan, EditRefusal, EntryState, FilePart, ServerEntry } from "./integration";
import { startsBridge } from "./startsBridge";
import { isTable, parseToml, sameToml, type Table } from "./toml";
import { type TomlEntry, withEntry, withoutEntry } from "./tomlEntry";
import { areOurRulesIn, isOurRule, rulesIn, takesRules, type TomlRules, withRules } from "./tomlRules";
import type { TomlTable } from "./tomlTables";

/** How one program lists its servers in TOML, each in a table below `mcp_servers`, and what ours looks like there. */
export interface TomlServers {
	/** What our entry was called in earlier versions; such an entry moves to the present name with what its user changed. */
	readonly oldNames: readonly string[];
	/** The table as it has to be; of an earlier one of ours it keeps what its user set there. */
	readonly server: (entry: ServerEntry, earlier: unknown) => Table;
	/** What allows our tools beforehand, where that is not a part of the server's own table. */
	readonly rules?: TomlRules;
}

/** Plans for one marked block in such a file; everything else there stays byte for byte. */
export function tomlServers(form: TomlServers): Pick<FilePart, "plan" | "state"> {
	return {
		plan: (current = "", entry, want) => plan(current, entry, want, form),
		state: (current = "", entry) => state(current, entry, form),
	};
}

const NAME = "parley";

/** Our block with the tables of these servers, and our rules. */
function blockOf(names: ReadonlySet<string>, rules: TomlRules | undefined): TomlEntry {
	return {
		isOurs({ path }: TomlTable, text) {
			const [section, name] = path;
			if (section === "mcp_servers" && name !== undefined && names.has(name)) return true;
			if (rules === undefined || path.length !== 2 || path.some((key, i) => key !== rules.path[i])) return false;
			const table = parseToml(text);
			return table.kind === "table" && rulesIn(table.table, rules).some((rule) => isOurRule(rule, rules));
		},
		markers: {
			start: "# >>> parley (managed by the VS Code extension; safe to delete) >>>",
			end: "# <<< parley <<<",
		},
	};
}

function plan(current: string, entry: ServerEntry, want: "connected" | "disconnected", form: TomlServers): EditPlan {
	const { oldNames, server, rules } = form;
	const before = parseToml(current);
	if (before.kind === "broken") return refused({ kind: "unparsable", line: before.line, reason: before.reason });
	const servers = serversOf(before.table);
	const ours = [NAME, ...oldNames].filter((name) => isOurs(servers[name], entry));
	const isForeign = servers[NAME] !== undefined && !ours.includes(NAME);
	if (isForeign && want === "connected") return refused({ kind: "foreign", name: NAME });

	const [newest] = ours;
	const wanted = want === "connected" ? server(entry, newest && servers[newest]) : undefined;
	const isRight = wanted !== undefined && ours.length === 1 && sameToml(servers[NAME], wanted);
	const leaving = new Set(isForeign ? ours : [NAME, ...ours]);
	const rewrite = (added: readonly Table[]): EditPlan | undefined => {
		const block = blockOf(leaving, rules);
		let text = withoutEntry(current, block);
		if (wanted !== undefined) text = withEntry(text, block, blockTables(wanted, rules, added));
		const meant = meaning(before.table, leaving, wanted, rules, added);
		if (!means(text, meant)) return undefined;
		return text === current ? { kind: "unchanged" } : { kind: "write", text };
	};
	if (rules !== undefined && wanted !== undefined && takesRules(before.table, rules)) {
		if (isRight && areOurRulesIn(before.table, rules)) return { kind: "unchanged" };
		const plan = rewrite(rules.ours);
		if (plan !== undefined) return plan;
	}
	if (isRight) return { kind: "unchanged" };
	return rewrite([]) ?? refused({ kind: "reshaped", name: ours[0] ?? NAME });
}

function blockTables(server: Table, rules: TomlRules | undefined, added: readonly Table[]): Table {
	const tables = { mcp_servers: { [NAME]: server } };
	return rules === undefined ? tables : withRules(tables, rules, added);
}

/** What the file has to say afterwards: nothing else than before, but our server and our rules. */
function meaning(
	before: Table,
	leaving: ReadonlySet<string>,
	wanted: Table | undefined,
	rules: TomlRules | undefined,
	added: readonly Table[],
): Table {
	const staying = Object.entries(serversOf(before)).filter(([name]) => !leaving.has(name));
	const servers = { ...Object.fromEntries(staying), ...(wanted !== undefined && { [NAME]: wanted }) };
	const table = { ...before, mcp_servers: servers };
	if (rules === undefined) return table;
	const theirs = rulesIn(before, rules).filter((rule) => !isOurRule(rule, rules));
	return withRules(table, rules, [...theirs, ...added]);
}

function means(text: string, meant: Table): boolean {
	const after = parseToml(text);
	return after.kind === "table" && sameToml({ ...after.table, mcp_servers: serversOf(after.table) }, meant);
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

function isOurs(server: unknown, entry: ServerEntry): boolean {
	if (!isTable(server)) return false;
	const args: readonly unknown[] = Array.isArray(server["args"]) ? server["args"] : [];
	return startsBridge([server["command"], ...args], entry);
}
