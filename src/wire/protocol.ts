/**
 * What bridge and broker say to each other beside MCP itself. Headers are ASCII: texts of any script are
 * percent-encoded (`encodeURIComponent`).
 */

/** The version of this protocol; of several editors' bridges in one state folder the newest is kept. */
export const BRIDGE_PROTOCOL = 1;

/** Request headers that only `initialize` carries, beside `authorization` on every request. */
export const INTRO_HEADERS = {
	/** 32 hex digits, random per bridge process: a re-initialise under the same key resumes the session. */
	session: "parley-session",
	/** The `--agent` argument. */
	agent: "parley-agent",
	/** `1` when the entry says `--clarify`. */
	clarify: "parley-clarify",
	/** `0` when the entry says `--no-approval`. */
	approval: "parley-approval",
	/** The `--budget` argument: seconds that a call of this client may take. */
	budget: "parley-budget",
	/** The bridge's working directory, percent-encoded. */
	cwd: "parley-cwd",
	/** The bridge's process id. */
	pid: "parley-pid",
	/** The agent's own id of its session, where it tells that to its servers and its hooks: by it they are joined. */
	agentSession: "parley-agent-session",
	/** The keys of the calls still in flight, comma-separated; empty on the first `initialize`. */
	inFlight: "parley-in-flight",
	/** {@link BRIDGE_PROTOCOL} of the bridge. */
	bridge: "parley-bridge",
	/** In place of a bridge's headers: what only the editor's own agent mode was given, by the window itself. */
	editor: "parley-editor",
} as const;

/** Request header of a POST that carries a `tools/call`: 32 hex digits, the same when the call is sent again. */
export const CALL_HEADER = "parley-call";

/** The largest body of a POST to `/mcp` in bytes; more is 413. */
export const BODY_MAX_BYTES = 256 * 1024;

/** `GET /hello?nonce=<64 hex digits>` answers `{"proof": "<64 hex digits>"}`. */
export const HELLO_PATH = "/hello";

/** The text whose HMAC-SHA-256 under the token proves the broker; `nonce` is 64 lower-case hex digits. */
export function helloText(port: number, instance: string, nonce: string): string {
	return `parley-hello|${port}|${instance}|${nonce}`;
}

/**
 * `GET /claim?agent=<id>&cwd=<percent-encoded path>`: a bridge that an agent's daemon started asks whether that agent's own
 * program works there in one of this window's terminals. The answer is a {@link ClaimAnswer}.
 */
export const CLAIM_PATH = "/claim";

/** When the newest such program started, only to be compared with other windows' answers; left out where there is none. */
export interface ClaimAnswer {
	readonly startedAt?: number;
}

export function claimTarget(agent: string, cwd: string): string {
	return `${CLAIM_PATH}?agent=${encodeURIComponent(agent)}&cwd=${encodeURIComponent(cwd)}`;
}

/** Terminal variables. Neither carries a secret. */
export const WINDOW_VARIABLE = "PARLEY_WINDOW";
export const FOLDER_VARIABLE = "PARLEY_FOLDER";
