import { CONSENTS, type Consents, withAgent, withoutAgent } from "./consents";
import { type Edit, FileEdits, type FileEditsDeps } from "./fileEdits";
import type { FileRefusal } from "./files";
import type {
	AgentId,
	AgentIntegration,
	EditRefusal,
	EntryState,
	EnvironmentChange,
	EnvironmentNote,
	EnvironmentRefusal,
} from "./integration";
import { areOfLaterVersion, type Writer, writeOwnFiles } from "./ownFiles";
import { reasonOf } from "./reasonOf";
import { StateDocument } from "./stateDocument";

export interface ConnectionsDeps extends FileEditsDeps, Writer {
	readonly integrations: readonly AgentIntegration[];
	/** Of Parley's state folder, absolute. */
	readonly stateRoot: string;
	/** What a program says of its version; undefined where it does not say. */
	readonly versionOf: (program: string) => Promise<string | undefined>;
}

/** How things stand between Parley and one agent. */
export interface ListedAgent {
	readonly id: AgentId;
	readonly label: string;
	/** The file that gets an entry; undefined where variables are enough. */
	readonly file: string | undefined;
	/** Whether something of ours is in place, so that there is something to disconnect. */
	readonly isOurs: boolean;
	readonly state: ConnectionState;
}

/** `refused`: cannot be connected as things are; preparing says why. */
export type ConnectionState = "connected" | "notConnected" | "outdated" | "disabled" | "refused" | "notInstalled";

/** What connecting or disconnecting would do, to be shown first. */
export type Preparation =
	| {
			readonly kind: "variables";
			readonly agent: AgentId;
			readonly want: "connected" | "disconnected";
			readonly changes: readonly EnvironmentChange[];
			readonly note: EnvironmentNote | undefined;
	  }
	| { readonly kind: "edit"; readonly edit: Edit }
	| { readonly kind: "unchanged" }
	| { readonly kind: "refused"; readonly why: Refusal; readonly file: string };

export type Refusal = EditRefusal | FileRefusal | EnvironmentRefusal;

/** Which agents are connected, and how that is changed. Everything is read anew at each call: other windows write too. */
export class AgentConnections {
	readonly #deps: ConnectionsDeps;
	readonly #edits: FileEdits;
	readonly #consents: StateDocument<Consents>;

	constructor(deps: ConnectionsDeps) {
		this.#deps = deps;
		this.#edits = new FileEdits(deps);
		this.#consents = new StateDocument(deps, CONSENTS);
	}

	/** Every agent of the catalogue, in its order. */
	agents(): readonly ListedAgent[] {
		const { integrations, machine } = this.#deps;
		return integrations.map((agent) => {
			const [isOurs, state] = this.#state(agent);
			const isInstalled = agent.detect(machine).kind === "found";
			return {
				id: agent.id,
				label: agent.label,
				file: agent.way.kind === "file" ? agent.way.path(machine) : undefined,
				isOurs,
				state: isInstalled ? state : "notInstalled",
			};
		});
	}

	async prepare(id: AgentId, want: "connected" | "disconnected"): Promise<Preparation> {
		const agent = this.#agent(id);
		const { machine, stateRoot, versionOf } = this.#deps;
		if (agent.way.kind === "file") return this.#edits.preview(id, agent.way, want);
		const unreadable = this.#whyUnreadable();
		if (unreadable !== undefined) return { kind: "refused", why: unreadable, file: unreadable.file };
		if (want === "disconnected") return { kind: "variables", agent: id, want, changes: [], note: undefined };
		const found = agent.detect(machine);
		const program = found.kind === "found" ? found.program : undefined;
		const plan = agent.way.plan(machine, stateRoot, program === undefined ? undefined : await versionOf(program));
		if (plan.kind === "refused") return { kind: "refused", why: plan.why, file: plan.why.file };
		return { kind: "variables", agent: id, want, changes: plan.changes, note: plan.note };
	}

