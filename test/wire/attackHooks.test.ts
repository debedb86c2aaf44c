import { randomBytes } from "node:crypto";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { OpenApproval } from "../../src/core/approvals";
import type { Session } from "../../src/core/sessions";
import { readWindow } from "../../src/bridge/readWindow";
import { HOOK_PATHS } from "../../src/wire/hookMessages";
import { counted } from "../support/counted";
import { stateWithBridge } from "../support/bridgeHarness";
import { BASH, CLAUDE } from "../support/hookInputs";
import { LiveWindow } from "../support/liveWindow";
import { StagedAgent, type StagedHook } from "../support/stagedAgent";
import { until } from "../support/until.mjs";

/** Another program of the same user: it can read the window's file, and it knows the victim's own ids. */
let attacker: StagedAgent;
let victim: StagedAgent;
let installed: Awaited<ReturnType<typeof stateWithBridge>>;
let window: LiveWindow;
let folder: string;

beforeAll(async () => {
	installed = await stateWithBridge();
});
afterEach(({ task }) => counted(task, "attack", { attacks: 1 }));
afterAll(() => installed.dispose());
beforeEach(async () => {
	folder = realpathSync(mkdtempSync(join(tmpdir(), "parley-attack-")));
	window = await LiveWindow.open(installed.state);
	window.switches.turn("claude-code", { approvals: true });
	[victim, attacker] = [1, 2].map(
		() => new StagedAgent({ bridge: installed.bridge, window: window.path, cwd: folder }),
	) as [StagedAgent, StagedAgent];
	await victim.connect("claude-code", { CLAUDE_CODE_SESSION_ID: CLAUDE.session_id });
	await victim.hook("claude-code", "UserPromptSubmit", event("UserPromptSubmit", { prompt: "Fix it" }));
});
afterEach(async () => {
	await victim.end();
	await attacker.end();
	await window.dispose();
	rmSync(folder, { recursive: true, force: true });
});

/** What Claude Code sends to a hook of the victim's session. */
function event(hook_event_name: string, more: object = {}): object {
	return { ...CLAUDE, cwd: folder, hook_event_name, ...more };
}

function permission(from: StagedAgent, tool_input: object = BASH): StagedHook {
	const input = event("PermissionRequest", { tool_name: "Bash", tool_input });
	return from.start({ agent: "claude-code", event: "PermissionRequest", input });
}

function session(): Session {
	const found = window.sessions.find(isLive);
	if (found === undefined) throw new Error("no session is live");
	return found;
}

function isLive({ state }: Session): boolean {
	return state === "live";
}

function opened(): Promise<OpenApproval> {
	return until("one approval is open", () => window.life.desk.approvals.open[0]);
}

/** A question and a permission of the victim's that are open, and its turn. */
function openItems(): unknown {
	return {
		turn: session().turn,
		question: window.openQuestions.map(({ id, state }) => [id, state]),
		approvals: window.life.desk.approvals.open.map(({ id, state }) => [id, state]),
	};
}

/** Posts as this process, which is no hook of anybody. */
async function post(path: string, message: object): Promise<{ status: number; body: string }> {
	const file = readWindow(window.path);
	if (file === undefined) throw new Error("no window");
	const answer = await fetch(file.url + path, {
		method: "POST",
		headers: { authorization: `Bearer ${file.token}`, "content-type": "application/json" },
		body: JSON.stringify(message),
		signal: AbortSignal.timeout(5_000),
	});
	return { status: answer.status, body: await answer.text() };
}

describe("another program of the same user, that knows the ids of a session,", () => {
	it.each(["alone", "beside a session of its own"])("ends, begins and closes nothing there, %s", async (how) => {
		if (how !== "alone") await attacker.connect("claude-code", { CLAUDE_CODE_SESSION_ID: "its own" });
		const asked = victim.call("clarify", { question: "Which port?" });
		await until("the question is open", () => window.openQuestions[0]);
		const prompt = permission(victim);
		await opened();
		const before = openItems();
		const said = [
			await attacker.hook("claude-code", "Stop", event("Stop")),
			await attacker.hook("claude-code", "StopFailure", event("StopFailure")),
			await attacker.hook("claude-code", "SessionEnd", event("SessionEnd")),
			await attacker.hook("claude-code", "PostToolUse", event("PostToolUse", { tool_name: "Bash", tool_input: BASH })),
			await attacker.hook(
				"claude-code",
				"UserPromptSubmit",
				event("UserPromptSubmit", { prompt_id: "x", prompt: "y" }),
			),
		];
		expect(openItems()).toEqual(before);
		expect(said.map(({ stdout }) => stdout.includes(session().turn?.id ?? "none"))).toEqual(said.map(() => false));
		window.life.desk.approvals.allowOnce((await opened()).id);
		expect((await prompt.ended).stdout).toContain('"behavior":"allow"');
		await window.answer("8080");
		expect(await asked).toContain("8080");
	});

	it("gets no decision in the victim's name", async () => {
		const hook = permission(attacker);
		const shown = until("one approval is open", () => window.life.desk.approvals.open[0], 5_000).catch(() => "none");
		expect(await Promise.race([hook.ended, shown])).toEqual({ code: 0, stdout: "", stderr: "" });
	});
});

