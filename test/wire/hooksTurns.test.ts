import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Session } from "../../src/core/sessions";
import { stateWithBridge } from "../support/bridgeHarness";
import { CLAUDE, CODEX, COPILOT, GEMINI, QWEN } from "../support/hookInputs";
import { LiveWindow } from "../support/liveWindow";
import { StagedAgent } from "../support/stagedAgent";

let installed: Awaited<ReturnType<typeof stateWithBridge>>;
let window: LiveWindow;
let folder: string;
const agents: StagedAgent[] = [];

beforeAll(async () => {
	installed = await stateWithBridge();
});
afterAll(() => installed.dispose());
beforeEach(async () => {
	folder = realpathSync(mkdtempSync(join(tmpdir(), "parley-hooks-")));
	window = await LiveWindow.open(installed.state);
});
afterEach(async () => {
	for (const agent of agents.splice(0)) await agent.end();
	await window.dispose();
	rmSync(folder, { recursive: true, force: true });
});

function stage(more: { isDaemon?: boolean; window?: string } = {}): StagedAgent {
	const agent = new StagedAgent({ bridge: installed.bridge, window: window.path, cwd: folder, ...more });
	agents.push(agent);
	return agent;
}

/** Claude Code's prompt with that id. */
function prompt(prompt_id: string, more: object = {}): object {
	return { ...CLAUDE, cwd: folder, prompt_id, hook_event_name: "UserPromptSubmit", prompt: "Fix it", ...more };
}

function stop(prompt_id: string, event = "Stop"): object {
	return { ...CLAUDE, cwd: folder, prompt_id, hook_event_name: event };
}