	/** Does what was prepared and shown. Undefined: done, or there was nothing to do. */
	carryOut(prepared: Preparation): FileRefusal | undefined {
		if (prepared.kind === "edit") return this.#edits.apply(prepared.edit);
		if (prepared.kind !== "variables") return undefined;
		try {
			const { way } = this.#agent(prepared.agent);
			const change = prepared.want === "connected" ? withAgent : withoutAgent;
			this.#consents.change((consents, write) => {
				if (prepared.want === "connected" && way.kind === "environment") writeOwnFiles(this.#deps, way);
				write({ ...consents, connected: change(consents.connected, prepared.agent) });
			});
			return undefined;
		} catch (error) {
			return { kind: "unwritable", file: CONSENTS.path, reason: reasonOf(error) };
		}
	}

	/**
	 * Writes anew, as this version has them, the files of ours that the variables of connected agents name. Throws where
	 * that is not possible.
	 */
	updateFiles(): void {
		const { integrations } = this.#deps;
		const chosen = ({ connected }: Consents): readonly AgentIntegration[] =>
			integrations.filter(({ id }) => connected.includes(id));
		if (chosen(this.#consents.read()).length === 0) return;
		this.#consents.change((consents) => {
			for (const { way } of chosen(consents)) {
				if (way.kind === "environment" && !areOfLaterVersion(this.#deps, way)) writeOwnFiles(this.#deps, way);
			}
		});
	}

	/** What new terminals get for the agents that the person has connected. Throws where it cannot be read who that is. */
	variables(): readonly EnvironmentChange[] {
		const { integrations, machine, stateRoot } = this.#deps;
		const { connected } = this.#consents.read();
		return integrations
			.filter(({ id }) => connected.includes(id))
			.flatMap((agent) => {
				if (agent.way.kind !== "environment") return [];
				const plan = agent.way.plan(machine, stateRoot, undefined);
				return plan.kind === "refused" ? [] : plan.changes;
			});
	}

	/** The agents to offer once: found, connected by variables alone, not connected yet, never offered before. */
	toOffer(): readonly ListedAgent[] {
		const { offered } = this.#consents.read();
		return this.agents().filter(
			({ id, file, state }) => file === undefined && state === "notConnected" && !offered.includes(id),
		);
	}

	/** Remembers for all windows that these were offered. Throws where that cannot be kept. */
	offered(ids: readonly AgentId[]): void {
		this.#consents.change((consents, write) =>
			write({ ...consents, offered: ids.reduce(withAgent, consents.offered) }),
		);
	}

	#state({ id, way }: AgentIntegration): readonly [isOurs: boolean, state: ConnectionState] {
		const { entry, files, machine, stateRoot } = this.#deps;
		if (way.kind === "file") {
			const file = files.read(way.path(machine));
			return file.kind === "file" ? STATES[way.state(file.text, entry)] : [false, "refused"];
		}
		// It may well be connected.
		if (this.#whyUnreadable() !== undefined) return [true, "refused"];
		const isOurs = this.#consents.read().connected.includes(id);
		if (way.plan(machine, stateRoot, undefined).kind === "refused") return [isOurs, "refused"];
		return [isOurs, isOurs ? "connected" : "notConnected"];
	}

	#agent(id: AgentId): AgentIntegration {
		const agent = this.#deps.integrations.find((each) => each.id === id);
		if (agent === undefined) throw new Error(`no such agent: ${id}`);
		return agent;
	}

	/** Undefined: it can be read what the person has decided. */
	#whyUnreadable(): FileRefusal | undefined {
		try {
			this.#consents.read();
			return undefined;
		} catch (error) {
			return { kind: "unreadable", file: CONSENTS.path, reason: reasonOf(error) };
		}
	}
}

const STATES: Record<EntryState, readonly [isOurs: boolean, state: ConnectionState]> = {
	absent: [false, "notConnected"],
	current: [true, "connected"],
	outdated: [true, "outdated"],
	disabled: [true, "disabled"],
	foreign: [false, "refused"],
	unreadable: [false, "refused"],
};
