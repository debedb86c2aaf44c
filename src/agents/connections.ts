import { CONSENTS, type Consents, withAgent, withoutAgent } from "./consents";
import type { Edit, FileEditsDeps } from "./fileChanges";
import { FileEdits } from "./fileEdits";
import type { FileRefusal } from "./files";
import type {
	AgentId,
	AgentIntegration,
	ByFile,
	EditRefusal,
	EntryState,
	EnvironmentChange,
	EnvironmentNote,
	EnvironmentRefusal,
	FilePart,
} from "./integration";
import { areOfLaterVersion, type Writer, writeOwnFiles } from "./ownFiles";
import { PromptWishes, type PromptWishesDeps } from "./promptWishes";
import { reasonOf } from "./reasonOf";
import { StateDocument } from "./stateDocument";

export interface ConnectionsDeps extends FileEditsDeps, Writer, PromptWishesDeps {
	/** Of Parley's state folder, absolute. */
	readonly stateRoot: string;
	/** What a program says of its version; undefined where it does not say. */
	readonly versionOf: (program: string) => Promise<string | undefined>;
}

/** How things stand between Parley and one agent. */
export interface ListedAgent {
	readonly id: AgentId;
	readonly label: string;
	/** The files that get, or have, something of ours; none where variables are enough. */
	readonly files: readonly string[];
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
	| {
			readonly kind: "edit";
			readonly edit: Edit;
			/** Why a file is changed though variables would be enough elsewhere. */
			readonly because?: EnvironmentRefusal;
	  }
	| { readonly kind: "unchanged" }
	| { readonly kind: "refused"; readonly why: Refusal; readonly file: string };

export type Refusal = EditRefusal | FileRefusal | EnvironmentRefusal;

/** Which agents are connected, and how that is changed. Everything is read anew at each call: other windows write too. */
export class AgentConnections {
	readonly #deps: ConnectionsDeps;
	readonly #edits: FileEdits;
	readonly #consents: StateDocument<Consents>;
	readonly #prompts: PromptWishes;

	constructor(deps: ConnectionsDeps) {
		this.#deps = deps;
		this.#edits = new FileEdits(deps);
		this.#consents = new StateDocument(deps, CONSENTS);
		this.#prompts = new PromptWishes(deps);
	}

	/** Every agent of the catalogue, in its order. */
	agents(): readonly ListedAgent[] {
		const { integrations, machine } = this.#deps;
		return integrations.map((agent) => {
			const { isOurs, state, way } = this.#standing(agent);
			const isInstalled = agent.detect(machine).kind === "found";
			return {
				id: agent.id,
				label: agent.label,
				files: way === undefined ? [] : [way, ...(way.also ?? [])].map((part) => part.path(machine)),
				isOurs,
				state: isInstalled ? state : "notInstalled",
			};
		});
	}

	async prepare(id: AgentId, want: "connected" | "disconnected"): Promise<Preparation> {
		const agent = this.#agent(id);
		const { entry, machine, stateRoot, versionOf } = this.#deps;
		if (agent.way.kind === "file") return this.#edits.preview(id, agent.way, want);
		const unreadable = this.#whyUnreadable();
		if (unreadable !== undefined) return { kind: "refused", why: unreadable, file: unreadable.file };
		const { way, because } = this.#standing(agent);
		if (way !== undefined && (want === "connected" || because === undefined)) {
			const shown = this.#edits.preview(id, way, want);
			return shown.kind === "edit" && because !== undefined ? { ...shown, because } : shown;
		}
		if (want === "disconnected") return { kind: "variables", agent: id, want, changes: [], note: undefined };
		const found = agent.detect(machine);
		const program = found.kind === "found" ? found.program : undefined;
		const version = program === undefined ? undefined : await versionOf(program);
		const plan = agent.way.plan(machine, stateRoot, version, entry);
		if (plan.kind === "refused") return { kind: "refused", why: plan.why, file: plan.why.file };
		return { kind: "variables", agent: id, want, changes: plan.changes, note: plan.note };
	}

	/** Does what was prepared and shown. Undefined: done, or there was nothing to do. */
	carryOut(prepared: Preparation): FileRefusal | undefined {
		if (prepared.kind === "edit") {
			const { agent } = prepared.edit;
			// A file has taken the place of the variables, or neither is wanted any more.
			const isByVariables = this.#agent(agent).way.kind === "environment";
			return this.#edits.apply(prepared.edit) ?? (isByVariables ? this.#decide(agent, "disconnected") : undefined);
		}
		return prepared.kind === "variables" ? this.#decide(prepared.agent, prepared.want) : undefined;
	}

