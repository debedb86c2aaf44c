import { agentCatalogue } from "../../../src/agents/catalogue";
import type { AgentId, AgentIntegration, ByFile, Machine, ServerEntry } from "../../../src/agents/integration";

export const entry: ServerEntry = { command: "/state/bin/parley-bridge", args: [] };
export const windowsEntry: ServerEntry = {
	command: "C:\\Code\\Code.exe",
	args: ["C:\\Users\\me\\Parley\\bin\\bridge.cjs"],
	env: { ELECTRON_RUN_AS_NODE: "1" },
};

/** A machine with these files and nothing else, under Linux with the home `/home/me` if not told otherwise. */
export function fakeMachine(files: Readonly<Record<string, string>> = {}, more: Partial<Machine> = {}): Machine {
	const names = Object.keys(files);
	const [separator, home] = more.platform === "win32" ? ["\\", "C:\\Users\\me"] : ["/", "/home/me"];
	const below = (folder: string): readonly string[] => names.filter((name) => name.startsWith(folder + separator));
	return {
		platform: "linux",
		home,
		env: {},
		kindOf: (path) => (names.includes(path) ? "file" : below(path).length > 0 ? "folder" : undefined),
		readText: (path) => files[path],
		namesIn: (folder) => below(folder).map((name) => name.slice(folder.length + 1)),
		...more,
	};
}

export function agentNamed(id: AgentId): AgentIntegration {
	const found = agentCatalogue().find((agent) => agent.id === id);
	if (found === undefined) throw new Error(`no such agent: ${id}`);
	return found;
}

/** How an agent is connected by files, at once or where its variable is taken. */
export function filesOf(id: AgentId): ByFile {
	const { way, fallback } = agentNamed(id);
	const files = way.kind === "file" ? way : fallback;
	if (files === undefined) throw new Error(`${id} has no files`);
	return files;
}