describe("what is posted by hand", () => {
	const hash = "0".repeat(64);

	it.each([
		["the pids of the victim", () => ({ pid: victim.pid, agentPid: process.pid })],
		["pids that are nobody's", () => ({ pid: 2 ** 30, agentPid: 2 ** 30 + 1 })],
		["itself as its own agent", () => ({ pid: process.pid, agentPid: process.pid })],
		["its own pid under a foreign agent", () => ({ pid: process.pid, agentPid: victim.pid })],
	])("with %s does nothing", (_, pids) => expectNothingOf(pids()));

	it("under the first process does nothing", () => expectNothingOf({ pid: process.pid, agentPid: 1 }));

	async function expectNothingOf(pids: object): Promise<void> {
		const before = openItems();
		const caller = { agent: "claude-code", sessionId: CLAUDE.session_id, turnId: "t", cwd: folder, ...pids };
		const tool = { ...caller, tool: "Bash", inputHash: hash };
		const key = randomBytes(16).toString("hex");
		const got = [
			await post(HOOK_PATHS.end, { ...caller, turnId: CLAUDE.prompt_id, how: "interrupted", at: Date.now() + 60_000 }),
			await post(HOOK_PATHS.tool, tool),
			await post(HOOK_PATHS.permission, { ...tool, key, input: BASH, blocksTerminal: false }),
			await post(HOOK_PATHS.begin, caller),
		];
		for (const { status, body } of got) {
			expect(status).toBe(200);
			expect(body).not.toContain(session().turn?.id ?? "none");
			expect(body).not.toMatch(/"(?:allow|deny)"/);
		}
		expect(openItems()).toEqual(before);
	}
});

describe("a permission", () => {
	it("that is asked anew after an allow asks anew", async () => {
		const first = permission(victim);
		window.life.desk.approvals.allowOnce((await opened()).id);
		await first.ended;
		const again = permission(victim);
		const { id } = await opened();
		expect(again.said()).toBe("");
		window.life.desk.approvals.deny(id);
		expect((await again.ended).stdout).toContain('"behavior":"deny"');
	});

	it.each([
		"its session ends",
		"its turn ends",
		"a new prompt comes",
		"the window goes",
		"it is taken back",
		"the terminal decides",
	])("that is open while %s is never an allow", async (what) => {
		const hook = permission(victim);
		const { id } = await opened();
		const { desk } = window.life;
		if (what === "its session ends") desk.endSession(session());
		if (what === "its turn ends") await victim.hook("claude-code", "Stop", event("Stop"));
		if (what === "a new prompt comes")
			await victim.hook("claude-code", "UserPromptSubmit", event("UserPromptSubmit", { prompt_id: "2", prompt: "Go" }));
		if (what === "the window goes") await window.leave();
		if (what === "it is taken back") hook.kill("SIGTERM");
		if (what === "the terminal decides")
			await victim.hook("claude-code", "PostToolUse", event("PostToolUse", { tool_name: "Bash", tool_input: BASH }));
		await until("it is closed", () => desk.approvals.open.length === 0 || what === "the window goes" || undefined);
		expect([desk.approvals.allowOnce(id), desk.approvals.proposal(id)]).toEqual([false, undefined]);
		if (what === "the window goes") {
			await window.start();
			await until("it is there again", () => window.life.desk.approvals.open[0]);
			window.life.desk.approvals.decideInTerminal(id);
			await until("its bridge is back", () => window.sessions.some(isLive) || undefined);
			window.life.desk.endSession(session());
		}
		expect((await hook.ended).stdout).toBe("");
	});

	it("cannot be decided while its window is just back", async () => {
		const hook = permission(victim);
		const { id } = await opened();
		await window.leave();
		await window.start();
		const { approvals } = window.life.desk;
		const state = approvals.open.map((each) => each.state);
		const done = state[0] === "reconnecting" ? [approvals.allowOnce(id), approvals.deny(id), approvals.extend(id)] : [];
		expect([state, done]).toEqual([["reconnecting"], [false, false, false]]);
		await until("its hook is back", () => approvals.open[0]?.state === "waiting" || undefined);
		approvals.allowOnce(id);
		expect((await hook.ended).stdout).toContain('"behavior":"allow"');
	});

	it("under a flood stays readable: no more than twenty wait, the others are the terminal's", async () => {
		const hooks = Array.from({ length: 24 }, (_, index) => permission(victim, { command: `echo ${index}` }));
		await until("twenty are open", () => window.life.desk.approvals.open.length === 20 || undefined, 20_000);
		const over = await Promise.race(hooks.map(({ ended }) => ended));
		expect(over).toEqual({ code: 0, stdout: "", stderr: "" });
		expect(window.life.desk.approvals.open.length).toBeLessThanOrEqual(20);
		window.life.desk.endSession(session());
		const ends = await Promise.all(hooks.map(({ ended }) => ended));
		expect(ends.map(({ stdout }) => stdout).join("")).toBe("");
	});
});
