import type { AgentId, AgentIntegration } from "./integration";
import { type DocumentForm, type SharedState, StateDocument } from "./stateDocument";

export interface PromptWishesDeps extends SharedState {
	readonly integrations: readonly AgentIntegration[];
	/** Names the editor of this window among those of this user. */
	readonly editor: string;
	/** Those that have the extension and are still there; this one counts in any case. */
	readonly editors: () => readonly string[];
	/** Whether the person has the agent's own permission prompts brought into this editor. */
	readonly hasPrompts: (agent: AgentId) => boolean;
}

/** Ids of agents by the editor that their prompts are brought into; no entry where there are none. */
type Wishes = ReadonlyMap<string, readonly string[]>;

const WISHES: DocumentForm<Wishes> = {
	path: "prompts.json",
	empty: new Map(),
	parse,
	format: (wishes) => `${JSON.stringify({ v: 1, editors: Object.fromEntries(wishes) }, undefined, "\t")}\n`,
};

/**
 * Which agents' prompts any editor of this user wants. They share the files that hold the hooks, and each knows its own
 * settings only; a hook whose window does not want it leaves the prompt to the terminal at once.
 */
export class PromptWishes {
	readonly #deps: PromptWishesDeps;
	readonly #wishes: StateDocument<Wishes>;

	constructor(deps: PromptWishesDeps) {
		this.#deps = deps;
		this.#wishes = new StateDocument(deps, WISHES);
	}

	/** Whether the document says of this editor what its settings say. */
	areNoted(): boolean {
		const noted = this.#wishes.read().get(this.#deps.editor) ?? [];
		return noted.join() === this.#own().join();
	}

	/** Notes this editor's; gives the ids of all agents that one of the editors wants. Only for who runs exclusively. */
	note(): ReadonlySet<string> {
		const { editor, editors } = this.#deps;
		return this.#wishes.changeHeld((before, write) => {
			const others = new Set(editors());
			const own = this.#own();
			const now = new Map([...before].filter(([name]) => name !== editor && others.has(name)));
			if (own.length > 0) now.set(editor, own);
			if (!isSame(before, now)) write(now);
			return new Set([...now.values()].flat());
		});
	}

	#own(): readonly AgentId[] {
		const { integrations, hasPrompts } = this.#deps;
		return integrations.filter(({ id, way }) => way.kind === "environment" && hasPrompts(id)).map(({ id }) => id);
	}
}

/** In whatever order the editors stand. */
function isSame(a: Wishes, b: Wishes): boolean {
	return a.size === b.size && [...a].every(([editor, agents]) => agents.join() === b.get(editor)?.join());
}

function parse(text: string): Wishes | undefined {
	let raw: unknown;
	try {
		raw = JSON.parse(text);
	} catch {
		return undefined;
	}
	if (!isRecord(raw) || raw["v"] !== 1 || !isRecord(raw["editors"])) return undefined;
	const entries = Object.entries(raw["editors"]);
	return entries.every(isWish) ? new Map(entries) : undefined;
}

function isWish(entry: [string, unknown]): entry is [string, readonly string[]] {
	return Array.isArray(entry[1]) && entry[1].every((agent) => typeof agent === "string");
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
