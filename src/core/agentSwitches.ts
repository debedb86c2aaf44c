import type { Event } from "./events";

/** What a person switches on or off for one agent. */
export interface AgentSwitches {
	/** It may ask, where its entry allows it at all. */
	readonly clarify: boolean;
	/** Its own permission prompts are brought into the editor. Parley's tool for approvals is another matter. */
	readonly approvals: boolean;
	/** Its runs that nobody watches get the tools too. */
	readonly headless: boolean;
}

/** The switches of every agent, read at each use. */
export interface AgentSwitchboard {
	readonly onDidChange: Event<void>;
	of(agentId: string): AgentSwitches;
}

/** What holds where nothing is set. The editor's own agent mode has questions of its own. */
export function unsetSwitches(agentId: string): AgentSwitches {
	return { clarify: agentId !== "vscode", approvals: false, headless: true };
}

/** The value of the setting: switches by the id of an agent. What is no switch is left out and named in `faults`. */
export function parseSwitches(raw: unknown): {
	readonly set: ReadonlyMap<string, Partial<AgentSwitches>>;
	readonly faults: readonly string[];
} {
	const set = new Map<string, Partial<AgentSwitches>>();
	const faults: string[] = [];
	if (raw === undefined) return { set, faults };
	if (!isRecord(raw)) return { set, faults: ["it is no object"] };
	for (const [id, switches] of Object.entries(raw)) {
		if (!/^[a-z0-9-]{1,40}$/.test(id)) {
			faults.push("a name in it is no agent's");
		} else if (!isRecord(switches)) {
			faults.push(`${id} is no object`);
		} else {
			const known = Object.entries(switches).filter(([name, value]) => {
				const isSwitch = NAMES.some((each) => each === name) && typeof value === "boolean";
				if (!isSwitch) faults.push(`${id} has something that is no switch`);
				return isSwitch;
			});
			set.set(id, Object.fromEntries(known));
		}
	}
	return { set, faults };
}

const NAMES: readonly (keyof AgentSwitches)[] = ["clarify", "approvals", "headless"];

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
