import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { stateWithBridge } from "../support/bridgeHarness";
import { CLAUDE, CODEX, COPILOT, GEMINI, QWEN } from "../support/hookInputs";
import { begun, contextIn, HookScene } from "../support/hookScene";
import { until } from "../support/until.mjs";

let installed: Awaited<ReturnType<typeof stateWithBridge>>;
let scene: HookScene;

beforeAll(async () => {
	installed = await stateWithBridge();
});
afterAll(() => installed.dispose());
beforeEach(async () => {
	scene = await HookScene.open(installed);
});
afterEach(() => scene.close());

const plan = { plan: [{ id: "a", step: "Look", status: "in_progress" }] };

function stop(prompt_id: string, event = "Stop"): object {
	return { ...CLAUDE, cwd: scene.folder, prompt_id, hook_event_name: event };
}

describe("three turns of an agent with hooks", () => {
	it("take the newest context id or none, and no other", async () => {
		const [agent, other] = [scene.stage(), scene.stage()];
		await agent.connect("claude-code", { CLAUDE_CODE_SESSION_ID: CLAUDE.session_id });
		await other.connect("claude-code", { CLAUDE_CODE_SESSION_ID: "another" });
		const foreign = await scene.begin(other, "other", { session_id: "another" });
		const update = async (context_id?: string): Promise<string> => {
			const text = await agent.call("update_plan", { ...plan, ...(context_id === undefined ? {} : { context_id }) });
			return text.startsWith("{") ? "taken" : (text.split(":")[0] ?? "");
		};
		const seen: unknown[] = [];
		const ids: string[] = [];
		for (const turn of ["first", "second", "third"]) {
			const id = await scene.begin(agent, turn);
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
		expect(scene.window.life.desk.plans.cards).toHaveLength(3);
	});

	it("go on after a stop with the newest id or none, until a newer prompt came", async () => {
		const agent = scene.stage();
		await agent.connect("claude-code");
		const first = await scene.begin(agent, "first");
		expect(await agent.hook("claude-code", "Stop", stop("first"))).toEqual({ code: 0, stdout: "", stderr: "" });
		await scene.inState("ended");
		expect(await agent.call("update_plan", { ...plan, context_id: first })).toMatch(/^\{/);
		await scene.inState("active");
		await scene.begin(agent, "second");
		expect(await agent.call("update_plan", { ...plan, context_id: first })).toMatch(/^unknown_context/);
	});

	it("end as failed where the agent's stop failed", async () => {
		const agent = scene.stage();
		await agent.connect("claude-code");
		await scene.begin(agent, "first");
		await agent.call("update_plan", plan);
		await agent.hook("claude-code", "StopFailure", { ...stop("first", "StopFailure"), error: "rate_limit" });
		await scene.inState("failed");
		expect([scene.session.turn?.state, scene.window.life.desk.plans.cards[0]?.state]).toEqual(["failed", "failed"]);
	});

	it("take no call after an interrupt", async () => {
		const agent = scene.stage();
		await agent.connect("codex");
		await agent.hook("codex", "UserPromptSubmit", { ...CODEX, cwd: scene.folder, hook_event_name: "UserPromptSubmit" });
		await agent.hook("codex", "Interrupt", { ...CODEX, cwd: scene.folder, hook_event_name: "Interrupt" });
		await scene.inState("interrupted");
		expect(await agent.call("update_plan", plan)).toMatch(/^no_active_turn/);
	});
});

describe("a prompt that carries the id of one before", () => {
	it("begins a turn where that one has ended", async () => {
		const agent = scene.stage();
		await agent.connect("claude-code");
		const first = await scene.begin(agent, "first");
		const prompt_id = scene.session.turn?.promptId ?? "";
		await agent.hook("claude-code", "Stop", stop(prompt_id));
		await scene.inState("ended");
		await until("it has a context of its own", async () =>
			contextIn(await agent.hook("claude-code", "UserPromptSubmit", scene.prompt(prompt_id))),
		);
		expect(await agent.call("update_plan", { ...plan, context_id: first })).toMatch(/^unknown_context/);
		await agent.hook("claude-code", "Stop", stop("an id that only this prompt's end carries"));
		await scene.inState("ended");
	});
});

describe("what is no new turn", () => {
	it("is a prompt that a sub-agent got, and the same prompt once more", async () => {
		const agent = scene.stage();
		await agent.connect("claude-code");
		const id = await scene.begin(agent, "first");
		const silent = { code: 0, stdout: "", stderr: "" };
		expect([
			await agent.hook("claude-code", "UserPromptSubmit", scene.prompt("sub", { agent_id: "a1" })),
			await agent.hook("claude-code", "UserPromptSubmit", scene.prompt("first")),
		]).toEqual([silent, silent]);
		expect(scene.session.turn?.id).toBe(id);
	});

	it("is the same prompt once more after a reload of the window", async () => {
		const agent = scene.stage();
		await agent.connect("claude-code");
		const id = await scene.begin(agent, "first");
		const promptId = scene.session.turn?.promptId ?? "";
		const question = agent.call("clarify", { question: "Which?" });
		await until("it is asked", () => scene.window.life.desk.clarifications.open[0]);
		await scene.window.leave();
		await scene.window.start();
		await until("the session is back", () => scene.session.state === "live" || undefined);
		expect(await agent.hook("claude-code", "UserPromptSubmit", scene.prompt(promptId))).toMatchObject({ stdout: "" });
		const open = scene.window.life.desk.clarifications.open[0];
		expect([scene.session.turn?.id, open?.turnId]).toEqual([id, id]);
		scene.window.life.desk.clarifications.answer(open?.id ?? "", "This");
		expect(await question).toContain("This");
	});

	it("is, with Qwen Code, the result of a tool", async () => {
		const agent = scene.stage();
		await agent.connect("qwen");
		const input = { ...QWEN, cwd: scene.folder, hook_event_name: "UserPromptSubmit" };
		const id = await begun(agent, "qwen", "UserPromptSubmit", (suffix) => ({
			...input,
			prompt_id: QWEN.prompt_id + suffix,
			prompt: "Fix it",
			submitted_prompt: "Fix it",
		}));
		expect((await agent.hook("qwen", "UserPromptSubmit", { ...input, prompt: "" })).stdout).toBe("");
		expect(scene.session.turn?.id).toBe(id);
	});

	it("is the end of another prompt, with an agent whose ids name it", async () => {
		const agent = scene.stage();
		await agent.connect("codex");
		const input = { ...CODEX, cwd: scene.folder };
		const prompt = { ...input, hook_event_name: "UserPromptSubmit" };
		for (const each of ["first", "second"]) {
			await begun(agent, "codex", "UserPromptSubmit", (suffix) => ({ ...prompt, turn_id: each + suffix }));
		}
		const turn_id = scene.session.turn?.promptId ?? "";
		await agent.hook("codex", "Stop", { ...input, hook_event_name: "Stop", turn_id: "first" });
		await agent.hook("codex", "Interrupt", { ...input, hook_event_name: "Interrupt", turn_id });
		await scene.inState("interrupted");
	});
});

describe("the context of a prompt", () => {
	it("names the tools that the session has, the id, and what they are not for", async () => {
		const agent = scene.stage();
		await agent.connect("claude-code");
		scene.window.switches.turn("claude-code", { clarify: false });
		const { stdout } = await agent.hook("claude-code", "UserPromptSubmit", scene.prompt("first"));
		const output = JSON.parse(stdout) as { hookSpecificOutput: { hookEventName: string; additionalContext: string } };
		const { hookEventName, additionalContext } = output.hookSpecificOutput;
		expect(hookEventName).toBe("UserPromptSubmit");
		expect(additionalContext.split("\n")).toEqual([
			"Parley, for this prompt only:",
			expect.stringMatching(/update_plan.*request_approval.*tool search/) as string,
			`- Pass \`context_id\`: "${scene.session.turn?.id}" with each call. Ids of earlier prompts are void.`,
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
		const agent = scene.stage();
		await agent.connect(name);
		const input = { ...ids, cwd: scene.folder, hook_event_name: event, prompt: "Fix it" };
		const id = await begun(agent, name, event, (turn) => ({ ...input, turn_id: `t${turn}`, turnId: `t${turn}` }));
		expect(id).toBe(scene.session.turn?.id);
	});
});
