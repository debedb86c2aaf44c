import { BRIDGE_PROTOCOL, INTRO_HEADERS } from "../wire/protocol";
import type { BridgeArguments } from "./arguments";

/** The bridge's process, as the broker gets to know it. */
export interface BridgeProcess {
	/** 32 hex digits, the same as long as the process lives. */
	readonly sessionKey: string;
	readonly pid: number;
	/** Undefined where the working directory is gone. */
	readonly cwd: string | undefined;
	/** The agent's own id of its session. */
	readonly agentSession: string | undefined;
}

/** The agent's variable may hold anything. */
const AGENT_SESSION = /^[\x21-\x7e]{1,200}$/;

/** The headers that `initialize` carries beside those of MCP. Headers are ASCII, a path may be of any script. */
export function introHeaders(
	{ agent, clarify, approval, budgetSeconds }: BridgeArguments,
	{ sessionKey, pid, cwd, agentSession = "" }: BridgeProcess,
	callKeys: readonly string[],
): Record<string, string> {
	return {
		[INTRO_HEADERS.session]: sessionKey,
		...(agent === undefined ? {} : { [INTRO_HEADERS.agent]: agent }),
		...(clarify ? { [INTRO_HEADERS.clarify]: "1" } : {}),
		...(approval ? {} : { [INTRO_HEADERS.approval]: "0" }),
		...(budgetSeconds === undefined ? {} : { [INTRO_HEADERS.budget]: String(budgetSeconds) }),
		...(cwd === undefined ? {} : { [INTRO_HEADERS.cwd]: encodeURIComponent(cwd) }),
		[INTRO_HEADERS.pid]: String(pid),
		...(AGENT_SESSION.test(agentSession) ? { [INTRO_HEADERS.agentSession]: agentSession } : {}),
		[INTRO_HEADERS.inFlight]: callKeys.join(","),
		[INTRO_HEADERS.bridge]: String(BRIDGE_PROTOCOL),
	};
}
