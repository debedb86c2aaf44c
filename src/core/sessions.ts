import type { Agent } from "./agents";
import type { Event } from "./events";

/** Where a session's process really is. `unchecked`: the platform has no check; `refuted`: a check failed. */
export interface Place {
	/** The real path of the agent's working directory. */
	readonly cwd: string | undefined;
	/** The workspace folder that holds `cwd` (longest prefix of real paths); undefined outside all folders. */
	readonly folder: { readonly name: string; readonly path: string } | undefined;
	/** Of a session that is connected, the name is the present one at each reading. */
	readonly terminal: { readonly name: string; readonly processId: number } | undefined;
	readonly pid: number | undefined;
	readonly verification: "verified" | "refuted" | "unchecked";
}

/** What `initialize` says and the broker found out. */
export interface SessionIntro {
	/** The random key that the bridge made for its process, 32 hex digits; a secret, never shown or logged. */
	readonly key: string;
	/** False for a client without a key of its own: its session ends with its transport. */
	readonly isResumable: boolean;
	readonly agent: Agent;
	readonly tools: ToolSet;
	/** What the agent's entry says a call may take, in milliseconds. */
	readonly budgetMs: number | undefined;
	readonly place: Place;
	/** Keys of the calls that the bridge still has in flight: all other open items of this session close as cancelled. */
	readonly inFlight: readonly string[];
}

/** Which tools a session has. */
export interface ToolSet {
	/** False: none at all, and `update_plan` neither. Left out otherwise. */
	readonly plan?: false;
	readonly clarify: boolean;
	readonly approvals: boolean;
}

/** One piece of work, from a prompt to the agent's stop. */
export interface Turn {
	/** The `context_id`, a random UUID. */
	readonly id: string;
	readonly sessionId: string;
	readonly startedAt: number;
	readonly state: "active" | TurnEnd;
	/** The agent's own id of the prompt, where it has told one: told again while the turn goes on, it is no new one. */
	readonly promptId?: string;
}

/** How a turn ended. */
export type TurnEnd = "ended" | "failed" | "interrupted";

/** One connected agent process. */
export interface Session {
	/** Random UUID; unlike the key no secret. */
	readonly id: string;
	readonly intro: SessionIntro;
	/** `away`: restored after a reload, its process has not come back yet. */
	readonly state: "live" | "away" | "ended";
	/** A hooked session has turns of its own from its first `begin` on; an implicit one has a single turn. */
	readonly isHooked: boolean;
	/** The newest turn. */
	readonly turn: Turn | undefined;
	readonly startedAt: number;
}

/** The sessions of this window as surfaces see them. */
export interface Sessions {
	/** Oldest first; ended ones included while their cards and drafts are kept. */
	readonly all: readonly Session[];
	readonly onDidChange: Event<void>;
}
