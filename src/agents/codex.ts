import { codexHooks } from "./codexHooks";
import { codexServer } from "./codexServer";
import type { AgentIntegration, Machine } from "./integration";
import { findProgram, folderFrom, joinPath } from "./programs";
import { tomlServers } from "./tomlServers";

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
			const isUsed = program !== undefined || machine.kindOf(inHome(machine)) === "folder";
			return isUsed ? { kind: "found", program } : { kind: "absent" };
		},
		way: {
			kind: "file",
			path: (machine) => inHome(machine, "config.toml"),
			...tomlServers({ oldNames, server: codexServer }),
			also: [codexHooks((machine) => inHome(machine, "hooks.json"))],
		},
	};
}

function inHome({ env, home, platform }: Machine, ...path: readonly string[]): string {
	return joinPath(platform, folderFrom(env["CODEX_HOME"], joinPath(platform, home, ".codex")), ...path);
}
