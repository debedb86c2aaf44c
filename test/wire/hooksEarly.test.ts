import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { stateWithBridge } from "../support/bridgeHarness";
import { CLAUDE, CODEX, GEMINI } from "../support/hookInputs";
import { begun, contextIn, HookScene } from "../support/hookScene";

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

describe.runIf(process.platform === "linux")("a prompt before the session is there", () => {
	it("is claimed by the bridge that names the agent's session", async () => {
		const agent = scene.stage();
		const id = await scene.begin(agent, "first");
		await agent.connect("claude-code", { CLAUDE_CODE_SESSION_ID: CLAUDE.session_id });
		expect([id, scene.session.isHooked]).toEqual([scene.session.turn?.id, true]);
		expect(await agent.call("update_plan", { ...plan, context_id: id })).toMatch(/^\{/);
	});

	it("is claimed by the bridge of the same agent process where no session is named", async () => {
		const agent = scene.stage();
		const hook = { ...GEMINI, cwd: scene.folder, hook_event_name: "BeforeAgent" };
		const id = await begun(agent, "gemini", "BeforeAgent", () => hook);
		await agent.connect("gemini");
		expect(scene.session.turn?.id).toBe(id);
	});

	it("is not claimed by another agent process", async () => {
		const [agent, other] = [scene.stage(), scene.stage()];
		const hook = { ...GEMINI, cwd: scene.folder, hook_event_name: "BeforeAgent" };
		const id = await begun(agent, "gemini", "BeforeAgent", () => hook);
		await other.connect("gemini");
		expect(await other.call("update_plan", { ...plan, context_id: id })).toMatch(/^unknown_context/);
		expect(scene.session.isHooked).toBe(false);
	});

	it("ends before it was claimed, and goes on by a call", async () => {
		const agent = scene.stage();
		const id = await scene.begin(agent, "first");
		await agent.hook("claude-code", "Stop", stop("first"));
		await agent.connect("claude-code");
		expect(scene.session.turn).toMatchObject({ id, state: "ended" });
		expect(await agent.call("update_plan", plan)).toMatch(/^\{/);
	});

	it("of an agent process that has gone is nobody's", async () => {
		const agent = scene.stage();
		const id = await scene.begin(agent, "first");
		await agent.end();
		const next = scene.stage();
		await next.connect("claude-code", { CLAUDE_CODE_SESSION_ID: CLAUDE.session_id });
		expect(scene.session.turn?.id).not.toBe(id);
	});
});

describe.runIf(process.platform === "linux")("the sessions of a program that started another", () => {
	it("are told apart although hooks and bridges have an ancestor in common", async () => {
		const [first, second] = [scene.stage(), scene.stage()];
		await first.connect("gemini");
		await second.connect("gemini");
		const hook = { ...GEMINI, cwd: scene.folder, hook_event_name: "BeforeAgent" };
		const ids = [
			await begun(first, "gemini", "BeforeAgent", () => hook),
			await begun(second, "gemini", "BeforeAgent", () => ({ ...hook, session_id: "second" })),
		];
		expect(scene.window.sessions.map(({ turn }) => turn?.id)).toEqual(ids);
	});

	it("are found through the shell that starts a hook", async () => {
		const [first, second] = [scene.stage(), scene.stage()];
		await first.connect("gemini");
		await second.connect("gemini");
		const input = { ...GEMINI, cwd: scene.folder, hook_event_name: "BeforeAgent" };
		const hook = second.start({ agent: "gemini", event: "BeforeAgent", input, isThroughShell: true });
		expect(contextIn(await hook.ended)).toBe(scene.window.sessions[1]?.turn?.id);
	});
});

describe.runIf(process.platform === "linux")("an agent's daemon", () => {
	const hook = (session_id: string, cwd: string, turn_id: string): object => ({
		...CODEX,
		session_id,
		turn_id,
		cwd,
		hook_event_name: "UserPromptSubmit",
		prompt: "Fix it",
	});

	it("finds the window of its hooks as its bridge does, not by its variable", async () => {
		scene.window.clientStartedAt = 1;
		const daemon = scene.stage({ isDaemon: true, window: join(installed.state.run, "0123456789abcdef-77.json") });
		await daemon.connect("codex");
		const id = await begun(daemon, "codex", "UserPromptSubmit", (turn) => hook("one", scene.folder, `t${turn}`));
		expect(id).toBe(scene.session.turn?.id);
	});

	it("leaves a prompt unclaimed that may be of another terminal, until a call names its session", async () => {
		scene.window.clientStartedAt = 1;
		const daemon = scene.stage({ isDaemon: true });
		await daemon.connect("codex");
		const id = await begun(daemon, "codex", "UserPromptSubmit", (turn) => hook("one", "/elsewhere", `t${turn}`));
		expect(scene.session.isHooked).toBe(false);
		const args = { ...plan, context_id: id };
		expect(await daemon.call("update_plan", args, { threadId: "two", sessionId: "one" })).toMatch(/^\{/);
		expect(scene.session.turn?.id).toBe(id);
		const next = await begun(daemon, "codex", "UserPromptSubmit", (turn) => hook("one", "/elsewhere", `u${turn}`));
		expect(scene.session.turn?.id).toBe(next);
	});

	it("has its prompt claimed by the context id alone where a call names no session", async () => {
		scene.window.clientStartedAt = 1;
		const daemon = scene.stage({ isDaemon: true });
		await daemon.connect("codex");
		const id = await begun(daemon, "codex", "UserPromptSubmit", (turn) => hook("one", "/elsewhere", `t${turn}`));
		expect(await daemon.call("update_plan", { ...plan, context_id: id })).toMatch(/^\{/);
		expect(scene.session.turn?.id).toBe(id);
	});
});
