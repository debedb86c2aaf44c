import { TOOLS } from "./bridgeArguments";
import { hookWords, posixHookLine, powershellHookLine } from "./hookWords";
import type { AgentIntegration, ByFile, Machine, ServerEntry } from "./integration";
import { type JsonServer, jsonServer } from "./jsonServer";
import { jsonText, ownFile } from "./ownFile";
import { belowHome, findProgram, folderFrom, joinPath } from "./programs";

const SERVER: JsonServer = { agent: "gemini", limit: { key: "timeout", perSecond: 1_000 } };

/** Milliseconds; the hook answers within a few hundred. */
const HOOK_TIMEOUT_MS = 10_000;

/**
 * Gemini CLI takes a folder of ours among its extensions, so no file of the user's is touched: the server, hooks that tell
 * where a turn begins and ends, and one rule, in a file of its own, that allows our tools by name. An entry in the user's
 * settings could only trust the whole server.
 */
export const gemini: AgentIntegration = {
	id: "gemini",
	label: "Gemini CLI",
	detect(machine) {
		const program = findProgram(machine, "gemini");
		// Other programs of its maker have folders in this one.
		const isUsed = program !== undefined || machine.kindOf(inFolder(machine, "settings.json")) === "file";
		return isUsed ? { kind: "found", program } : { kind: "absent" };
	},
	way: byFile(),
};

function byFile(): ByFile {
	return {
		kind: "file",
		...ownFile((machine) => inFolder(machine, "extensions", "parley", "gemini-extension.json"), manifest),
		also: [
			ownFile((machine) => inFolder(machine, "extensions", "parley", "hooks", "hooks.json"), hooks),
			ownFile((machine) => inFolder(machine, "policies", "parley.toml"), policy),
		],
	};
}

function inFolder(machine: Machine, ...path: readonly string[]): string {
	const home = folderFrom(machine.env["GEMINI_CLI_HOME"], machine.home);
	return joinPath(machine.platform, belowHome({ ...machine, home }, ".gemini"), ...path);
}

function manifest(entry: ServerEntry): string {
	return jsonText({
		name: "parley",
		version: "1.0.0",
		description: "Asks you in VS Code, and shows there what the agent plans.",
		mcpServers: { parley: jsonServer(SERVER, entry) },
	});
}

function hooks(entry: ServerEntry): string {
	const group = (event: string): object => {
		const words = hookWords(entry, "gemini", event);
		const command = entry.env === undefined ? posixHookLine(words) : powershellHookLine(words, entry.env);
		return { hooks: [{ type: "command", name: "parley", command, timeout: HOOK_TIMEOUT_MS }] };
	};
	return jsonText({ hooks: { BeforeAgent: [group("BeforeAgent")], AfterAgent: [group("AfterAgent")] } });
}

function policy({ command, args }: ServerEntry): string {
	return [
		`# Parley, the VS Code extension: its tools run without a question. For ${[command, ...args].join(" ")}`,
		"[[rule]]",
		'mcpName = "parley"',
		`toolName = [${TOOLS.map((tool) => `"${tool}"`).join(", ")}]`,
		'decision = "allow"',
		"priority = 100",
		"",
	].join("\n");
}
