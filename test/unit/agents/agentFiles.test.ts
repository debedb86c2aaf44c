import { describe, expect, it } from "vitest";
import type { AgentId, Machine, ServerEntry } from "../../../src/agents/integration";
import { agentNamed, entry, fakeMachine, filesOf, windowsEntry } from "./fakeMachine";

/** What connecting writes where there is nothing yet, by path. */
function fresh(id: AgentId, machine: Machine = fakeMachine(), start: ServerEntry = entry): Record<string, unknown> {
	const way = filesOf(id);
	return Object.fromEntries(
		[way, ...(way.also ?? [])].flatMap((part) => {
			const plan = part.plan(undefined, start, "connected");
			const path = part.path(machine);
			if (plan.kind === "write") return [[path, path.endsWith(".json") ? JSON.parse(plan.text) : plan.text]];
			expect([part.isExtra, plan]).toEqual([true, { kind: "unchanged" }]);
			return [];
		}),
	);
}

const args = (agent: string, budget = "4000"): readonly string[] => ["--agent", agent, "--clarify", "--budget", budget];
const command = "/state/bin/parley-bridge";
const tools = ["clarify", "update_plan", "request_approval"];

describe("what connecting writes for", () => {
	it.each<[AgentId, Record<string, unknown>]>([
		[
			"droid",
			{
				"/home/me/.factory/mcp.json": {
					mcpServers: { parley: { type: "stdio", disabled: false, command, args: args("droid"), timeout: 4_000_000 } },
				},
			},
		],
		[
			"cline",
			{
				"/home/me/.cline/data/settings/cline_mcp_settings.json": {
					mcpServers: {
						parley: {
							type: "stdio",
							autoApprove: tools,
							disabled: false,
							command,
							args: args("cline", "3600"),
							timeout: 3_600,
						},
					},
				},
			},
		],
		[
			"kimi",
			{
				"/home/me/.kimi-code/mcp.json": {
					mcpServers: { parley: { transport: "stdio", command, args: args("kimi"), toolTimeoutMs: 4_000_000 } },
				},
			},
		],
		[
			"cursor",
			{ "/home/me/.cursor/mcp.json": { mcpServers: { parley: { type: "stdio", command, args: args("cursor") } } } },
		],
		["amp", { "/home/me/.config/amp/settings.json": { "amp.mcpServers": { parley: { command, args: args("amp") } } } }],
		[
			"kiro",
			{
				"/home/me/.kiro/settings/mcp.json": {
					mcpServers: {
						parley: { autoApprove: tools, disabled: false, command, args: args("kiro"), timeout: 4_000_000 },
					},
				},
			},
		],
		[
			"copilot",
			{
				"/home/me/.copilot/mcp-config.json": {
					mcpServers: { parley: { type: "local", tools, command, args: args("copilot"), timeout: 4_000_000 } },
				},
				"/home/me/.copilot/hooks/parley.json": {
					version: 1,
					hooks: {
						userPromptSubmitted: [
							{ type: "command", bash: `${command} hook copilot userPromptSubmitted`, timeoutSec: 10 },
						],
						agentStop: [{ type: "command", bash: `${command} hook copilot agentStop`, timeoutSec: 10 }],
						permissionRequest: [
							{ type: "command", bash: `${command} hook copilot permissionRequest`, timeoutSec: 4_000 },
						],
					},
				},
			},
		],
		[
			"pi",
			{
				"/home/me/.pi/agent/mcp.json": {
					mcpServers: {
						parley: {
							exposure: "direct",
							description: expect.any(String) as string,
							command,
							args: args("pi"),
							timeout: 4_000,
						},
					},
				},
				"/home/me/.pi/agent/extensions/parley.js": expect.stringContaining(command) as string,
			},
		],
		[
			"gemini",
			{
				"/home/me/.gemini/extensions/parley/gemini-extension.json": {
					name: "parley",
					version: "1.0.0",
					description: expect.any(String) as string,
					mcpServers: { parley: { command, args: args("gemini"), timeout: 4_000_000 } },
				},
				"/home/me/.gemini/extensions/parley/hooks/hooks.json": {
					hooks: {
						BeforeAgent: [
							{
								hooks: [
									{ type: "command", name: "parley", command: `${command} hook gemini BeforeAgent`, timeout: 10_000 },
								],
							},
						],
						AfterAgent: [
							{
								hooks: [
									{ type: "command", name: "parley", command: `${command} hook gemini AfterAgent`, timeout: 10_000 },
								],
							},
						],
					},
				},
				"/home/me/.gemini/policies/parley.toml": expect.stringContaining(command) as string,
			},
		],
		[
			"opencode",
			{
				"/home/me/.config/opencode/opencode.json": {
					mcp: {
						parley: { type: "local", enabled: true, command: [command, ...args("opencode")], timeout: 4_000_000 },
					},
					permission: { parley_clarify: "allow", parley_update_plan: "allow", parley_request_approval: "allow" },
				},
			},
		],
		[
			"qwen",
			{
				"/home/me/.qwen/settings.json": {
					mcpServers: {
						parley: { alwaysLoadTools: true, command, args: args("qwen"), timeout: 4_000_000 },
					},
					permissions: { allow: tools.map((tool) => `mcp__parley__${tool}`) },
					hooks: {
						UserPromptSubmit: [
							{
								hooks: [
									{
										type: "command",
										name: "parley",
										command: `${command} hook qwen UserPromptSubmit`,
										timeout: 10_000,
									},
								],
							},
						],
						Stop: [
							{ hooks: [{ type: "command", name: "parley", command: `${command} hook qwen Stop`, timeout: 10_000 }] },
						],
						PreToolUse: [
							{
								matcher: "^mcp__parley__",
								hooks: [
									{
										type: "command",
										name: "parley",
										command: `${command} hook qwen PreToolUse`,
										timeout: 10_000,
									},
								],
							},
						],
						PermissionRequest: [
							{
								matcher: "*",
								hooks: [
									{
										type: "command",
										name: "parley",
										command: `${command} hook qwen PermissionRequest`,
										timeout: 4_000_000,
									},
								],
							},
						],
					},
				},
			},
		],
	])("%s", (id, expected) => {
		expect(fresh(id)).toEqual(expected);
	});

	it.each<[AgentId, unknown]>([
		["droid", { command: "C:\\Code\\Code.exe", env: { ELECTRON_RUN_AS_NODE: "1" } }],
		["kiro", { command: "C:\\Code\\Code.exe", env: { ELECTRON_RUN_AS_NODE: "1" } }],
		["gemini", { command: "C:\\Code\\Code.exe", env: { ELECTRON_RUN_AS_NODE: "1" } }],
		[
			"opencode",
			{
				command: ["C:\\Code\\Code.exe", "C:\\Users\\me\\Parley\\bin\\bridge.cjs", ...args("opencode")],
				environment: { ELECTRON_RUN_AS_NODE: "1" },
			},
		],
	])("%s on Windows makes the editor's program run as Node", (id, server) => {
		const [[path, content] = ["", {}]] = Object.entries(
			fresh(id, fakeMachine({}, { platform: "win32" }), windowsEntry),
		);
		expect(path).toMatch(/^C:\\Users\\me\\/);
		const { mcpServers, mcp } = content as Record<string, { parley: unknown }>;
		expect((mcpServers ?? mcp)?.parley).toMatchObject(server as object);
	});

	it("hooks on Windows is a line for PowerShell", () => {
		const [, hooks] = Object.values(fresh("copilot", fakeMachine({}, { platform: "win32" }), windowsEntry));
		expect(hooks).toMatchObject({
			hooks: {
				agentStop: [
					{
						powershell:
							"$env:ELECTRON_RUN_AS_NODE = '1'; & 'C:\\Code\\Code.exe' 'C:\\Users\\me\\Parley\\bin\\bridge.cjs' 'hook' 'copilot' 'agentStop'",
					},
				],
			},
		});
	});
});

