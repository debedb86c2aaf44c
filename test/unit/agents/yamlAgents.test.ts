import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { Detection, Machine } from "../../../src/agents/integration";
import { AGENTS, entry, type YamlAgent, wayOf, written } from "./yamlFixtures";

const {
	"Hermes Agent": hermes,
	Goose: goose,
	Continue: continueCli,
	"DeepSeek Harness": dsh,
} = AGENTS as Record<"Hermes Agent" | "Goose" | "Continue" | "DeepSeek Harness", YamlAgent>;

/** A machine on which only these are there; a name that ends with a slash is a folder. */
function machine(there: readonly string[], more: Partial<Machine> = {}): Machine {
	return {
		platform: "linux",
		home: "/home/me",
		env: { PATH: "/usr/bin" },
		kindOf: (path) => (there.includes(path) ? "file" : there.includes(`${path}/`) ? "folder" : undefined),
		readText: () => undefined,
		namesIn: () => [],
		...more,
	};
}

const windows = (env: Record<string, string>) => machine([], { platform: "win32", home: "C:\\Users\\me", env });

describe("where an agent keeps its file", () => {
	it.each([
		[hermes, machine([]), "/home/me/.hermes/config.yaml"],
		[hermes, machine([], { env: { HERMES_HOME: "/h" } }), "/h/config.yaml"],
		[hermes, windows({ LOCALAPPDATA: "C:\\L" }), "C:\\L\\hermes\\config.yaml"],
		[goose, machine([]), "/home/me/.config/goose/config.yaml"],
		[goose, machine([], { env: { XDG_CONFIG_HOME: "/x" } }), "/x/goose/config.yaml"],
		[goose, machine([], { env: { GOOSE_PATH_ROOT: "/g" } }), "/g/config/config.yaml"],
		[goose, windows({ APPDATA: "C:\\A" }), "C:\\A\\Block\\goose\\config\\config.yaml"],
		[continueCli, machine([]), "/home/me/.continue/config.yaml"],
		[continueCli, machine([], { env: { CONTINUE_GLOBAL_DIR: "/c" } }), "/c/config.yaml"],
		[dsh, machine([]), "/home/me/.dsh/cordis.patch.yml"],
		[dsh, machine([], { env: { DSH_HOME: "/d" } }), "/d/cordis.patch.yml"],
		[dsh, windows({}), "C:\\Users\\me\\.dsh\\cordis.patch.yml"],
	])("is %#: %o", (agent, on, path) => {
		expect(wayOf(agent).path(on)).toBe(path);
	});
});

describe("finding an agent", () => {
	const found = (program?: string): Detection => ({ kind: "found", program });
	it.each([
		["Hermes Agent by its folder", hermes, ["/home/me/.hermes/"], found()],
		["Hermes Agent and its program", hermes, ["/home/me/.hermes/", "/usr/bin/hermes"], found("/usr/bin/hermes")],
		["no Hermes Agent in another program of that name", hermes, ["/usr/bin/hermes"], { kind: "absent" }],
		["Goose by its folder", goose, ["/home/me/.config/goose/", "/usr/bin/goose"], found("/usr/bin/goose")],
		["no Goose in another program of that name", goose, ["/usr/bin/goose"], { kind: "absent" }],
		["Continue by its file", continueCli, ["/home/me/.continue/config.yaml", "/usr/bin/cn"], found("/usr/bin/cn")],
		["no Continue to make a file for", continueCli, ["/home/me/.continue/", "/usr/bin/cn"], { kind: "absent" }],
		["the DeepSeek Harness by its folder", dsh, ["/home/me/.dsh/", "/usr/bin/dsh"], found("/usr/bin/dsh")],
		["no DeepSeek Harness in another program of that name", dsh, ["/usr/bin/dsh"], { kind: "absent" }],
	] as const)("finds %s", (_, agent, there, detection) => {
		expect(agent.make([]).detect(machine(there))).toEqual(detection);
	});
});

