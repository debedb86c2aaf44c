import type { AgentSwitchboard } from "../core/agentSwitches";
import type { Processes } from "../node/processes";
import type { StateFolder } from "../node/stateFolder";

/** What a window knows of itself when its Doctor runs. */
export interface DoctorFacts {
	/** Of this extension, "1.2.3". */
	readonly version: string;
	/** The folder of this extension's bundles. */
	readonly dist: string;
	readonly platform: NodeJS.Platform;
	/** Milliseconds since the epoch. */
	readonly now: number;
	readonly presence:
		{ readonly kind: "starting" | "running" | "untrusted" } | { readonly kind: "stopped"; readonly reason: string };
	/** Undefined: the window has none, or none yet. */
	readonly place: PlaceFacts | undefined;
	/** Undefined while nobody listens. */
	readonly broker: { readonly url: string; readonly token: string } | undefined;
	readonly terminals: TerminalFacts;
	readonly sessions: readonly SessionFacts[];
	readonly switches: AgentSwitchboard;
	/** When an agent was seen last; milliseconds since the epoch. */
	readonly lastHandshake: (agentId: string) => number | undefined;
	readonly lastCall: (agentId: string) => number | undefined;
}

export interface PlaceFacts {
	readonly state: StateFolder;
	/** The rendezvous file. */
	readonly slot: string;
	readonly instance: string;
	/** How agents start the bridge. */
	readonly bridge: BridgeStart;
}

export interface BridgeStart {
	readonly command: string;
	readonly args: readonly string[];
	readonly env?: Readonly<Record<string, string>>;
}

export interface TerminalFacts {
	/** The person wants variables in terminals. */
	readonly isIntegrated: boolean;
	/** What new terminals get. */
	readonly variables: readonly VariableFacts[];
	/** The processes of the shells. */
	readonly shells: readonly number[];
	/** Undefined where the platform does not tell of processes. */
	readonly processes: Processes | undefined;
}

export interface VariableFacts {
	readonly variable: string;
	readonly how: "set" | "append";
	readonly value: string;
}

export interface SessionFacts {
	readonly agentId: string;
	readonly label: string;
	readonly startedAt: number;
	readonly isRefuted: boolean;
	/** Its turns come from the agent's hooks. */
	readonly isHooked: boolean;
}
