import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { AgentConnections } from "../agents/connections";
import type { ServerEntry } from "../agents/integration";
import { JOURNAL } from "../agents/journal";
import type { StateFolder } from "../node/stateFolder";
import { disconnectAll } from "./disconnectAll";
import { type Leaving, unregister } from "./editors";
import { hasLiveWindow } from "./liveWindows";
import { removeState } from "./removeState";

export interface Uninstalling extends Leaving {
	readonly state: StateFolder;
	readonly platform: NodeJS.Platform;
	readonly connect: (entry: ServerEntry) => AgentConnections;
}

/**
 * Puts back what the extension has changed, unless another editor of this person still has it: all share one state folder
 * and one entry per agent. Where something could not be put back, what it starts stays, and a file says so. Never throws.
 */
export async function uninstall({ state, platform, connect, ...leaving }: Uninstalling): Promise<void> {
	try {
		if (!unregister(state.nodes, leaving) || (await hasLiveWindow(state.run))) return;
		const bridge = join(state.bin, "bridge.cjs");
		const launcher = { command: join(state.bin, "parley-bridge"), args: [] };
		const connections = connect(platform === "win32" ? { command: leaving.execPath, args: [bridge] } : launcher);
		const stays = [...(await disconnectAll(connections)), ...leftBehind(state)];
		removeState(state, stays.length === 0 ? connections.ownFiles() : "bridge stays");
		if (stays.length > 0) note(state, stays);
	} catch (error) {
		note(state, [String(error)]);
	}
}

/** Files that could not be read as what they are, so that nobody found our entry in them. */
function leftBehind({ root, bin }: StateFolder): readonly string[] {
	const text = textOf(join(root, JOURNAL.path));
	const edits = text === undefined ? [] : (JOURNAL.parse(text) ?? []);
	// In JSON and TOML the separators of Windows are doubled.
	const isNamed = (file: string): boolean => textOf(file)?.replaceAll("\\\\", "\\").includes(bin) === true;
	return edits.filter(({ file }) => isNamed(file)).map(({ agent, file }) => `${agent}: ${file}: still names ${bin}`);
}

/** Nobody is told in another way: nothing of the extension is left that could. */
function note({ root }: StateFolder, stays: readonly string[]): void {
	const lines = ["Parley was uninstalled, but this could not be put back:", ...stays, ""];
	try {
		appendFileSync(join(root, "uninstall.log"), lines.map((line) => `${line}\n`).join(""), { mode: 0o600 });
	} catch {
		// The folder itself can't be written.
	}
}

function textOf(path: string): string | undefined {
	try {
		return readFileSync(path, "utf8");
	} catch {
		return undefined;
	}
}
