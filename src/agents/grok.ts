import { bridgeArguments, CALL_BUDGET_S, TOOLS } from "./bridgeArguments";
import type { AgentIntegration, Machine, ServerEntry } from "./integration";
import { positiveOr } from "./positiveOr";
import { findProgram, folderFrom, joinPath } from "./programs";
import { isTable, type Table } from "./toml";
import { tomlServers } from "./tomlServers";

/** xAI's own CLI: one marked block in its file, as Codex gets it, and beside it the rules that allow our tools. */
export function grok(oldNames: readonly string[]): AgentIntegration {
	return {
		id: "grok",
		label: "Grok",
		detect(machine) {
			const program = findProgram(machine, "grok") ?? ownProgram(machine);
			const isUsed = machine.kindOf(configFile(machine)) === "file" || isOfficial(machine, program);
			return isUsed ? { kind: "found", program } : { kind: "absent" };
		},
		way: {
			kind: "file",
			path: configFile,
			...tomlServers({
				oldNames,
				server,
				rules: {
					path: ["permission", "rules"],
					ours: TOOLS.map((tool) => ({ action: "allow", tool: "mcp", pattern: `parley__${tool}` })),
					// Grok 1.0.41 passes over these rules where there are others in their short form.
					areRead: (section) => ["allow", "deny", "ask"].every((short) => section[short] === undefined),
				},
			}),
		},
	};
}

function grokHome({ env, home, platform }: Machine): string {
	return folderFrom(env["GROK_HOME"], joinPath(platform, home, ".grok"));
}

function configFile(machine: Machine): string {
	return joinPath(machine.platform, grokHome(machine), "config.toml");
}

/** Where xAI's installer puts it. */
function ownProgram(machine: Machine): string | undefined {
	const name = machine.platform === "win32" ? "grok.exe" : "grok";
	const path = joinPath(machine.platform, grokHome(machine), "bin", name);
	return machine.kindOf(path) === "file" ? path : undefined;
}

/** Another package brings a `grok` too, which is a script and knows nothing of this file; the official one names itself. */
function isOfficial(machine: Machine, program: string | undefined): boolean {
	if (program === undefined) return false;
	if (program === ownProgram(machine)) return true;
	const script = machine.readText(program);
	// What is too large to be read is the program itself.
	return script === undefined || script.includes("@xai-official/grok");
}

function server(entry: ServerEntry, earlier: unknown): Table {
	const own = isTable(earlier) ? earlier : {};
	const env = { ...(isTable(own["env"]) ? own["env"] : {}), ...entry.env };
	const budgetS = positiveOr(own["tool_timeout_sec"], CALL_BUDGET_S);
	const start = {
		command: entry.command,
		args: [...entry.args, ...bridgeArguments("grok", { budgetS })],
		...(Object.keys(env).length > 0 && { env }),
	};
	return { ...start, startup_timeout_sec: 15, tool_timeout_sec: CALL_BUDGET_S, ...own, ...start };
}
