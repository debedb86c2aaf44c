import { describe, expect, it } from "vitest";
import type { AgentId, ByEnvironment, EnvironmentPlan, Machine } from "../../../src/agents/integration";
import { agentNamed, entry, fakeMachine, windowsEntry } from "./fakeMachine";

function wayOf(id: AgentId): ByEnvironment {
	const { way } = agentNamed(id);
	if (way.kind !== "environment") throw new Error(`${id} is not connected by variables`);
	return way;
}

const plan = (id: AgentId, machine: Machine): EnvironmentPlan => wayOf(id).plan(machine, "/state", undefined, entry);
const withEnv = (env: Record<string, string>): Machine => fakeMachine({}, { env });
const only = (planned: EnvironmentPlan): { variable: string; value: string; how: string } => {
	if (planned.kind !== "ready" || planned.changes[0] === undefined) throw new Error(planned.kind);
	expect(planned.changes).toHaveLength(1);
	return planned.changes[0];
};

describe.each([
	["opencode", "OPENCODE", "@opencode-ai"],
	["kilo", "KILO", "@kilocode"],
] as const)("the variables for %s", (id, prefix, scope) => {
	const configuration = {
		mcp: {
			parley: {
				type: "local",
				enabled: true,
				command: ["/state/bin/parley-bridge", "--agent", id, "--clarify", "--budget", "4000"],
				timeout: 4_000_000,
			},
		},
		permission: { parley_clarify: "allow", parley_update_plan: "allow", parley_request_approval: "allow" },
	};

	it("say everything where that one is free, and allow each tool by its name", () => {
		const { variable, how, value } = only(plan(id, fakeMachine()));
		expect([variable, how, JSON.parse(value)]).toEqual([`${prefix}_CONFIG_CONTENT`, "set", configuration]);
	});

	it.each([
		[{ [`${prefix}_CONFIG_CONTENT`]: "{}" }, `${prefix}_CONFIG`, `/state/${id}/${id}.json`],
		[
			{ [`${prefix}_CONFIG_CONTENT`]: "{}", [`${prefix}_CONFIG`]: "/mine.json" },
			`${prefix}_CONFIG_DIR`,
			`/state/${id}`,
		],
	])("take the next place where %j is its user's", (env, variable, value) => {
		expect(only(plan(id, withEnv(env)))).toEqual({ variable, value, how: "set" });
	});

	it("name a file of ours that says the same", () => {
		const files = Object.fromEntries(
			wayOf(id)
				.files(entry, true)
				.map(({ path, text }) => [path, text]),
		);
		expect(JSON.parse(files[`${id}/${id}.json`] ?? "")).toEqual(configuration);
	});

	it("are not ours to set where all three are taken", () => {
		const env = { [`${prefix}_CONFIG_CONTENT`]: "{}", [`${prefix}_CONFIG`]: "/mine", [`${prefix}_CONFIG_DIR`]: "/own" };
		expect(plan(id, withEnv(env))).toEqual({
			kind: "refused",
			why: { kind: "taken", variable: `${prefix}_CONFIG_CONTENT`, file: "/mine" },
		});
	});

	it("are set anew in an editor that was started from one of our terminals", () => {
		const older = only(plan(id, fakeMachine())).value.replace("parley-bridge", "old-bridge");
		expect(only(plan(id, withEnv({ [`${prefix}_CONFIG_CONTENT`]: older }))).variable).toBe(`${prefix}_CONFIG_CONTENT`);
		const file = `/state/${id}/${id}.json`;
		const env = { [`${prefix}_CONFIG_CONTENT`]: "{}", [`${prefix}_CONFIG`]: file };
		expect(only(plan(id, withEnv(env))).variable).toBe(`${prefix}_CONFIG`);
	});

	it.each(['{"mcp":{"parley":{"command":["/state/bin/b"]}},"theme":"x"}', '{"mcp":{"docs":{}}}', "not json"])(
		"are left alone where they hold %s",
		(value) => {
			expect(only(plan(id, withEnv({ [`${prefix}_CONFIG_CONTENT`]: value }))).variable).toBe(`${prefix}_CONFIG`);
		},
	);

	const name = `${scope}/plugin`;
	const lock = (...names: readonly string[]): string =>
		JSON.stringify({ packages: { "": { dependencies: Object.fromEntries(names.map((each) => [each, "1"])) } } });
	/** The CLI's own folder with what it has brought there. */
	const installed = (more: Record<string, string> = {}): Record<string, string> => ({
		[`/home/me/.config/${id}/node_modules/${name}/package.json`]: "{}",
		[`/home/me/.config/${id}/package.json`]: JSON.stringify({ dependencies: { [name]: "1" } }),
		[`/home/me/.config/${id}/package-lock.json`]: lock(name),
		...more,
	});
	const isWithPlugin = (files: Record<string, string>, env: Record<string, string> = {}): boolean =>
		"plugin" in (JSON.parse(only(plan(id, fakeMachine(files, { env }))).value) as object);

	it("bring the plug-in along where what it needs is there already", () => {
		const { value } = only(plan(id, fakeMachine(installed())));
		expect(JSON.parse(value)).toEqual({ ...configuration, plugin: [`file:///state/${id}/parley.mjs`] });
	});

	const home = id === "opencode" ? ".opencode" : ".kilo";
	it.each<[string, Record<string, string>]>([
		["nothing is there", {}],
		["no lock file says so", { ...installed(), [`/home/me/.config/${id}/package-lock.json`]: "{" }],
		["the lock file is another's", { ...installed(), [`/home/me/.config/${id}/package-lock.json`]: lock("x") }],
		[
			"something else is missing too",
			{ ...installed(), [`/home/me/.config/${id}/package.json`]: '{"devDependencies":{"x":"1"}}' },
		],
		["another folder of its own has none", installed({ [`/home/me/${home}/bin/${id}`]: "" })],
	])("leave it out where %s, because then it would wait for the network", (_, files) => {
		expect(isWithPlugin(files)).toBe(false);
	});

	it("say that turns stay unknown, and why, where they bring no plug-in", () => {
		const turnless = (files: Record<string, string>, env: Record<string, string> = {}): unknown => {
			const made = plan(id, fakeMachine(files, { env }));
			return made.kind === "ready" && made.turnless;
		};
		const variable = `${prefix}_CONFIG_CONTENT`;
		expect([turnless(installed()), turnless({}), turnless(installed(), { [variable]: "{}" })]).toEqual([
			undefined,
			{ kind: "noPackage" },
			{ kind: "taken", variable },
		]);
	});

	it("look into each of its folders", () => {
		const second = {
			[`/home/me/${home}/node_modules/x`]: "",
			[`/home/me/${home}/package-lock.json`]: lock(name),
		};
		expect(isWithPlugin(installed(second))).toBe(true);
		expect(isWithPlugin(installed(), { [`${prefix}_CONFIG_DIR`]: "/own" })).toBe(false);
	});

	it("name the plug-in on Windows as a URL", () => {
		const folder = `C:\\Users\\me\\.config\\${id}`;
		const files = { [`${folder}\\node_modules\\x`]: "", [`${folder}\\package-lock.json`]: lock(name) };
		const machine = fakeMachine(files, { platform: "win32" });
		const { value } = only(wayOf(id).plan(machine, "C:\\Users\\me\\a b#c", undefined, windowsEntry));
		expect(JSON.parse(value)).toMatchObject({ plugin: [`file:///C:/Users/me/a%20b%23c/${id}/parley.mjs`] });
	});
});