describe("what the person changed in our entry", () => {
	it.each([
		["Hermes Agent", hermes, "timeout: 4000", "timeout: 600\n    tools: {include: [update_plan]}", "600"],
		["Goose", goose, "timeout: 4000", "timeout: 600\n    available_tools: [clarify]", "600"],
		["the DeepSeek Harness", dsh, "toolCallTimeoutMs: 4000000", "toolCallTimeoutMs: 90500\n        cwd: /x", "90"],
	])("stays when %s is updated, and the bridge is told of it", (_, agent, old, own, budget) => {
		const way = wayOf(agent);
		const edited = agent.written.replace(old, own).replace("parley-bridge", "old-bridge");
		const text = written(way.plan(edited, entry, "connected"));
		for (const line of own.split("\n"))
			expect(JSON.stringify(values(text))).toContain(JSON.stringify(parse(line)).slice(1, -1));
		expect(/"--budget"\n +- "(\d+)"/.exec(text)?.[1]).toBe(budget);
		expect(way.state(text, entry)).toBe("current");
	});

	it("keeps variables that were added for Hermes Agent, and refers to ours again", () => {
		const edited = hermes.written.replace('PARLEY_WINDOW: "${PARLEY_WINDOW}"', "MINE: x");
		const text = written(wayOf(hermes).plan(edited, entry, "connected"));
		expect(values(text)).toMatchObject({
			mcp_servers: {
				parley: { env: { PARLEY_WINDOW: "${PARLEY_WINDOW}", PARLEY_FOLDER: "${PARLEY_FOLDER}", MINE: "x" } },
			},
		});
	});

	it.each([
		["Hermes Agent", hermes, "timeout: 4000", "timeout: 4000\n    enabled: false"],
		["Hermes Agent in the words of YAML 1.1", hermes, "timeout: 4000", "timeout: 4000\n    enabled: off"],
		["Goose", goose, "enabled: true", "enabled: false"],
		["the DeepSeek Harness", dsh, '!!js "!process.env.PARLEY_WINDOW"', "true"],
	])("leaves %s switched off", (_, agent, on, off) => {
		const way = wayOf(agent);
		const edited = agent.written.replace(on, off);
		expect(way.state(edited, entry)).toBe("disabled");
		const updated = written(way.plan(edited.replace("parley-bridge", "old-bridge"), entry, "connected"));
		expect(way.state(updated, entry)).toBe("disabled");
		expect(written(way.plan(updated, entry, "disconnected"))).toBe(agent === dsh ? "[]\n" : "");
	});

	it("keeps the condition under which the DeepSeek Harness starts it", () => {
		const edited = dsh.written.replace("!process.env.PARLEY_WINDOW", "!process.env.OTHER").replace("4000000", "1");
		expect(written(wayOf(dsh).plan(edited, entry, "connected"))).toContain('disabled: !!js "!process.env.OTHER"');
	});
});

describe("an entry under a name that it had before", () => {
	it.each([
		["Hermes Agent", hermes, "parley:", "talk:"],
		["Goose", goose, "parley:", "talk:"],
		["Continue", continueCli, 'name: "parley"', "name: talk"],
		["the DeepSeek Harness", dsh, '"mcp-parley"', "talk"],
	])("moves to the present name where it stands in %s", (_, agent, now, before) => {
		const old = `# mine\n${agent.written.replace(now, before).replace('serverName: "parley"', "serverName: talk")}# behind\n`;
		const way = wayOf(agent, ["talk"]);
		expect([wayOf(agent).state(old, entry), way.state(old, entry)]).toEqual(["absent", "outdated"]);
		expect(written(way.plan(old, entry, "connected"))).toBe(`# mine\n${agent.written}# behind\n`);
		expect(way.plan(old, entry, "disconnected").kind).toBe("write");
	});

	it("goes where the present name is there as well", () => {
		const both = hermes.written + hermes.written.replace(/^mcp_servers:\n/, "").replace("parley:", "talk:");
		expect(written(wayOf(hermes, ["talk"]).plan(both, entry, "connected"))).toBe(hermes.written);
		expect(written(wayOf(hermes, ["talk"]).plan(both, entry, "disconnected"))).toBe("");
	});
});

describe("the patches of the DeepSeek Harness", () => {
	const way = wayOf(dsh);

	it("refuses to rewrite a patch that the person put another row into", () => {
		const shared = `${dsh.written}    - id: other\n      name: x\n`;
		expect(way.plan(shared, entry, "disconnected")).toEqual({
			kind: "refused",
			why: { kind: "reshaped", name: "mcp-parley" },
		});
	});

	it("takes a server of our name for foreign, whatever its row is called", () => {
		const text =
			"- insert:\n    - id: mine\n      name: '@deepseek-ai/dsh-mcp-client'\n      config: {serverName: parley, command: x}\n";
		expect(way.plan(text, entry, "connected")).toEqual({
			kind: "refused",
			why: { kind: "foreign", name: "mcp-parley" },
		});
	});

	it("leaves a list behind, because an empty file stops the program", () => {
		expect(written(way.plan(`# mine\n${dsh.written}`, entry, "disconnected"))).toBe("# mine\n[]\n");
	});
});

function values(text: string): unknown {
	return parse(text, { logLevel: "silent" });
}