/** The context id in what a hook has said; undefined: it said nothing. */
function contextIn({ stdout }: { readonly stdout: string }): string | undefined {
	return /context_id`: \\"([0-9a-f-]{36})\\"/.exec(stdout)?.[1];
}

async function begin(agent: StagedAgent, id: string): Promise<string | undefined> {
	return contextIn(await agent.hook("claude-code", "UserPromptSubmit", prompt(id)));
}

const plan = { plan: [{ id: "a", step: "Look", status: "in_progress" }] };

function only(): Session {
	const [session, another] = window.sessions;
	if (session === undefined || another !== undefined) throw new Error("not exactly one session");
	return session;
}

describe("three turns of an agent with hooks", () => {
	it("take the newest context id or none, and no other", async () => {
		const [agent, other] = [stage(), stage()];
		await agent.connect("claude-code", { CLAUDE_CODE_SESSION_ID: CLAUDE.session_id });
		await other.connect("claude-code", { CLAUDE_CODE_SESSION_ID: "another" });
		const foreign = contextIn(
			await other.hook("claude-code", "UserPromptSubmit", prompt("other", { session_id: "another" })),
		);
		const update = async (context_id?: string): Promise<string> => {
			const text = await agent.call("update_plan", { ...plan, ...(context_id === undefined ? {} : { context_id }) });
			return text.startsWith("{") ? "taken" : (text.split(":")[0] ?? "");
		};
		const seen: unknown[] = [];
		const ids: (string | undefined)[] = [];
		for (const turn of ["first", "second", "third"]) {
			const id = await begin(agent, turn);
			ids.push(id);
			const stale = await Promise.all(ids.slice(0, -1).map((each) => update(each)));
			seen.push([stale, await update(foreign), await update("made up"), await update(id), await update()]);
		}
		const unknown = "unknown_context";
		expect(new Set([...ids, foreign]).size).toBe(4);
		expect(seen).toEqual([
			[[], unknown, unknown, "taken", "taken"],
			[[unknown], unknown, unknown, "taken", "taken"],
			[[unknown, unknown], unknown, unknown, "taken", "taken"],
		]);
		expect(window.life.desk.plans.cards).toHaveLength(3);
	});

	it("go on after a stop with the newest id or none, until a newer prompt came", async () => {
		const agent = stage();
		await agent.connect("claude-code");
		const first = await begin(agent, "first");
		expect(await agent.hook("claude-code", "Stop", stop("first"))).toEqual({ code: 0, stdout: "", stderr: "" });
		expect(only().turn?.state).toBe("ended");
		expect(await agent.call("update_plan", { ...plan, context_id: first })).toMatch(/^\{/);
		expect(only().turn?.state).toBe("active");
		await begin(agent, "second");
		expect(await agent.call("update_plan", { ...plan, context_id: first })).toMatch(/^unknown_context/);
	});

	it("end as failed where the agent's stop failed", async () => {
		const agent = stage();
		await agent.connect("claude-code");
		await begin(agent, "first");
		await agent.call("update_plan", plan);
		await agent.hook("claude-code", "StopFailure", { ...stop("first", "StopFailure"), error: "rate_limit" });
		expect([only().turn?.state, window.life.desk.plans.cards[0]?.state]).toEqual(["failed", "failed"]);
	});

	it("take no call after an interrupt", async () => {
		const agent = stage();
		await agent.connect("codex");
		await agent.hook("codex", "UserPromptSubmit", { ...CODEX, cwd: folder, hook_event_name: "UserPromptSubmit" });
		await agent.hook("codex", "Interrupt", { ...CODEX, cwd: folder, hook_event_name: "Interrupt" });
		expect(await agent.call("update_plan", plan)).toMatch(/^no_active_turn/);
	});
});

describe("what is no new turn", () => {
	it("is a prompt that a sub-agent got, and the same prompt once more", async () => {
		const agent = stage();
		await agent.connect("claude-code");
		const id = await begin(agent, "first");
		const silent = { code: 0, stdout: "", stderr: "" };
		expect([
			await agent.hook("claude-code", "UserPromptSubmit", prompt("sub", { agent_id: "a1" })),
			await agent.hook("claude-code", "UserPromptSubmit", prompt("first")),
		]).toEqual([silent, silent]);
		expect(only().turn?.id).toBe(id);
	});

	it("is, with Qwen Code, the result of a tool", async () => {
		const agent = stage();
		await agent.connect("qwen");
		const input = { ...QWEN, cwd: folder, hook_event_name: "UserPromptSubmit" };
		const id = contextIn(
			await agent.hook("qwen", "UserPromptSubmit", { ...input, prompt: "Fix it", submitted_prompt: "Fix it" }),
		);
		expect((await agent.hook("qwen", "UserPromptSubmit", { ...input, prompt: "" })).stdout).toBe("");
		expect(only().turn?.id).toBe(id);
	});

	it("is an end of another prompt", async () => {
		const agent = stage();
		await agent.connect("claude-code");
		await begin(agent, "first");
		await begin(agent, "second");
		await agent.hook("claude-code", "Stop", stop("first"));
		expect(only().turn?.state).toBe("active");
	});
});

describe("the context of a prompt", () => {
	it("names the tools that the session has, the id, and what they are not for", async () => {
		const agent = stage();
		await agent.connect("claude-code");
		window.switches.turn("claude-code", { clarify: false });
		const { stdout } = await agent.hook("claude-code", "UserPromptSubmit", prompt("first"));
		const output = JSON.parse(stdout) as { hookSpecificOutput: { hookEventName: string; additionalContext: string } };
		const { hookEventName, additionalContext } = output.hookSpecificOutput;
		expect(hookEventName).toBe("UserPromptSubmit");
		expect(additionalContext.split("\n")).toEqual([
			"Parley, for this prompt only:",
			expect.stringMatching(/update_plan.*request_approval.*tool search/) as string,
			`- Pass \`context_id\`: "${only().turn?.id}" with each call. Ids of earlier prompts are void.`,
			"- No answer, a dismissal or a timeout is not approval.",
			expect.stringContaining("Sub-agents and background tasks must not") as string,
		]);
		expect(additionalContext).not.toContain("clarify");
	});

	it.each([
		["codex", "UserPromptSubmit", CODEX],
		["gemini", "BeforeAgent", GEMINI],
		["copilot", "userPromptSubmitted", COPILOT],
		["opencode", "begin", { sessionId: "ses_1", turnId: "msg_1" }],
	])("reaches %s in its own form", async (name, event, ids) => {
		const agent = stage();
		await agent.connect(name);
		const input = { ...ids, cwd: folder, hook_event_name: event, prompt: "Fix it" };
		expect(contextIn(await agent.hook(name, event, input))).toBe(only().turn?.id);
	});
});

