import { createRequire } from "node:module";
import { join } from "node:path";
import type { AgentConnections } from "./agents/connections";
import type { openConnections } from "./agents/openConnections";
import type { AgentSwitchboard } from "./core/agentSwitches";
import { type Disposable, DisposableStore } from "./core/lifetime";
import type { Log } from "./core/ports";
import { AgentVariables, type VariableCollection } from "./editor/agentVariables";
import { editorNodes } from "./node/editorNodes";
import { FileLock } from "./node/fileLock";
import type { WindowPlace } from "./startWindow";
import { Connect, type ConnectDeps } from "./ui/connect";
import { notificationPart } from "./ui/text/notificationText";

export interface AgentConnectingDeps extends Omit<ConnectDeps, "connections" | "changed" | "isSeen" | "hasVariables"> {
	readonly collection: VariableCollection;
	readonly log: Log;
	/** The folder of the bundles. */
	readonly dist: string;
	/** Of this extension, "1.2.3". */
	readonly version: string;
	/** As it is registered with the launcher. */
	readonly editor: string;
	/** The person wants variables in terminals. */
	isOn(): boolean;
	/** What an agent is switched to. */
	readonly switches: AgentSwitchboard;
}

/** Connecting agents in this window: what the person does, and what new terminals get for it. */
export class AgentConnecting implements Disposable {
	readonly #deps: AgentConnectingDeps;
	readonly #owned = new DisposableStore();
	readonly #variables: AgentVariables;
	#connections: AgentConnections | undefined;
	#connect: Connect | undefined;
	#hasOffered = false;
	#hasTold = false;

	constructor(deps: AgentConnectingDeps) {
		this.#deps = deps;
		this.#variables = this.#owned.add(new AgentVariables(deps.collection));
		// Its other changes are no matter of ours, and cost a few files that are read.
		this.#owned.add(deps.switches.onDidChange(() => this.#updateFiles()));
	}

	/** Undefined until the window has its place. */
	get connect(): Connect | undefined {
		return this.#connect;
	}

	/** The window has its place. */
	use({ state, bridge, contacts }: WindowPlace): void {
		// A bundle of its own, as the broker is: activation loads neither it nor the parsers of configuration files.
		const bundle = createRequire(__filename)(join(this.#deps.dist, "agents.cjs")) as {
			openConnections: typeof openConnections;
		};
		const lock = new FileLock(join(state.root, "agents.lock"));
		const connections = bundle.openConnections({
			stateRoot: state.root,
			entry: bridge,
			version: this.#deps.version,
			exclusively: (run) => lock.hold(run),
			onSetAside: (path) => this.#setAside(path),
			editor: this.#deps.editor,
			// An editor that goes as a whole does not tell us.
			editors: () => editorNodes(state).flatMap(({ editor, isThere }) => (isThere ? [editor] : [])),
			hasPrompts: (agent) => this.#deps.switches.of(agent).approvals,
		});
		this.#connections = connections;
		this.#connect = new Connect({
			...this.#deps,
			connections,
			changed: () => this.refresh(),
			isSeen: (agentId) => contacts.lastHandshake(agentId) !== undefined,
			hasVariables: () => this.#deps.isOn(),
		});
		this.#updateFiles();
		this.refresh();
	}

	/** The setting, or another window, may have changed what is wanted. */
	refresh(): void {
		this.#attempt(() => this.#variables.set(this.#deps.isOn() ? (this.#connections?.variables() ?? []) : []));
	}

	/** Agents can ask from now on: names those that are found, unless that was done before. */
	offer(): void {
		if (this.#hasOffered || !this.#deps.isOn()) return;
		this.#hasOffered = true;
		this.#connect?.offer().catch((error: unknown) => this.#failed(error));
	}

	dispose(): void {
		this.#owned.dispose();
	}

	#updateFiles(): void {
		this.#attempt(() => this.#connections?.updateFiles());
	}

	#attempt(act: () => void): void {
		try {
			act();
		} catch (error) {
			this.#failed(error);
		}
	}

	/** It is tried again at each change of the focus; the person is told once. */
	#failed(error: unknown): void {
		const { l10n, log } = this.#deps;
		log.error("the connected agents could not be set up", error);
		if (this.#hasTold) return;
		this.#hasTold = true;
		const reason = notificationPart(error instanceof Error ? error.message : String(error));
		this.#tell(l10n.t("The agents that you have connected could not be set up: {0}", reason));
	}

	#setAside(path: string): void {
		const { l10n, log } = this.#deps;
		log.warn(`a file about connected agents could not be understood and was set aside as ${path}`);
		this.#tell(
			l10n.t(
				"Parley could not understand its file about connected agents and keeps it as {0}. Connect the agents again that are missing.",
				notificationPart(path),
			),
		);
	}

	#tell(message: string): void {
		const { log, notify } = this.#deps;
		notify("warning", message, []).catch((error: unknown) => log.error("a message could not be shown", error));
	}
}
