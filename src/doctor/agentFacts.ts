import type { AgentConnections, ListedAgent } from "../agents/connections";
import { thisMachine, versionOf } from "../agents/apply";
import { agentCatalogue } from "../agents/catalogue";
import type { AgentId, AgentIntegration, Machine, ServerEntry, Turnless } from "../agents/integration";
import { openConnections } from "../agents/openConnections";
import { joinPath } from "../agents/programs";
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
	/** Why what it is connected by brings its tools without its turns; undefined: it does not. */
	turnlessOf(agent: ListedAgent): Turnless | undefined;
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
	const connections = openConnections({
		stateRoot,
		entry,
		version,
		exclusively: () => {
			throw new Error("Parley’s own file about connected agents makes no sense");
		},
		onSetAside: () => undefined,
		editor: "doctor",
		editors: () => [],
		hasPrompts: () => false,
	});
	return sourceOf(connections, agentCatalogue(), thisMachine, stateRoot, entry);
}

/** The agents of that catalogue on that machine. */
export function sourceOf(
	connections: AgentSource["connections"],
	catalogue: readonly AgentIntegration[],
	machine: Machine,
	stateRoot: string,
	entry: ServerEntry,
): AgentSource {
	const wayOf = (id: AgentId): AgentIntegration["way"] | undefined => catalogue.find((each) => each.id === id)?.way;
	return {
		connections,
		machine,
		versionOf,
		programOf(id) {
			const found = catalogue.find((each) => each.id === id)?.detect(machine);
			return found?.kind === "found" ? found.program : undefined;
		},
		filesOf({ id, files }) {
			const way = wayOf(id);
			if (files.length > 0 || way?.kind !== "environment") return files;
			return way.files(entry, false).map(({ path }) => joinPath(machine.platform, stateRoot, ...path.split("/")));
		},
		turnlessOf({ id, files }) {
			const way = wayOf(id);
			if (files.length > 0 || way?.kind !== "environment") return undefined;
			const plan = way.plan(machine, stateRoot, undefined, entry);
			return plan.kind === "ready" ? plan.turnless : undefined;
		},
	};
}