describe.runIf(process.platform === "linux")("a prompt before the session is there", () => {
	it("is claimed by the bridge that names the agent's session", async () => {
		const agent = stage();
		const id = await begin(agent, "first");
		await agent.connect("claude-code", { CLAUDE_CODE_SESSION_ID: CLAUDE.session_id });
		expect([id, only().isHooked]).toEqual([only().turn?.id, true]);
		expect(await agent.call("update_plan", { ...plan, context_id: id })).toMatch(/^\{/);
	});

	it("is claimed by the bridge of the same agent process where no session is named", async () => {
		const agent = stage();
		const hook = { ...GEMINI, cwd: folder, hook_event_name: "BeforeAgent" };
		const id = contextIn(await agent.hook("gemini", "BeforeAgent", hook));
		await agent.connect("gemini");
		expect(only().turn?.id).toBe(id);
	});

	it("is not claimed by another agent process", async () => {
		const [agent, other] = [stage(), stage()];
		const hook = { ...GEMINI, cwd: folder, hook_event_name: "BeforeAgent" };
		const id = contextIn(await agent.hook("gemini", "BeforeAgent", hook));
		await other.connect("gemini");
		expect(await other.call("update_plan", { ...plan, context_id: id })).toMatch(/^unknown_context/);
		expect(only().isHooked).toBe(false);
	});

	it("ends before it was claimed, and goes on by a call", async () => {
		const agent = stage();
		const id = await begin(agent, "first");
		await agent.hook("claude-code", "Stop", stop("first"));
		await agent.connect("claude-code");
		expect(only().turn).toMatchObject({ id, state: "ended" });
		expect(await agent.call("update_plan", plan)).toMatch(/^\{/);
	});

	it("of an agent process that has gone is nobody's", async () => {
		const agent = stage();
		const id = await begin(agent, "first");
		await agent.end();
		const next = stage();
		await next.connect("claude-code", { CLAUDE_CODE_SESSION_ID: CLAUDE.session_id });
		expect(only().turn?.id).not.toBe(id);
	});
});

describe.runIf(process.platform === "linux")("the sessions of a program that started another", () => {
	it("are told apart although hooks and bridges have an ancestor in common", async () => {
		const [first, second] = [stage(), stage()];
		await first.connect("gemini");
		await second.connect("gemini");
		const hook = { ...GEMINI, cwd: folder, hook_event_name: "BeforeAgent" };
		const ids = [
			contextIn(await first.hook("gemini", "BeforeAgent", hook)),
			contextIn(await second.hook("gemini", "BeforeAgent", { ...hook, session_id: "second" })),
		];
		expect(window.sessions.map(({ turn }) => turn?.id)).toEqual(ids);
	});

	it("are found through the shell that starts a hook", async () => {
		const [first, second] = [stage(), stage()];
		await first.connect("gemini");
		await second.connect("gemini");
		const input = { ...GEMINI, cwd: folder, hook_event_name: "BeforeAgent" };
		const hook = second.start({ agent: "gemini", event: "BeforeAgent", input, isThroughShell: true });
		expect(contextIn(await hook.ended)).toBe(window.sessions[1]?.turn?.id);
	});
});

describe.runIf(process.platform === "linux")("an agent's daemon", () => {
	const hook = (session_id: string, cwd: string, turn_id = "turn-1"): object => ({
		...CODEX,
		session_id,
		turn_id,
		cwd,
		hook_event_name: "UserPromptSubmit",
		prompt: "Fix it",
	});

	it("finds the window of its hooks as its bridge does, not by its variable", async () => {
		window.clientStartedAt = 1;
		const daemon = stage({ isDaemon: true, window: join(installed.state.run, "0123456789abcdef-77.json") });
		await daemon.connect("codex");
		expect(contextIn(await daemon.hook("codex", "UserPromptSubmit", hook("one", folder)))).toBe(only().turn?.id);
	});

	it("leaves a prompt unclaimed that may be of another terminal, until a call names its session", async () => {
		window.clientStartedAt = 1;
		const daemon = stage({ isDaemon: true });
		await daemon.connect("codex");
		const id = contextIn(await daemon.hook("codex", "UserPromptSubmit", hook("one", "/elsewhere")));
		expect([id === undefined, only().isHooked]).toEqual([false, false]);
		const args = { ...plan, context_id: id };
		expect(await daemon.call("update_plan", args, { threadId: "two", sessionId: "one" })).toMatch(/^\{/);
		expect(only().turn?.id).toBe(id);
		const next = contextIn(await daemon.hook("codex", "UserPromptSubmit", hook("one", "/elsewhere", "turn-2")));
		expect(only().turn?.id).toBe(next);
	});

	it("has its prompt claimed by the context id alone where a call names no session", async () => {
		window.clientStartedAt = 1;
		const daemon = stage({ isDaemon: true });
		await daemon.connect("codex");
		const id = contextIn(await daemon.hook("codex", "UserPromptSubmit", hook("one", "/elsewhere")));
		expect(await daemon.call("update_plan", { ...plan, context_id: id })).toMatch(/^\{/);
		expect(only().turn?.id).toBe(id);
	});
});