	/**
	 * Writes anew, as this version has them and the switches of all editors say, the files of ours that the variables of
	 * connected agents name. Throws where that is not possible.
	 */
	updateFiles(): void {
		const { integrations } = this.#deps;
		const chosen = ({ connected }: Consents): readonly AgentIntegration[] =>
			integrations.filter(({ id }) => connected.includes(id));
		// Another editor may connect one later, and then has to know what this one wants.
		if (chosen(this.#consents.read()).length === 0 && this.#prompts.areNoted()) return;
		this.#consents.change((consents) => {
			const prompts = this.#prompts.note();
			for (const { id, way } of chosen(consents)) {
				if (way.kind !== "environment" || areOfLaterVersion(this.#deps, way)) continue;
				writeOwnFiles(this.#deps, way, prompts.has(id));
			}
		});
	}

	/** Every file of ours below the state folder that a variable can name, with `/`. */
	ownFiles(): readonly string[] {
		const { entry, integrations } = this.#deps;
		return integrations.flatMap(({ way }) =>
			way.kind === "environment" ? [...way.files(entry, false).map(({ path }) => path), way.versionFile] : [],
		);
	}

	/** What new terminals get for the agents that the person has connected. Throws where it cannot be read who that is. */
	variables(): readonly EnvironmentChange[] {
		const { entry, integrations, machine, stateRoot } = this.#deps;
		const { connected } = this.#consents.read();
		return integrations
			.filter(({ id }) => connected.includes(id))
			.flatMap((agent) => {
				if (agent.way.kind !== "environment") return [];
				const plan = agent.way.plan(machine, stateRoot, undefined, entry);
				return plan.kind === "refused" ? [] : plan.changes;
			});
	}

	/** The agents to offer once: found, connected by variables alone, not connected yet, never offered before. */
	toOffer(): readonly ListedAgent[] {
		const { offered } = this.#consents.read();
		return this.agents().filter(
			({ id, files, state }) => files.length === 0 && state === "notConnected" && !offered.includes(id),
		);
	}

	/** Remembers for all windows that these were offered. Throws where that cannot be kept. */
	offered(ids: readonly AgentId[]): void {
		this.#consents.change((consents, write) =>
			write({ ...consents, offered: ids.reduce(withAgent, consents.offered) }),
		);
	}

	#standing(agent: AgentIntegration): Standing {
		const { id, way, fallback } = agent;
		const { entry, machine, stateRoot } = this.#deps;
		if (way.kind === "file") return { ...this.#inFiles(way), way };
		// An agent that is there may well be connected.
		const isThere = agent.detect(machine).kind === "found";
		if (this.#whyUnreadable() !== undefined) return { isOurs: isThere, state: "refused" };
		const isOurs = this.#consents.read().connected.includes(id);
		const plan = way.plan(machine, stateRoot, undefined, entry);
		const because = plan.kind === "refused" ? plan.why : undefined;
		if (fallback !== undefined) {
			const inFiles = this.#inFiles(fallback);
			if (inFiles.isOurs) return { ...inFiles, way: fallback };
			if (because !== undefined) return { isOurs, state: inFiles.state, way: fallback, because };
		}
		if (because !== undefined) return { isOurs, state: "refused" };
		return { isOurs, state: isOurs ? "connected" : "notConnected" };
	}

	/** As the entry itself says, but out of date where another part of ours is. */
	#inFiles(way: ByFile): Pick<Standing, "isOurs" | "state"> {
		const server = this.#stateOf(way);
		const others = (way.also ?? []).map((part) => ({ isExtra: part.isExtra, state: this.#stateOf(part) }));
		const isOurs = [server, ...others.map(({ state }) => state)].some((state) => OURS.has(state));
		const isWhole = others.every(
			({ isExtra, state }) => state === "current" || state === "disabled" || (isExtra === true && state === "absent"),
		);
		return { isOurs, state: server === "current" && !isWhole ? "outdated" : STATES[server] };
	}

	#stateOf(part: FilePart): EntryState {
		const { entry, files, machine } = this.#deps;
		const file = files.read(part.path(machine));
		return file.kind === "file" ? part.state(file.text, entry) : "unreadable";
	}

	#decide(id: AgentId, want: "connected" | "disconnected"): FileRefusal | undefined {
		try {
			const { way } = this.#agent(id);
			const change = want === "connected" ? withAgent : withoutAgent;
			this.#consents.change((consents, write) => {
				if (want === "connected" && way.kind === "environment") {
					writeOwnFiles(this.#deps, way, this.#prompts.note().has(id));
				}
				write({ ...consents, connected: change(consents.connected, id) });
			});
			return undefined;
		} catch (error) {
			return { kind: "unwritable", file: CONSENTS.path, reason: reasonOf(error) };
		}
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

/** How one agent's things stand, and the files that connecting or disconnecting it is about, if any. */
interface Standing {
	readonly isOurs: boolean;
	readonly state: ConnectionState;
	readonly way?: ByFile;
	/** Why files are to be changed, and were not yet, though variables would be enough elsewhere. */
	readonly because?: EnvironmentRefusal;
}

const OURS: ReadonlySet<EntryState> = new Set(["current", "outdated", "disabled"]);

const STATES: Record<EntryState, ConnectionState> = {
	absent: "notConnected",
	current: "connected",
	outdated: "outdated",
	disabled: "disabled",
	foreign: "refused",
	unreadable: "refused",
};
