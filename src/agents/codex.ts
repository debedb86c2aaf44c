import { codexServer, isOurs } from "./codexServer";
import type { AgentIntegration, EditPlan, EntryState, Machine, ServerEntry } from "./integration";
import { findProgram, folderFrom, joinPath } from "./programs";
import { isTable, parseToml, sameToml, type Table } from "./toml";
import { type TomlEntry, withEntry, withoutEntry } from "./tomlEntry";

/**
 * Codex knows servers from its own file only: one marked table there, added and taken out as a whole. `oldNames`: what
 * our entry was called in earlier versions; such an entry moves to the present name with what its user changed in it.
 */
export function codex(oldNames: readonly string[]): AgentIntegration {
	return {
		id: "codex",
		label: "Codex",
		detect(machine) {
			const program = findProgram(machine, "codex");
			const isUsed = program !== undefined || machine.kindOf(codexHome(machine)) === "folder";
			return isUsed ? { kind: "found", program } : { kind: "absent" };
		},
		way: {
			kind: "file",
			path: (machine) => joinPath(machine.platform, codexHome(machine), "config.toml"),
			plan: (current = "", entry, want) => plan(current, entry, want, oldNames),
			state: (current = "", entry) => state(current, entry, oldNames),
		},
	};
}

function codexHome({ env, home, platform }: Machine): string {
	return folderFrom(env["CODEX_HOME"], joinPath(platform, home, ".codex"));
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
	oldNames: readonly string[],
): EditPlan {
	const before = parseToml(current);
	if (before.kind === "broken") return refused({ kind: "unparsable", line: before.line, reason: before.reason });
	const servers = serversOf(before.table);
	const ours = [NAME, ...oldNames].filter((name) => isOurs(servers[name], entry));
	const isForeign = servers[NAME] !== undefined && !ours.includes(NAME);
	if (isForeign && want === "connected") return refused({ kind: "foreign", name: NAME });

	const [newest] = ours;
	const wanted = want === "connected" ? codexServer(entry, newest && servers[newest]) : undefined;
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

function refused(why: Extract<EditPlan, { kind: "refused" }>["why"]): EditPlan {
	return { kind: "refused", why };
}

function state(current: string, entry: ServerEntry, oldNames: readonly string[]): EntryState {
	const parsed = parseToml(current);
	if (parsed.kind === "broken") return "unreadable";
	const servers = serversOf(parsed.table);
	const ours = [NAME, ...oldNames].map((name) => servers[name]).find((server) => isOurs(server, entry));
	if (ours === undefined) return servers[NAME] === undefined ? "absent" : "foreign";
	if (isTable(ours) && ours["enabled"] === false) return "disabled";
	return plan(current, entry, "connected", oldNames).kind === "unchanged" ? "current" : "outdated";
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
