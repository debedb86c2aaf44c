import { mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { OpenApproval } from "../../src/core/approvals";
import { stateWithBridge } from "../support/bridgeHarness";
import { BASH, CLAUDE, CODEX, COPILOT, QWEN } from "../support/hookInputs";
import { LiveWindow } from "../support/liveWindow";
import { StagedAgent, type StagedHook } from "../support/stagedAgent";
import { until } from "../support/until.mjs";

let installed: Awaited<ReturnType<typeof stateWithBridge>>;
let window: LiveWindow;
let agent: StagedAgent;
let folder: string;

beforeAll(async () => {
	installed = await stateWithBridge();
});
afterAll(() => installed.dispose());
beforeEach(async () => {
	folder = realpathSync(mkdtempSync(join(tmpdir(), "parley-permission-")));
	window = await LiveWindow.open(installed.state);
	agent = new StagedAgent({ bridge: installed.bridge, window: window.path, cwd: folder });
});
afterEach(async () => {
	await agent.end();
	await window.dispose();
	rmSync(folder, { recursive: true, force: true });
});

const silent = { code: 0, stdout: "", stderr: "" };

/** A connected agent whose own prompts are brought here. */
async function connect(name: string): Promise<void> {
	window.switches.turn(name, { approvals: true });
	await agent.connect(name);
}

/** Claude Code wants to run a tool. */
function ask(tool_name = "Bash", tool_input: object = BASH, more: object = {}): StagedHook {
	const input = { ...CLAUDE, cwd: folder, hook_event_name: "PermissionRequest", tool_name, tool_input, ...more };
	return agent.start({ agent: "claude-code", event: "PermissionRequest", input });
}

function opened(): Promise<OpenApproval> {
	return until("one approval is open", () => window.life.desk.approvals.open[0]);
}

function closed(): Promise<true> {
	return until("no approval is open", () => window.life.desk.approvals.open.length === 0 || undefined);
}

describe("an agent's own permission prompt", () => {
	it("shows the act, and what the person decides reaches the agent once", async () => {
		await connect("claude-code");
		const hook = ask();
		const approval = await opened();
		expect([approval.act, approval.origin.kind === "prompt" && approval.origin.blocksTerminal]).toEqual([
			{ kind: "command", action: "npm test", detail: undefined, reason: "Run the tests" },
			false,
		]);
		expect(window.life.desk.approvals.allowOnce(approval.id)).toBe(true);
		expect(await hook.ended).toEqual({
			...silent,
			stdout: '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}}\n',
		});
	});

	it.each([
		["not now, please", "not now, please"],
		["", "The user denied this in VS Code."],
	])("is denied with the person's message %j", async (message, told) => {
		await connect("claude-code");
		const hook = ask();
		window.life.desk.approvals.deny((await opened()).id, message);
		expect(JSON.parse((await hook.ended).stdout)).toEqual({
			hookSpecificOutput: { hookEventName: "PermissionRequest", decision: { behavior: "deny", message: told } },
		});
	});

	it("stays the terminal's while the agent's switch is off", async () => {
		await agent.connect("claude-code");
		expect(await ask().ended).toEqual(silent);
		expect(window.life.desk.approvals.open).toEqual([]);
	});

	it("stays the terminal's where no session is known, and about our own tools", async () => {
		window.switches.turn("claude-code", { approvals: true });
		expect(await ask().ended).toEqual(silent);
		await agent.connect("claude-code");
		expect(await ask("mcp__plugin_parley_parley__clarify", {}).ended).toEqual(silent);
	});

	it("closes when the terminal was pressed: the agent's hook is ended", async () => {
		await connect("claude-code");
		const hook = ask();
		await opened();
		hook.kill("SIGTERM");
		await hook.ended;
		await closed();
		expect(window.life.desk.history.entries).toMatchObject([{ kind: "approval" }]);
	});

	it.each(["PostToolUse", "PostToolUseFailure"])(
		"closes when the tool has run all the same (%s), and a late decision is none",
		async (event) => {
			await connect("claude-code");
			const hook = ask("Write", { file_path: "/a", content: "x" });
			const { id } = await opened();
			const input = { ...CLAUDE, cwd: folder, hook_event_name: event, tool_name: "Write" };
			await agent.hook("claude-code", event, { ...input, tool_input: { content: "y", file_path: "/a" } });
			expect(window.life.desk.approvals.open).toHaveLength(1);
			// The same input, whatever the order of its keys.
			await agent.hook("claude-code", event, { ...input, tool_input: { content: "x", file_path: "/a" } });
			expect(await hook.ended).toEqual(silent);
			expect(window.life.desk.approvals.allowOnce(id)).toBe(false);
		},
	);

	it("closes with the agent's stop", async () => {
		await connect("claude-code");
		await agent.hook("claude-code", "UserPromptSubmit", {
			...CLAUDE,
			cwd: folder,
			hook_event_name: "UserPromptSubmit",
		});
		const hook = ask();
		await opened();
		await agent.hook("claude-code", "Stop", { ...CLAUDE, cwd: folder, hook_event_name: "Stop" });
		expect(await hook.ended).toEqual(silent);
	});

	it("closes with its session", async () => {
		await connect("claude-code");
		const hook = ask();
		window.life.desk.endSession((await opened()).session);
		expect(await hook.ended).toEqual(silent);
	});

	it("is decided after a reload of the window that came in between", async () => {
		await connect("claude-code");
		const hook = ask();
		const { id } = await opened();
		await window.leave();
		await window.start();
		await until("the request waits again", () => window.life.desk.approvals.open[0]?.state === "waiting" || undefined);
		expect(window.life.desk.approvals.allowOnce(id)).toBe(true);
		expect((await hook.ended).stdout).toContain('"allow"');
	});

	it("stays the terminal's when the window goes before it was asked", async () => {
		await connect("claude-code");
		await window.leave();
		expect(await ask().ended).toEqual(silent);
	});

	it("of a sub-agent is shown too", async () => {
		await connect("claude-code");
		const hook = ask("Bash", BASH, { agent_id: "a1", agent_type: "Explore" });
		window.life.desk.approvals.allowOnce((await opened()).id);
		expect((await hook.ended).stdout).toContain('"allow"');
	});

	it("is that of the agent's folder where its hook names that by a link", async () => {
		await connect("claude-code");
		const link = `${folder}-link`;
		symlinkSync(folder, link, "junction");
		try {
			const hook = ask("Bash", BASH, { cwd: link });
			const { act, id } = await opened();
			expect(act).toMatchObject({ kind: "command", action: "npm test", detail: undefined });
			window.life.desk.approvals.deny(id);
			await hook.ended;
		} finally {
			rmSync(link);
		}
	});

	it("is no command a rule could match where it runs elsewhere or with more than the command says", async () => {
		await connect("claude-code");
		const input = { ...BASH, dangerouslyDisableSandbox: true };
		const hooks = [ask("Bash", input), ask("Bash", BASH, { cwd: "/elsewhere" })];
		await until("both wait", () => window.life.desk.approvals.open.length === 2 || undefined);
		const acts = window.life.desk.approvals.open.map(({ act }) => [act.kind, act.action, act.detail]);
		expect(acts.toSorted((a, b) => String(a[2]).length - String(b[2]).length)).toEqual([
			["other", "npm test", JSON.stringify({ tool: "Bash", cwd: "/elsewhere", input: BASH }, undefined, 2)],
			["other", "npm test", JSON.stringify({ tool: "Bash", input }, undefined, 2)],
		]);
		for (const { id } of window.life.desk.approvals.open) window.life.desk.approvals.deny(id);
		await Promise.all(hooks.map(({ ended }) => ended));
	});
});

describe("an agent whose terminal shows nothing meanwhile", () => {
	it.each([
		["codex", "PermissionRequest", { ...CODEX, hook_event_name: "PermissionRequest", tool_name: "Bash" }],
		["qwen", "PermissionRequest", { ...QWEN, hook_event_name: "PermissionRequest", tool_name: "run_shell_command" }],
	])("can be given the decision back: %s", async (name, event, input) => {
		await connect(name);
		const hook = agent.start({ agent: name, event, input: { ...input, cwd: folder, tool_input: BASH } });
		const approval = await opened();
		expect(approval.origin).toMatchObject({ kind: "prompt", blocksTerminal: true });
		expect(approval.deadline - approval.askedAt).toBe(60_000);
		// Codex does not tell in which folder a command would run.
		expect(approval.act.isPlaced).toBe(name === "codex" ? false : undefined);
		window.life.desk.approvals.decideInTerminal(approval.id);
		expect(await hook.ended).toEqual(silent);
	});

	it("still has no place that a rule could be for after a reload of the window: Codex", async () => {
		await connect("codex");
		const input = { ...CODEX, hook_event_name: "PermissionRequest", tool_name: "Bash", cwd: folder, tool_input: BASH };
		const hook = agent.start({ agent: "codex", event: "PermissionRequest", input });
		const { id } = await opened();
		await window.leave();
		await window.start();
		const back = (): OpenApproval | undefined => window.life.desk.approvals.open.find((each) => each.id === id);
		await until("the request waits again", () => back()?.state === "waiting" || undefined);
		expect([back()?.act.isPlaced, window.life.desk.approvals.proposal(id)]).toEqual([false, undefined]);
		window.life.desk.approvals.decideInTerminal(id);
		expect(await hook.ended).toEqual(silent);
	});

	it("is told first where the question is, if it can show that: Copilot CLI", async () => {
		await connect("copilot");
		const input = { ...COPILOT, cwd: folder, toolName: "bash", toolInput: BASH };
		const hook = agent.start({ agent: "copilot", event: "permissionRequest", input });
		const { id } = await opened();
		await until("it shows where the question is", () => hook.said() !== "" || undefined);
		window.life.desk.approvals.deny(id, "no");
		expect((await hook.ended).stdout.trim().split("\n")).toEqual([
			'{"type":"progress","message":"Waiting for your decision in VS Code","temporary":true}',
			'{"behavior":"deny","message":"no"}',
		]);
	});
});

describe("a plug-in of ours", () => {
	it("gets the decision in the plain dialect", async () => {
		await connect("opencode");
		const input = { sessionId: "ses_1", cwd: folder, tool: "bash", input: BASH };
		const hook = agent.start({ agent: "opencode", event: "permission", input });
		window.life.desk.approvals.allowOnce((await opened()).id);
		expect(await hook.ended).toEqual({ ...silent, stdout: '{"decision":"allow"}\n' });
	});
});
