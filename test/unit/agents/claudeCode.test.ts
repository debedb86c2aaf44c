import { describe, expect, it } from "vitest";
import { claudeCode } from "../../../src/agents/claudeCode";
import { claudeHooks } from "../../../src/agents/claudeHooks";
import { claudePlugin } from "../../../src/agents/claudePlugin";
import type { ByEnvironment, EnvironmentChange, EnvironmentPlan, Machine } from "../../../src/agents/integration";

const way = claudeCode.way as ByEnvironment;
const entry = { command: "/state/bin/parley-bridge", args: [] };

function machine(files: Record<string, string> = {}, more: Partial<Machine> = {}): Machine {
	const names = Object.keys(files);
	return {
		platform: "linux",
		home: "/home/me",
		env: { PATH: "relative:/usr/bin" },
		kindOf: (path) =>
			names.includes(path) ? "file" : names.some((name) => name.startsWith(`${path}/`)) ? "folder" : undefined,
		readText: (path) => files[path],
		namesIn: (folder) =>
			names.filter((name) => name.startsWith(`${folder}/`)).map((name) => name.slice(folder.length + 1)),
		...more,
	};
}

const plan = (on: Machine, version?: string): EnvironmentPlan => way.plan(on, "/state", version, entry);
const changes: readonly EnvironmentChange[] = [
	{ variable: "CLAUDE_CODE_PLUGIN_DIRS", how: "append", value: ":/state/claude-plugin" },
	{ variable: "CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS", how: "set", value: "0" },
];
const ready: EnvironmentPlan = { kind: "ready", changes };

describe("finding Claude Code", () => {
	it.each([
		["on the PATH", "/usr/bin/claude", "/usr/bin/claude"],
		["where its installer puts it", "/home/me/.local/bin/claude", "/home/me/.local/bin/claude"],
		["by the folder it made", "/home/me/.claude/settings.json", undefined],
	])("finds it %s", (_, file, program) => {
		expect(claudeCode.detect(machine({ [file]: "" }))).toEqual({ kind: "found", program });
	});

	it("finds nothing where there is neither program nor folder", () => {
		expect(claudeCode.detect(machine({ "/usr/bin/claudette": "", "relative/claude": "" }))).toEqual({ kind: "absent" });
	});

	it("finds a Windows program by its ending", () => {
		const on = machine(
			{ "C:\\npm\\claude.cmd": "" },
			{ platform: "win32", home: "C:\\Users\\me", env: { Path: "D:\\x;C:\\npm" } },
		);
		expect(claudeCode.detect(on)).toEqual({ kind: "found", program: "C:\\npm\\claude.cmd" });
	});
});

describe("the variables for Claude Code", () => {
	it("add the plug-in folder and keep calls in the foreground", () => {
		expect(plan(machine())).toEqual(ready);
	});

	it("are separated as the platform does", () => {
		const plan = way.plan(machine({}, { platform: "win32", home: "C:\\me" }), "C:\\S", undefined, entry);
		expect(plan).toMatchObject({ changes: [{ value: ";C:\\S\\claude-plugin" }, {}] });
	});

	it.each([
		["the environment", machine({}, { env: { CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS: "60000" } })],
		[
			"Claude Code's settings",
			machine({ "/home/me/.claude/settings.json": '{"env":{"CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS":"60000"}}' }),
		],
	])("leave the user's own limit from %s alone", (_, on) => {
		expect(plan(on)).toEqual({ kind: "ready", changes: changes.slice(0, 1) });
	});

	it("say that Claude Code's own settings win, and what to add there", () => {
		const on = machine(
			{ "/cfg/settings.json": '{"env":{"CLAUDE_CODE_PLUGIN_DIRS":"/mine"}}' },
			{ env: { CLAUDE_CONFIG_DIR: "/cfg" } },
		);
		expect(plan(on)).toEqual({
			kind: "refused",
			why: {
				kind: "overridden",
				variable: "CLAUDE_CODE_PLUGIN_DIRS",
				file: "/cfg/settings.json",
				add: "/state/claude-plugin",
			},
		});
	});

	it("are fine where the user has added our folder to their own", () => {
		const settings = '{"env":{"CLAUDE_CODE_PLUGIN_DIRS":"/mine:/state/claude-plugin"}}';
		expect(plan(machine({ "/home/me/.claude/settings.json": settings }))).toEqual(ready);
	});

	it.each([
		"/etc/claude-code/managed-settings.json",
		"/etc/claude-code/managed-settings.d/10-plugins.json",
		"/home/me/.claude/remote-settings.json",
	])("are refused where %s makes Claude Code end with an error because of them", (file) => {
		expect(plan(machine({ [file]: '{"disableSideloadFlags":true}' }))).toEqual({
			kind: "refused",
			why: { kind: "forbidden", variable: "CLAUDE_CODE_PLUGIN_DIRS", file, policy: "disableSideloadFlags" },
		});
	});

	it.each(["{", "[]", "null", '{"env":[]}', '{"disableSideloadFlags":"true"}'])(
		"do without a settings file that holds %s",
		(text) => {
			expect(
				plan(machine({ "/home/me/.claude/settings.json": text, "/etc/claude-code/managed-settings.json": text })),
			).toEqual(ready);
		},
	);

	it.each(["2.1.279", "2.0.999", "1.9.9"])(
		"come with a note for version %s, which does not look at them",
		(version) => {
			expect(plan(machine(), version)).toEqual({ ...ready, note: { kind: "tooOld", version, needs: "2.1.280" } });
		},
	);

	it.each(["2.1.280", "2.1.332", "2.2.0", "10.0.0"])("come without a note for version %s", (version) => {
		expect(plan(machine(), version)).toEqual(ready);
	});
});

describe("the plug-in folder", () => {
	const content = (entry: Parameters<typeof claudePlugin>[0]): Record<string, unknown> =>
		Object.fromEntries(claudePlugin(entry, true).map(({ path, text }) => [path, JSON.parse(text)]));

	it("starts the bridge without a shell, and has its hooks", () => {
		expect(content({ command: "/state/bin/parley-bridge", args: [] })).toEqual({
			"claude-plugin/.claude-plugin/plugin.json": { name: "parley", description: expect.any(String) as string },
			"claude-plugin/.mcp.json": {
				mcpServers: {
					parley: {
						type: "stdio",
						command: "/state/bin/parley-bridge",
						args: ["--agent", "claude-code", "--clarify", "--budget", "4000"],
						env: {},
						timeout: 4_000_000,
						alwaysLoad: true,
					},
				},
			},
			"claude-plugin/hooks/hooks.json": claudeHooks({ command: "/state/bin/parley-bridge", args: [] }, true),
		});
	});

	it("sets on Windows what makes the editor's program run as Node, and quotes what a shell would read", () => {
		const entry = {
			command: "C:\\Code $x\\Code.exe",
			args: ["C:\\it's\\bridge.cjs"],
			env: { ELECTRON_RUN_AS_NODE: "1" },
		};
		expect(content(entry)).toMatchObject({
			"claude-plugin/.mcp.json": { mcpServers: { parley: { env: { ELECTRON_RUN_AS_NODE: "1" } } } },
			"claude-plugin/hooks/hooks.json": {
				hooks: {
					PreToolUse: [
						{
							hooks: [
								{
									shell: "powershell",
									command:
										"$env:ELECTRON_RUN_AS_NODE = '1'; & 'C:\\Code $x\\Code.exe' 'C:\\it''s\\bridge.cjs' 'hook' 'claude-code' 'PreToolUse'",
								},
							],
						},
					],
				},
			},
		});
	});
});
