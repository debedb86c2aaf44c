import { type NearestBridges, nearestBridges } from "./agentLineage";
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

	/** Whether the hook is the process that holds the connection, and was started by the one that it names. */
	async isAsSaid(
		{ pid, agentPid }: HookClaim,
		{ remotePort, localPort }: { readonly remotePort: number; readonly localPort: number },
	): Promise<boolean> {
		const processes = this.#processes;
		if (processes === undefined) return true;
		const [isHolder, ancestry] = await Promise.all([
			processes.ownsConnection(pid, remotePort, localPort),
			processes.ancestry(pid),
		]);
		return isHolder && ancestry.indexOf(agentPid) > 0;
	}

	/** Undefined: the platform does not tell. */
	async nearest(agentPid: number, bridges: readonly number[]): Promise<NearestBridges | undefined> {
		return this.#processes && nearestBridges(agentPid, bridges, this.#processes);
	}
}
