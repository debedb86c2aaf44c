import type { AgentContacts } from "../../src/core/agentContacts";
import { type AgentSwitchboard, type AgentSwitches, unsetSwitches } from "../../src/core/agentSwitches";
import { Emitter } from "../../src/core/events";

/** A setting that the test turns. */
export class ManualSwitches implements AgentSwitchboard {
	readonly #changed = new Emitter<void>();
	readonly #set = new Map<string, Partial<AgentSwitches>>();
	readonly onDidChange = this.#changed.event;

	of(agentId: string): AgentSwitches {
		return { ...unsetSwitches(agentId), ...this.#set.get(agentId) };
	}

	turn(agentId: string, switches: Partial<AgentSwitches>): void {
		this.#set.set(agentId, switches);
		this.#changed.fire();
	}
}

/** What agents were seen to do, in order. */
export class CountedContacts implements AgentContacts {
	readonly seen: string[] = [];

	onHandshake(agentId: string): void {
		this.seen.push(`${agentId} introduced itself`);
	}

	onCall(agentId: string): void {
		this.seen.push(`${agentId} called`);
	}
}
