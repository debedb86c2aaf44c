import fc from "fast-check";
import { describe, expect } from "vitest";
import { dialectOf } from "../../src/bridge/hooks/dialectOf";
import { inputHash } from "../../src/bridge/hooks/inputHash";
import { isFields } from "../../src/bridge/jsonRpc";
import { parseBegin, parseEnd, parsePermission, parseTool } from "../../src/broker/hookMessage";
import { promptAct } from "../../src/broker/promptAct";
import { fuzz } from "./fuzz";
import { bent, json, nearly, text } from "./hostile";

const TOOL = {
	agent: "claude-code",
	pid: 11,
	agentPid: 10,
	sessionId: "s",
	turnId: "t",
	cwd: "/here",
	tool: "Bash",
	inputHash: "0".repeat(64),
};
const PERMISSION = { ...TOOL, key: "0".repeat(32), input: { command: "ls" }, blocksTerminal: false };
const END = { ...TOOL, how: "ended", at: 1 };

const bytes = (good: unknown): fc.Arbitrary<Buffer> =>
	fc.oneof(
		nearly(good).map((raw) => Buffer.from(JSON.stringify(raw))),
		bent(fc.constant(JSON.stringify(good))).map((raw) => Buffer.from(raw)),
		fc.uint8Array({ maxLength: 60 }).map((raw) => Buffer.from(raw)),
	);

/** What a broker takes for a hook names one agent and two processes, and no text that is longer than it may be. */
function check(body: Buffer): void {
	for (const parse of [parseBegin, parseEnd, parseTool, parsePermission]) {
		const hook = parse(body);
		if (hook === undefined) continue;
		expect(hook.agent).toMatch(/^[a-z0-9-]{1,40}$/);
		expect(hook.pid > 0 && Number.isInteger(hook.pid) && hook.agentPid > 0).toBe(true);
		for (const each of [hook.sessionId, hook.turnId, hook.cwd]) {
			expect(each === undefined || (each !== "" && each.length <= 4_096 && !each.includes("\0"))).toBe(true);
		}
		if ("key" in hook) expect(hook.key).toMatch(/^[0-9a-f]{32}$/);
	}
}

describe("a hook's message", () => {
	fuzz("begin and tool", bytes(TOOL), check);
	fuzz("end", bytes(END), check);
	fuzz("permission", bytes(PERMISSION), check);
});

const AGENTS = ["claude-code", "codex", "gemini", "qwen", "copilot", "opencode", "kilo", "pi"] as const;
const EVENTS = [
	"UserPromptSubmit",
	"Stop",
	"StopFailure",
	"SessionEnd",
	"Interrupt",
	"PreToolUse",
	"PostToolUse",
	"PermissionRequest",
	"BeforeAgent",
	"AfterAgent",
	"userPromptSubmitted",
	"agentStop",
	"permissionRequest",
	"begin",
	"end",
	"tool",
	"permission",
] as const;
const names = fc.constantFrom(
	"Bash",
	"mcp__parley__clarify",
	"mcp__plugin_parley_parley__update_plan",
	"parley_clarify",
	"",
);

/** What an agent may write to a hook: the fields of all dialects at once, with anything in them. */
const input = fc
	.record(
		{
			hook_event_name: fc.constantFrom(...EVENTS),
			session_id: fc.oneof(text, json),
			sessionId: fc.oneof(text, json),
			prompt_id: fc.oneof(text, json),
			turn_id: fc.oneof(text, json),
			cwd: fc.oneof(text, json),
			tool_name: fc.oneof(names, json),
			toolName: fc.oneof(names, json),
			tool: fc.oneof(names, json),
			tool_input: json,
			toolInput: json,
			input: json,
			how: fc.oneof(fc.constant("ended"), json),
			agent_id: json,
			prompt: json,
		},
		{ requiredKeys: [] },
	)
	.chain((fields) =>
		fc.constantFrom(...EVENTS).map((event) => ({ fields: { ...fields, hook_event_name: event }, event })),
	);

describe("what an agent writes to its hook", () => {
	for (const agent of AGENTS) {
		const dialect = dialectOf(agent);
		fuzz(agent, input, ({ fields, event }) => {
			const told = dialect?.read(event, fields);
			if (told === undefined || told.kind === "answer") return;
			for (const each of Object.values(told.ids)) expect(typeof each === "string" && each !== "").toBe(true);
			if (told.kind === "permission" || told.kind === "tool") {
				// Nobody is ever asked about the tools that ask.
				expect(told.tool).not.toMatch(/parley.*(clarify|update_plan|request_approval)/);
				expect(inputHash(told.input)).toMatch(/^[0-9a-f]{64}$/);
			}
		});
		fuzz(`${agent}, in words that go on one line`, text, (words) => {
			for (const line of [dialect?.context(words), dialect?.permission?.deny(words)]) {
				if (line === undefined) continue;
				expect(line).not.toMatch(/[\n\r]/);
				expect(isFields(JSON.parse(line))).toBe(true);
			}
		});
	}
});

describe("the act that a prompt is about", () => {
	const tools = fc.oneof(
		fc.constantFrom("Bash", "Edit", "MultiEdit", "Write", "apply_patch", "WebFetch", "shell"),
		text,
	);
	const inputs = fc.oneof(
		json,
		nearly({ command: "npm test", description: "d", timeout: 1 }),
		nearly({ file_path: "/a", old_string: "a\nb", new_string: "b", replace_all: true }),
		nearly({ file_path: "/a", edits: [{ old_string: "a", new_string: "b" }] }),
		nearly({ patch: "*** Update File: a\n+++ b/c\n" }),
		nearly({ url: "https://x" }),
	);
	fuzz("is short enough to be read and never blank", fc.tuple(tools, inputs, fc.option(text)), ([tool, raw, cwd]) => {
		const place = cwd ?? undefined;
		const prompted = { tool, input: raw, cwd: place, workdir: place, sessionCwd: "/here" };
		const act = promptAct(prompted);
		if (act === undefined) return;
		expect(Array.from(act.action).length).toBeLessThanOrEqual(200);
		expect((act.detail ?? "").length).toBeLessThanOrEqual(64_000);
		// Only a command as it stands can meet a rule for commands.
		const { command } = isFields(raw) ? raw : { command: undefined };
		if (act.kind === "command") expect(act.detail ?? act.action).toBe(command);
		if (act.kind === "command") expect(cwd === null || cwd === "/here").toBe(true);
	});
});