describe("where an agent's files are", () => {
	it.each<[AgentId, Record<string, string>, string]>([
		["gemini", { GEMINI_CLI_HOME: "/else" }, "/else/.gemini/extensions/parley/gemini-extension.json"],
		["qwen", { QWEN_HOME: "/else" }, "/else/settings.json"],
		["copilot", { COPILOT_HOME: "/else" }, "/else/mcp-config.json"],
		["pi", { PI_CODING_AGENT_DIR: "/else" }, "/else/mcp.json"],
		["kimi", { KIMI_CODE_HOME: "/else" }, "/else/mcp.json"],
		["cline", { CLINE_DIR: "/else" }, "/else/data/settings/cline_mcp_settings.json"],
		["cline", { CLINE_DATA_DIR: "/else" }, "/else/settings/cline_mcp_settings.json"],
		["cline", { CLINE_MCP_SETTINGS_PATH: "/else.json" }, "/else.json"],
		["amp", { AMP_SETTINGS_FILE: "/else.json" }, "/else.json"],
		["amp", { XDG_CONFIG_HOME: "/else" }, "/else/amp/settings.json"],
		["opencode", { XDG_CONFIG_HOME: "/else" }, "/else/opencode/opencode.json"],
		["kilo", { XDG_CONFIG_HOME: "" }, "/home/me/.config/kilo/kilo.json"],
	])("%s follows %j", (id, env, path) => {
		expect(filesOf(id).path(fakeMachine({}, { env }))).toBe(path);
	});

	it("is the file with comments where OpenCode has one", () => {
		const path = "/home/me/.config/opencode/opencode.jsonc";
		expect(filesOf("opencode").path(fakeMachine({ [path]: "" }))).toBe(path);
	});
});

describe("finding an agent", () => {
	it.each<[AgentId, string, string | undefined]>([
		["opencode", "/usr/bin/opencode", "/usr/bin/opencode"],
		["opencode", "/home/me/.config/opencode/opencode.json", undefined],
		["gemini", "/home/me/.gemini/settings.json", undefined],
		["qwen", "/home/me/.qwen/settings.json", undefined],
		["copilot", "/home/me/.copilot/config.json", undefined],
		["pi", "/home/me/.pi/agent/settings.json", undefined],
		["droid", "/home/me/.factory/settings.json", undefined],
		["cline", "/usr/bin/cline", "/usr/bin/cline"],
		["kimi", "/home/me/.kimi-code/config.toml", undefined],
		["cursor", "/usr/bin/cursor-agent", "/usr/bin/cursor-agent"],
		["amp", "/usr/bin/amp", "/usr/bin/amp"],
		["kiro", "/usr/bin/kiro-cli", "/usr/bin/kiro-cli"],
	])("finds %s by %s", (id, file, program) => {
		const machine = fakeMachine({ [file]: "" }, { env: { PATH: "/usr/bin" } });
		expect(agentNamed(id).detect(machine)).toEqual({ kind: "found", program });
	});

	it.each<[AgentId, string]>([
		["copilot", "/usr/bin/copilot"],
		["pi", "/usr/bin/pi"],
		["gemini", "/home/me/.gemini/antigravity/x"],
		["cursor", "/home/me/.cursor/mcp.json"],
		["kiro", "/home/me/.kiro/settings/mcp.json"],
	])("does not take %s for found by %s, which another program may have made", (id, file) => {
		const machine = fakeMachine({ [file]: "" }, { env: { PATH: "/usr/bin" } });
		expect(agentNamed(id).detect(machine)).toEqual({ kind: "absent" });
	});
});
