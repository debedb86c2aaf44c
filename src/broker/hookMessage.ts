import type { HookBegin, HookCaller, HookEnd, HookPermission, HookTool } from "../wire/hookMessages";
import { isAgentId, isKey } from "./intro";
import { parseMessage } from "./message";

type Fields = Readonly<Record<string, unknown>>;

const ID_MAX = 200;
const PATH_MAX = 4_096;
const TOOL_MAX = 300;
const PID_MAX = 2 ** 31;

/** Each undefined for a body that is no such message. */
export function parseBegin(body: Buffer): HookBegin | undefined {
	const fields = fieldsOf(body);
	return fields && callerOf(fields);
}

export function parseEnd(body: Buffer): HookEnd | undefined {
	const fields = fieldsOf(body);
	const caller = fields && callerOf(fields);
	if (fields === undefined || caller === undefined) return undefined;
	const { how, at } = fields;
	if (how !== "ended" && how !== "failed" && how !== "interrupted") return undefined;
	return typeof at === "number" ? { ...caller, how, at } : undefined;
}

export function parseTool(body: Buffer): HookTool | undefined {
	const fields = fieldsOf(body);
	return fields && toolOf(fields);
}

export function parsePermission(body: Buffer): HookPermission | undefined {
	const fields = fieldsOf(body);
	const tool = fields && toolOf(fields);
	if (fields === undefined || tool === undefined) return undefined;
	const { key, input, blocksTerminal } = fields;
	const workdir = bounded(fields["workdir"], PATH_MAX);
	if (typeof key !== "string" || !isKey(key) || typeof blocksTerminal !== "boolean") return undefined;
	return { ...tool, key, input, workdir, blocksTerminal };
}

function fieldsOf(body: Buffer): Fields | undefined {
	const parsed = parseMessage(body);
	return "message" in parsed ? (parsed.message as Fields) : undefined;
}

function toolOf(fields: Fields): HookTool | undefined {
	const caller = callerOf(fields);
	const tool = bounded(fields["tool"], TOOL_MAX);
	const inputHash = bounded(fields["inputHash"], ID_MAX);
	if (caller === undefined || tool === undefined || inputHash === undefined) return undefined;
	return /^[0-9a-f]{64}$/.test(inputHash) ? { ...caller, tool, inputHash } : undefined;
}

function callerOf({ agent, pid, agentPid, sessionId, turnId, cwd }: Fields): HookCaller | undefined {
	if (typeof agent !== "string" || !isAgentId(agent) || !isPid(pid) || !isPid(agentPid)) return undefined;
	const ids = { sessionId: bounded(sessionId, ID_MAX), turnId: bounded(turnId, ID_MAX), cwd: bounded(cwd, PATH_MAX) };
	return {
		agent,
		pid,
		agentPid,
		...(ids.sessionId === undefined ? {} : { sessionId: ids.sessionId }),
		...(ids.turnId === undefined ? {} : { turnId: ids.turnId }),
		...(ids.cwd === undefined ? {} : { cwd: ids.cwd }),
	};
}

/** A text that is too long is as good as none. */
function bounded(value: unknown, max: number): string | undefined {
	const isText = typeof value === "string" && value !== "" && value.length <= max && !value.includes("\0");
	return isText ? value : undefined;
}

function isPid(value: unknown): value is number {
	return typeof value === "number" && Number.isInteger(value) && value > 0 && value < PID_MAX;
}
