import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { HookEvent } from "../../../src/bridge/hooks/dialect";
import { dialectOf } from "../../../src/bridge/hooks/dialectOf";
import { isFields } from "../../../src/bridge/jsonRpc";
import { BASH, CLAUDE, CODEX, COPILOT, GEMINI, QWEN } from "../../support/hookInputs";

const read = (agent: string, event: string, input: object): HookEvent | undefined =>
	dialectOf(agent)?.read(event, { ...input });
/** With the event's name in the input, as Claude Code and those that follow it say it. */
const named = (agent: string, event: string, input: object): HookEvent | undefined =>
	read(agent, event, { ...input, hook_event_name: event });

const claudeIds = { sessionId: CLAUDE.session_id, turnId: CLAUDE.prompt_id, cwd: "/projects/shop" };
const codexIds = { sessionId: CODEX.session_id, turnId: CODEX.turn_id, cwd: "/projects/shop" };
const OURS = "mcp__plugin_parley_parley__clarify";
const subAgent = { agent_id: "a1", agent_type: "Explore" };

describe("Claude Code's hooks", () => {
	it("begin no turn where it tells its model of something in the background: nobody has prompted it", () => {
		const prompt = "<task-notification>\n<task-id>b1</task-id>\n<status>completed</status>\n</task-notification>";
		expect(named("claude-code", "UserPromptSubmit", { ...CLAUDE, prompt })).toBeUndefined();
		expect(named("claude-code", "UserPromptSubmit", { ...CLAUDE, prompt: `What is ${prompt}?` })?.kind).toBe("begin");
	});

	it("begin a turn at a prompt and end it, whatever its id, at a stop, a failure and the session's end", () => {
		const { turnId, ...unnamed } = claudeIds;
		expect(turnId).toBeDefined();
		expect([
			named("claude-code", "UserPromptSubmit", { ...CLAUDE, prompt: "Fix it" }),
			named("claude-code", "Stop", { ...CLAUDE, stop_hook_active: false }),
			named("claude-code", "StopFailure", { ...CLAUDE, error: "rate_limit" }),
			named("claude-code", "SessionEnd", { ...CLAUDE, reason: "clear" }),
		]).toEqual([
			{ kind: "begin", ids: claudeIds },
			{ kind: "end", ids: unnamed, how: "ended" },
			{ kind: "end", ids: unnamed, how: "failed" },
			{ kind: "end", ids: unnamed, how: "ended" },
		]);
	});

	it("tell of permissions and of tools that ran, with what they were to get", () => {
		const input = { ...CLAUDE, tool_name: "Bash", tool_input: BASH };
		expect([
			named("claude-code", "PermissionRequest", { ...input, permission_suggestions: [] }),
			named("claude-code", "PostToolUse", { ...input, tool_response: {}, tool_use_id: "toolu_1" }),
			named("claude-code", "PostToolUseFailure", { ...input, error: "exit 1", tool_use_id: "toolu_1" }),
		]).toEqual([
			{
				kind: "permission",
				ids: claudeIds,
				tool: "Bash",
				input: BASH,
				workdir: "/projects/shop",
				blocksTerminal: false,
			},
			{ kind: "tool", ids: claudeIds, tool: "Bash", input: BASH },
			{ kind: "tool", ids: claudeIds, tool: "Bash", input: BASH },
		]);
	});

	it.each(["clarify", "update_plan", "request_approval"])("allow the main agent's %s", (tool) => {
		const input = { ...CLAUDE, tool_name: `mcp__plugin_parley_parley__${tool}` };
		expect(named("claude-code", "PreToolUse", input)).toEqual({
			kind: "answer",
			line: '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}',
		});
	});

	it.each([
		["claude-code", "mcp__plugin_parley_parley__clarify"],
		["claude-code", "mcp__plugin_parley_parley__update_plan"],
		["claude-code", "mcp__plugin_parley_parley__request_approval"],
		["claude-code", "mcp__parley__clarify"],
		["qwen", "mcp__parley__clarify"],
		["qwen", "mcp__parley__update_plan"],
	])("of %s deny a sub-agent's %s and say what to do", (agent, tool_name) => {
		const told = named(agent, "PreToolUse", { ...CLAUDE, ...subAgent, tool_name });
		expect(JSON.parse(told?.kind === "answer" ? told.line : "")).toEqual({
			hookSpecificOutput: {
				hookEventName: "PreToolUse",
				permissionDecision: "deny",
				permissionDecisionReason: expect.stringContaining(
					"return the question or the plan to the agent that started you",
				) as string,
			},
		});
	});

	it.each([
		"Bash",
		"mcp__parley__clarify",
		"mcp__plugin_parley_parley__clarify_all",
		"mcp__plugin_parley_parley__delete",
		"xmcp__plugin_parley_parley__clarify",
		"mcp__plugin_parley_parley__clarify\n",
		"MCP__PLUGIN_PARLEY_PARLEY__CLARIFY",
	])("decide nothing before %j", (tool) => {
		expect(named("claude-code", "PreToolUse", { ...CLAUDE, tool_name: tool })).toBeUndefined();
	});

	it("begin and end nothing for a sub-agent, but bring its permissions", () => {
		const input = { ...CLAUDE, ...subAgent, tool_name: "Bash", tool_input: BASH };
		expect([
			named("claude-code", "UserPromptSubmit", input),
			named("claude-code", "Stop", input),
			named("claude-code", "PermissionRequest", input)?.kind,
		]).toEqual([undefined, undefined, "permission"]);
	});

	it.each(["ExitPlanMode", "AskUserQuestion"])("leave to the terminal what is no yes or no: %s", (tool_name) => {
		expect(named("claude-code", "PermissionRequest", { ...CLAUDE, tool_name, tool_input: {} })).toBeUndefined();
	});

	it("ask nobody about our own tools", () => {
		const input = { ...CLAUDE, tool_name: OURS, tool_input: {} };
		expect([named("claude-code", "PermissionRequest", input), named("claude-code", "PostToolUse", input)]).toEqual([
			undefined,
			undefined,
		]);
	});

	it("are not Claude Code's when another agent runs them, as Grok does with its files", () => {
		const input = { ...CLAUDE, hookEventName: "user_prompt_submit", promptId: "p", prompt: "Fix it" };
		expect(named("claude-code", "UserPromptSubmit", input)).toBeUndefined();
	});
});

