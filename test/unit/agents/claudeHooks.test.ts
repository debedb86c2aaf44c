import { describe, expect, it } from "vitest";
import { claudeHooks } from "../../../src/agents/claudeHooks";

interface Definition {
	readonly hooks: Readonly<
		Record<string, readonly { readonly matcher?: string; readonly hooks: readonly Record<string, unknown>[] }[]>
	>;
}

const bridge = { command: "/state/bin/parley-bridge", args: [] };
const { hooks } = claudeHooks(bridge, true) as Definition;
const matcherOf = (event: string): RegExp => new RegExp(hooks[event]?.[0]?.matcher ?? "$^");

describe("the hooks of Claude Code's plug-in", () => {
	it("start the bridge's sub-command, each for its event, without a shell", () => {
		const started = Object.entries(hooks).map(([event, [group]]) => [event, group?.hooks]);
		const hook = (event: string, more: object) => ({
			type: "command",
			command: "/state/bin/parley-bridge",
			args: ["hook", "claude-code", event],
			...more,
		});
		expect(started).toEqual([
			["UserPromptSubmit", [hook("UserPromptSubmit", { timeout: 10 })]],
			["Stop", [hook("Stop", { timeout: 10 })]],
			["StopFailure", [hook("StopFailure", { timeout: 10 })]],
			["SessionEnd", [hook("SessionEnd", { timeout: 10 })]],
			["PreToolUse", [hook("PreToolUse", { timeout: 10 })]],
			["PermissionRequest", [hook("PermissionRequest", { timeout: 4_000 })]],
			["PostToolUse", [hook("PostToolUse", { timeout: 10, async: true })]],
			["PostToolUseFailure", [hook("PostToolUseFailure", { timeout: 10, async: true })]],
		]);
	});

	it("look before our own three tools only, whoever has made the entry", () => {
		const tools = ["mcp__plugin_parley_parley__", "mcp__parley__"].flatMap((server) =>
			["clarify", "update_plan", "request_approval"].map((name) => `${server}${name}`),
		);
		const others = ["Bash", "mcp__plugin_parley_parley__clarify_all", "xmcp__plugin_parley_parley__clarify"];
		expect([...tools, ...others].filter((tool) => matcherOf("PreToolUse").test(tool))).toEqual(tools);
	});

	it("hear of the end of every tool that they ask about, and of none of ours", () => {
		const asked = ["Bash", "Read", "PowerShell", "NewTool", "mcp__github__create_issue", "mcp__plugin_other_x__y"];
		const ours = ["clarify", "update_plan", "request_approval"].map((name) => `mcp__plugin_parley_parley__${name}`);
		for (const event of ["PermissionRequest", "PostToolUse", "PostToolUseFailure"]) {
			expect([...asked, ...ours].filter((tool) => matcherOf(event).test(tool))).toEqual(asked);
		}
	});

	it("look at no tool but ours while its prompts stay in its terminal: none starts a process for each call", () => {
		const looking = Object.entries((claudeHooks(bridge, false) as Definition).hooks).filter(
			([, [group]]) => group?.matcher !== undefined && new RegExp(group.matcher).test("Bash"),
		);
		expect([looking, Object.keys((claudeHooks(bridge, false) as Definition).hooks)]).toEqual([
			[],
			["UserPromptSubmit", "Stop", "StopFailure", "SessionEnd", "PreToolUse"],
		]);
	});

	it("set on Windows what makes the editor's program run as Node", () => {
		const entry = { command: "C:\\Code\\Code.exe", args: ["C:\\it's\\bridge.cjs"], env: { ELECTRON_RUN_AS_NODE: "1" } };
		expect((claudeHooks(entry, true) as Definition).hooks["Stop"]).toEqual([
			{
				hooks: [
					{
						type: "command",
						shell: "powershell",
						command:
							"$env:ELECTRON_RUN_AS_NODE = '1'; & 'C:\\Code\\Code.exe' 'C:\\it''s\\bridge.cjs' 'hook' 'claude-code' 'Stop'",
						timeout: 10,
					},
				],
			},
		]);
	});
});