describe("the variable for Qwen Code", () => {
	const variable = "QWEN_CODE_SYSTEM_DEFAULTS_PATH";

	it("names a file of defaults that Qwen Code has no reason to write to", () => {
		expect(only(plan("qwen", fakeMachine()))).toEqual({ variable, how: "set", value: "/state/qwen/defaults.json" });
		const [file] = wayOf("qwen").files(entry, true);
		expect([file?.path, JSON.parse(file?.text ?? "")]).toEqual([
			"qwen/defaults.json",
			{
				$version: 4,
				mcp: { toolIdleTimeoutMs: 4_000_000 },
				mcpServers: { parley: expect.objectContaining({ timeout: 4_000_000 }) as object },
				permissions: {
					allow: ["mcp__parley__clarify", "mcp__parley__update_plan", "mcp__parley__request_approval"],
				},
				hooks: {
					UserPromptSubmit: expect.any(Array) as unknown,
					Stop: expect.any(Array) as unknown,
					PreToolUse: expect.any(Array) as unknown,
					PermissionRequest: expect.any(Array) as unknown,
				},
			},
		]);
	});

	it("names no hook for its prompts while those stay in its terminal", () => {
		const [file] = wayOf("qwen").files(entry, false);
		const { hooks } = JSON.parse(file?.text ?? "") as { readonly hooks: object };
		expect(Object.keys(hooks)).toEqual(["UserPromptSubmit", "Stop", "PreToolUse"]);
	});

	it.each<[string, Record<string, string>, string]>([
		["the user has set it", { [variable]: "/mine.json" }, "/mine.json"],
		["an administrator has such a file", {}, "/etc/qwen-code/system-defaults.json"],
		[
			"an administrator has such a file elsewhere",
			{ QWEN_CODE_SYSTEM_SETTINGS_PATH: "/opt/qwen/settings.json" },
			"/opt/qwen/system-defaults.json",
		],
	])("is not ours where %s", (_, env, file) => {
		const machine = fakeMachine({ [file]: "{}" }, { env });
		expect(plan("qwen", machine)).toEqual({ kind: "refused", why: { kind: "taken", variable, file } });
	});

	it.each(["", "/state/qwen/defaults.json"])("is ours where it holds %j", (value) => {
		expect(plan("qwen", withEnv({ [variable]: value })).kind).toBe("ready");
	});
});
