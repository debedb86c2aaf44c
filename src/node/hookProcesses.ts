import { agentOf, type NearestBridges, nearestBridges } from "./agentLineage";
import type { Processes } from "./processes";

interface HookClaim {
	readonly pid: number;
	readonly agentPid: number;
}

/** What this machine tells of the processes of hooks and bridges. */
export class HookProcessTable {
	readonly #processes: Processes | undefined;

	/** `processes` undefined: the platform does not tell. */
	constructor(processes: Processes | undefined) {
		this.#processes = processes;
	}

	/**
	 * The agent's process that has started the hook; where the platform does not tell, the one that the hook names.
	 * Undefined: the hook is not the process that holds the connection.
	 */
	async agentOf(
		{ pid, agentPid }: HookClaim,
		{ remotePort, localPort }: { readonly remotePort: number; readonly localPort: number },
	): Promise<number | undefined> {
		const processes = this.#processes;
		if (processes === undefined) return agentPid;
		const [isHolder, agent] = await Promise.all([
			processes.ownsConnection(pid, remotePort, localPort),
			agentOf(pid, processes),
		]);
		return isHolder ? agent : undefined;
	}

	/** Undefined: the platform does not tell. */
	async nearest(agentPid: number, bridges: readonly number[]): Promise<NearestBridges | undefined> {
		return this.#processes && nearestBridges(agentPid, bridges, this.#processes);
	}
}
