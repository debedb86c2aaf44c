/**
 * What the hook sub-command of the bridge and the broker say to each other, as JSON. Never a prompt and never a result;
 * the input of a tool only where its permission is asked.
 *
 * Plug-ins of agents without command hooks (OpenCode, Kilo, Pi) start the same sub-command, `hook <agent> <event>`, with
 * `begin`, `end`, `tool` or `permission` as the event, and speak the plainest dialect there is, one JSON object each way:
 *
 * - standard input: `{ sessionId, turnId?, cwd, how?, tool?, input?, workdir? }`. `sessionId` is the agent's own id of the session,
 *   `turnId` its id of the prompt (a begin with the id of the turn that goes on is none, and an end with another one is a
 *   late one), `how` one of `ended`, `failed`, `interrupted` (of `end`; left out: ended), `tool` and `input` the tool and
 *   what it is to get (of `tool` and `permission`; `input` the same value in both, whatever the order of its keys),
 *   `workdir` where it would run (of `permission`; left out where that is not known, and no rule is for it then).
 * - standard output: nothing, or of `begin` `{ "context": "<block for this prompt only>" }`, of `permission`
 *   `{ "decision": "allow" }` or `{ "decision": "deny", "message": "<for the agent>" }`.
 *
 * It always ends with 0. Nothing said means no decision: the agent then asks as it would without us. To take a permission
 * back, end the process; to tell that the terminal has decided, also send `tool` once the tool has run.
 */
export const HOOK_PATHS = {
	begin: "/hooks/begin",
	end: "/hooks/end",
	tool: "/hooks/tool",
	permission: "/hooks/permission",
} as const;

/** The largest bodies in bytes; more is 413. */
export const HOOK_MAX_BYTES = { event: 64 * 1024, permission: 4 * 1024 * 1024 } as const;

/** Who speaks. Nothing of it is believed: it is compared. */
export interface HookCaller {
	/** As the `--agent` argument says it. */
	readonly agent: string;
	/** The hook's own process, which holds the connection. */
	readonly pid: number;
	/** The process of the agent that started the hook. */
	readonly agentPid: number;
	/** The agent's own id of its session. */
	readonly sessionId?: string;
	/** The agent's own id of the prompt. Of an end left out where it may be that of another one: it counts then for the newest. */
	readonly turnId?: string;
	/** Where the agent works. */
	readonly cwd?: string;
}

/** A new prompt. */
export type HookBegin = HookCaller;

/** What begin is answered: the block that goes to this prompt only; left out where there is nothing to add. */
export interface HookContext {
	readonly context?: string;
}

/** The agent has stopped. */
export interface HookEnd extends HookCaller {
	readonly how: "ended" | "failed" | "interrupted";
	/** When it happened, in milliseconds since the epoch: an end that is overtaken by the next begin must not end that. */
	readonly at: number;
}

/** A tool has run, or has failed: whoever was asked about it has answered. */
export interface HookTool extends HookCaller {
	readonly tool: string;
	/** SHA-256 of the tool's input, 64 hex digits. */
	readonly inputHash: string;
}

/** The agent asks whether it may. Answered by server-sent events, each a {@link PermissionEvent}. */
export interface HookPermission extends HookTool {
	/** 32 hex digits, the same when it is sent again to a window that has restarted. */
	readonly key: string;
	readonly input: unknown;
	/** Where it would run; left out where the agent does not tell. */
	readonly workdir: string | undefined;
	/** Its terminal shows nothing to answer meanwhile. */
	readonly blocksTerminal: boolean;
}

/** `waiting`: the person is asked, and an answer comes within that time. Everything but an allow and a deny is none. */
export type PermissionEvent =
	| { readonly state: "waiting"; readonly waitMs: number }
	| { readonly state: "allow" }
	| { readonly state: "deny"; readonly message: string }
	| { readonly state: "none" };