describe("Codex's hooks", () => {
	it("begin a turn at a prompt, end it at a stop, and interrupt it", () => {
		expect([
			named("codex", "UserPromptSubmit", { ...CODEX, prompt: "Fix it" }),
			named("codex", "Stop", { ...CODEX, stop_hook_active: false }),
			named("codex", "Interrupt", CODEX),
		]).toEqual([
			{ kind: "begin", ids: codexIds },
			{ kind: "end", ids: codexIds, how: "ended" },
			{ kind: "end", ids: codexIds, how: "interrupted" },
		]);
	});

	it("block the terminal while they ask", () => {
		expect(named("codex", "PermissionRequest", { ...CODEX, tool_name: "Bash", tool_input: BASH })).toEqual({
			kind: "permission",
			ids: codexIds,
			tool: "Bash",
			input: BASH,
			workdir: undefined,
			blocksTerminal: true,
		});
	});

	it("say where a server's tool runs, but not where a command or a patch would", () => {
		const workdirOf = (tool_name: string): unknown => {
			const told = named("codex", "PermissionRequest", { ...CODEX, tool_name, tool_input: BASH });
			return told?.kind === "permission" && told.workdir;
		};
		expect(["mcp__github__create_issue", "Bash", "apply_patch"].map(workdirOf)).toEqual([
			"/projects/shop",
			undefined,
			undefined,
		]);
	});

	it("deny a sub-agent's call of our tools and never allow one, which Codex takes for an error", () => {
		const input = { ...CODEX, tool_name: "mcp__parley__clarify", tool_input: {} };
		const denied = named("codex", "PreToolUse", { ...input, ...subAgent });
		expect(denied).toEqual({
			kind: "answer",
			line: expect.stringMatching(
				/^\{"hookSpecificOutput":\{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"Parley's tools belong/,
			) as string,
		});
		expect([
			named("codex", "PreToolUse", input),
			named("codex", "PreToolUse", { ...input, ...subAgent, tool_name: "Bash" }),
			named("codex", "PermissionRequest", input),
		]).toEqual([undefined, undefined, undefined]);
	});

	it("begin and end nothing for a sub-agent", () => {
		expect([
			named("codex", "UserPromptSubmit", { ...CODEX, ...subAgent, turn_id: "other" }),
			named("codex", "Stop", { ...CODEX, ...subAgent }),
		]).toEqual([undefined, undefined]);
	});
});

describe("Qwen Code's hooks", () => {
	const ids = { sessionId: QWEN.session_id, turnId: QWEN.prompt_id, cwd: "/projects/shop" };

	it("begin a turn at a prompt, not at the result of a tool", () => {
		expect([
			named("qwen", "UserPromptSubmit", { ...QWEN, prompt: "Fix it", submitted_prompt: "Fix it" }),
			named("qwen", "UserPromptSubmit", { ...QWEN, prompt: "" }),
			named("qwen", "Stop", QWEN),
		]).toEqual([{ kind: "begin", ids }, undefined, { kind: "end", ids, how: "ended" }]);
	});

	it("decide nothing before a tool of the main agent's, or one that is not ours", () => {
		expect([
			named("qwen", "PreToolUse", { ...QWEN, tool_name: "mcp__parley__clarify" }),
			named("qwen", "PreToolUse", { ...QWEN, ...subAgent, tool_name: "run_shell_command" }),
		]).toEqual([undefined, undefined]);
	});

	it("block the terminal while they ask", () => {
		const input = { ...QWEN, tool_name: "run_shell_command", tool_input: BASH };
		expect(named("qwen", "PermissionRequest", input)).toMatchObject({
			kind: "permission",
			workdir: "/projects/shop",
			blocksTerminal: true,
		});
	});
});

describe("the hooks of Gemini CLI", () => {
	it("begin and end turns without an id of their own, and ask nothing", () => {
		const ids = { sessionId: GEMINI.session_id, cwd: "/projects/shop" };
		expect([
			named("gemini", "BeforeAgent", { ...GEMINI, prompt: "Fix it" }),
			named("gemini", "AfterAgent", { ...GEMINI, prompt: "Fix it", prompt_response: "Done" }),
			named("gemini", "BeforeTool", { ...GEMINI, tool_name: "run_shell_command", tool_input: BASH }),
			dialectOf("gemini")?.permission,
		]).toEqual([{ kind: "begin", ids }, { kind: "end", ids, how: "ended" }, undefined, undefined]);
	});
});

describe("the hooks of Copilot CLI", () => {
	it("begin and end turns and ask, with what the terminal shows meanwhile", () => {
		const ids = { sessionId: COPILOT.sessionId, cwd: "/projects/shop" };
		expect([
			read("copilot", "userPromptSubmitted", { ...COPILOT, prompt: "Fix it" }),
			read("copilot", "agentStop", { ...COPILOT, stopReason: "end_turn" }),
			read("copilot", "permissionRequest", { ...COPILOT, toolName: "bash", toolInput: BASH }),
			read("copilot", "permissionRequest", { ...COPILOT, toolName: "parley-clarify", toolInput: {} }),
			JSON.parse(dialectOf("copilot")?.permission?.waiting ?? ""),
		]).toEqual([
			{ kind: "begin", ids },
			{ kind: "end", ids, how: "ended" },
			{ kind: "permission", ids, tool: "bash", input: BASH, workdir: "/projects/shop", blocksTerminal: true },
			undefined,
			{ type: "progress", message: "Waiting for your decision in VS Code", temporary: true },
		]);
	});
});

describe("any dialect", () => {
	const agents = ["claude-code", "codex", "gemini", "qwen", "copilot", "opencode", "kilo", "pi"];
	const events = [
		"PreToolUse",
		"PermissionRequest",
		"UserPromptSubmit",
		"Stop",
		"begin",
		"permission",
		"agentStop",
		"",
	];

	it("never throws, and allows by itself nothing but our own tools of Claude Code's main agent", () => {
		const value = fc.oneof(fc.jsonValue(), fc.constantFrom(...events, OURS, "Bash"));
		const field = fc.constantFrom(
			"tool_name",
			"hook_event_name",
			"agent_id",
			"tool_input",
			"session_id",
			"tool",
			"how",
		);
		const near = fc.dictionary(field, value);
		fc.assert(
			fc.property(fc.constantFrom(...agents), fc.constantFrom(...events), near, (agent, event, input) => {
				const told = isFields(input) ? read(agent, event, input) : undefined;
				if (told?.kind !== "answer" || !told.line.includes('"allow"')) return;
				expect([agent, event, input["hook_event_name"], input["tool_name"], input["agent_id"] ?? undefined]).toEqual([
					"claude-code",
					"PreToolUse",
					"PreToolUse",
					OURS,
					undefined,
				]);
			}),
			{ numRuns: 5_000 },
		);
	});

	it.each(["", "grok", "__proto__", "constructor", "Codex"])("is none for %j", (agent) => {
		expect(dialectOf(agent)).toBeUndefined();
	});
});
