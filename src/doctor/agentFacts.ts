import type { AgentConnections, ListedAgent } from "../agents/connections";
import { thisMachine, versionOf } from "../agents/apply";
import { agentCatalogue } from "../agents/catalogue";
import type { AgentId, Machine, ServerEntry } from "../agents/integration";
import { openConnections } from "../agents/openConnections";
import type { AgentSwitchboard } from "../core/agentSwitches";

/** How the agents of this machine stand. */
export interface AgentSource {
	readonly connections: Pick<AgentConnections, "agents" | "prepare">;
	readonly machine: Machine;
	/** Undefined where only a folder of the agent is there. */
	programOf(id: AgentId): string | undefined;
	/** What the program says of itself; undefined where it does not say. */
	versionOf(program: string): Promise<string | undefined>;
	/** The paths of all files in which something of ours may stand for that agent. */
	filesOf(agent: ListedAgent): readonly string[];
}

/** What is known of agents beside what their files say. */
export interface AgentContext {
	readonly now: number;
	/** Undefined in a shell, which does not know the editor's settings. */
	readonly switches: AgentSwitchboard | undefined;
	/** Whether a session of it has had turns by hooks in this window. */
	readonly isHooked: (agentId: string) => boolean;
	readonly lastHandshake: (agentId: string) => number | undefined;
	readonly lastCall: (agentId: string) => number | undefined;
}

/** Only looks: of what could not be read, nothing is set aside. */
export function openAgents(stateRoot: string, entry: ServerEntry, version: string): AgentSource {
	const catalogue = agentCatalogue();
	const connections = openConnections({
		stateRoot,
		entry,
		version,
		exclusively: () => {
			throw new Error("Parley’s own file about connected agents makes no sense");
		},
		onSetAside: () => undefined,
	});
	return {
		connections,
		machine: thisMachine,
		programOf(id) {
			const found = catalogue.find((each) => each.id === id)?.detect(thisMachine);
			return found?.kind === "found" ? found.program : undefined;
		},
		versionOf,
		filesOf({ id, files }) {
			const way = catalogue.find((each) => each.id === id)?.way;
			if (files.length > 0 || way?.kind !== "environment") return files;
			return way
				.files(entry)
				.map(({ path }) => [stateRoot, ...path.split("/")].join(thisMachine.platform === "win32" ? "\\" : "/"));
		},
	};
}
