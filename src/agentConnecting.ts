import { createRequire } from "node:module";
import { join } from "node:path";
import type { AgentConnections } from "./agents/connections";
import type { openConnections } from "./agents/openConnections";
import type { Disposable } from "./core/lifetime";
import type { Log } from "./core/ports";
import { AgentVariables, type VariableCollection } from "./editor/agentVariables";
import type { WindowPlace } from "./startWindow";
import { Connect, type ConnectDeps } from "./ui/connect";

export interface AgentConnectingDeps extends Omit<ConnectDeps, "connections" | "changed"> {
	readonly collection: VariableCollection;
	readonly log: Log;
	/** The folder of the bundles. */
	readonly dist: string;
	/** The person wants variables in terminals. */
	isOn(): boolean;
}

/** Connecting agents in this window: what the person does, and what new terminals get for it. */
export class AgentConnecting implements Disposable {
	readonly #deps: AgentConnectingDeps;
	readonly #variables: AgentVariables;
	#connections: AgentConnections | undefined;
	#connect: Connect | undefined;
	#hasOffered = false;

	constructor(deps: AgentConnectingDeps) {
		this.#deps = deps;
		this.#variables = new AgentVariables(deps.collection);
	}

	/** Undefined until the window has its place. */
	get connect(): Connect | undefined {
		return this.#connect;
	}

	/** The window has its place. */
	use({ state, bridge }: WindowPlace): void {
		// A bundle of its own, as the broker is: activation loads neither it nor the parsers of configuration files.
		const bundle = createRequire(__filename)(join(this.#deps.dist, "agents.cjs")) as {
			openConnections: typeof openConnections;
		};
		const connections = bundle.openConnections(state.root, bridge);
		this.#connections = connections;
		this.#connect = new Connect({ ...this.#deps, connections, changed: () => this.refresh() });
		this.refresh();
	}

	/** The setting, or another window, may have changed what is wanted. */
	refresh(): void {
		try {
			this.#variables.set(this.#deps.isOn() ? (this.#connections?.variables() ?? []) : []);
		} catch (error) {
			this.#deps.log.error("the variables of the connected agents could not be set", error);
		}
	}

	/** Agents can ask from now on: names those that are found, unless that was done before. */
	offer(): void {
		if (this.#hasOffered || !this.#deps.isOn()) return;
		this.#hasOffered = true;
		this.#connect?.offer().catch((error: unknown) => this.#deps.log.error("the offer to connect failed", error));
	}

	dispose(): void {
		this.#variables.dispose();
	}
}
