import { parse } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { jsonFile } from "../../../src/agents/jsonFile";
import { jsonServers } from "../../../src/agents/jsonServers";
import type { AgentId, EditPlan, FilePart } from "../../../src/agents/integration";
import { entry, filesOf } from "./fakeMachine";

const written = (plan: EditPlan): string => {
	if (plan.kind !== "write") throw new Error(`not a write: ${JSON.stringify(plan)}`);
	return plan.text;
};

/** Whether every character of the first text is in the second, in its order. */
function isOnlyAddedTo(text: string, longer: string): boolean {
	let at = 0;
	for (const character of longer) if (character === text[at]) at++;
	return at === text.length;
}

/** Texts that a user may have, with comments where the program allows them. */
const FIXTURES: Readonly<Record<string, string>> = {
	"an empty object": "{}",
	"an empty object over two lines": "{\n}\n",
	"other servers": '{\n  "mcpServers": {\n    "docs": { "command": "npx", "args": ["-y", "docs"] }\n  }\n}\n',
	"no last line break": '{\n  "theme": "dark"\n}',
	tabs: '{\n\t"theme": "dark",\n\t"mcpServers": {\n\t\t"docs": {\n\t\t\t"url": "http://127.0.0.1:1"\n\t\t}\n\t}\n}\n',
	"Windows line breaks": '{\r\n    "theme": "dark",\r\n    "mcpServers": {\r\n        "docs": {}\r\n    }\r\n}\r\n',
	"a byte order mark": '\uFEFF{\n  "theme": "dark"\n}\n',
	"comments everywhere":
		'// mine\n{\n  // the theme\n  "theme": "dark", // really\n  /* servers */ "mcpServers": {\n    // docs\n    "docs": {}, // the docs\n    // the end\n  },\n  // the last\n}\n// out\n',
	"trailing commas": '{\n  "mcpServers": {\n    "docs": {},\n  },\n  "hooks": { "Stop": [ { "hooks": [] }, ], },\n}\n',
	"one line": '{"theme":"dark","mcpServers":{"docs":{"command":"x"}}}',
	"one line with blanks": '{ "theme": "dark", "mcpServers": { "docs": { "command": "x" } } }\n',
	"rules and hooks of its own":
		'{\n  "permissions": { "allow": ["Bash(git *)"], "deny": ["WebFetch"] },\n  "permission": { "bash": "ask" },\n  "hooks": {\n    "Stop": [\n      { "hooks": [{ "type": "command", "command": "say done" }] }\n    ]\n  },\n  "mcp": { "docs": { "type": "remote", "url": "https://x" } }\n}\n',
};

const AGENTS: readonly AgentId[] = [
	"opencode",
	"kilo",
	"qwen",
	"copilot",
	"pi",
	"droid",
	"cline",
	"kimi",
	"cursor",
	"amp",
	"kiro",
];

describe.each(AGENTS)("the file of %s", (id) => {
	const part: FilePart = filesOf(id);
	const connected = (text?: string): string => written(part.plan(text, entry, "connected"));

	it.each(Object.entries(FIXTURES))("with %s keeps all of it and gets our entry once", (_, text) => {
		const after = connected(text);
		expect([part.state(after, entry), part.plan(after, entry, "connected")]).toEqual([
			"current",
			{ kind: "unchanged" },
		]);
		expect(isOnlyAddedTo(text, after)).toBe(true);
		expect(after.includes("\r\n")).toBe(text.includes("\r\n"));
	});

	it.each(Object.entries(FIXTURES).filter(([name]) => !name.startsWith("an empty object")))(
		"with %s is as before when ours is taken out by its meaning",
		(_, text) => {
			expect(written(part.plan(connected(text), entry, "disconnected"))).toBe(text);
		},
	);

	it("keeps what its user has changed in our entry and beside it, and only moves the bridge", () => {
		const edited = connected()
			.replaceAll("/state/bin/parley-bridge", "/state/bin/old-bridge")
			.replace('"parley": {', '"parley": { // mine\n "mine": [1],');
		expect(part.state(edited, entry)).toBe("outdated");
		const after = connected(edited);
		expect(after).toBe(edited.replaceAll("old-bridge", "parley-bridge"));
	});

	it("leaves an entry switched off that its user has switched off", () => {
		const off = connected()
			.replace(/"(disabled|enabled)": \w+,\s*/, "")
			.replace(
				'"parley": {',
				id === "opencode" || id === "kilo" ? '"parley": {"enabled": false,' : '"parley": {"disabled": true,',
			)
			.replaceAll("parley-bridge", "old-bridge");
		expect(part.state(off, entry)).toBe("disabled");
		const after = connected(off);
		expect([part.state(after, entry), after]).toEqual(["disabled", off.replaceAll("old-bridge", "parley-bridge")]);
	});

	it("refuses an entry of our name that starts something else, and leaves it when disconnecting", () => {
		const foreign = connected().replaceAll("/state/bin/", "/usr/bin/");
		expect(part.plan(foreign, entry, "connected")).toEqual({
			kind: "refused",
			why: { kind: "foreign", name: "parley" },
		});
		expect(part.state(foreign, entry)).toBe("foreign");
	});

	it("refuses a file that cannot be parsed, and says where", () => {
		for (const [text, line] of [
			['{\n  "a": 1\n  "b": 2\n}', 3],
			['{\n  "a": tru\n}', 2],
			['{\n  "a": "x\n}', 2],
			["{\n", 2],
			["[]", 1],
			["{} {}", 1],
		] as const) {
			for (const want of ["connected", "disconnected"] as const) {
				expect(part.plan(text, entry, want)).toMatchObject({ kind: "refused", why: { kind: "unparsable", line } });
			}
			expect(part.state(text, entry)).toBe("unreadable");
		}
	});

	it.each(["null", "[]", '"x"', "3"])("refuses where the servers are %s", (value) => {
		const place = id === "amp" ? "amp.mcpServers" : id === "opencode" || id === "kilo" ? "mcp" : "mcpServers";
		const text = `{"${place}": ${value}}`;
		expect(part.plan(text, entry, "connected")).toEqual({ kind: "refused", why: { kind: "reshaped", name: "parley" } });
		expect(part.plan(text, entry, "disconnected")).toEqual({ kind: "unchanged" });
	});

	it("refuses where servers, or ours, are there twice, and names the second", () => {
		const place = id === "amp" ? "amp.mcpServers" : id === "opencode" || id === "kilo" ? "mcp" : "mcpServers";
		for (const text of [`{"${place}": {},\n"${place}": {}}`, `{"${place}": {"parley": {},\n"parley": {}}}`]) {
			expect(part.plan(text, entry, "connected")).toMatchObject({ why: { kind: "unparsable", line: 2 } });
		}
	});
});

describe("our entry among servers", () => {
	const servers = jsonServers(
		["mcpServers"],
		{ agent: "droid", limit: { key: "timeout", perSecond: 1_000 }, more: { disabled: false } },
		["talk", "ask"],
	);
	const part = jsonFile(servers);

	it("gets its present name where it stands, with what its user changed in it and switched off", () => {
		const old =
			'{\n  "mcpServers": {\n    "talk": { // ours\n      "command": "/state/bin/parley-bridge",\n      "disabled": true,\n      "mine": 1\n    },\n    "docs": {}\n  }\n}\n';
		expect(part.state(old, entry)).toBe("disabled");
		const after = written(part.plan(old, entry, "connected"));
		expect(after.startsWith('{\n  "mcpServers": {\n    "parley": { // ours\n')).toBe(true);
		const { mcpServers } = parse(after) as { mcpServers: Record<string, unknown> };
		expect(mcpServers).toEqual({
			parley: {
				command: entry.command,
				disabled: true,
				mine: 1,
				args: ["--agent", "droid", "--clarify", "--budget", "4000"],
				timeout: 4_000_000,
			},
			docs: {},
		});
	});

	it("is one where several older ones are left", () => {
		const old = '{"mcpServers": {"ask": {"command": "/state/bin/b"}, "talk": {"command": "/state/bin/b"}, "docs": {}}}';
		expect(part.state(old, entry)).toBe("outdated");
		const after = parse(written(part.plan(old, entry, "connected"))) as { mcpServers: object };
		expect(Object.keys(after.mcpServers)).toEqual(["parley", "docs"]);
		expect(written(part.plan(old, entry, "disconnected"))).toBe('{"mcpServers": { "docs": {}}}');
	});

	it.each([
		[600_000, "600"],
		[90_500, "90"],
		[-1, "4000"],
		['"long"', "4000"],
	])("tells the bridge of its user's own limit of %s ms", (limit, budget) => {
		const own = `{"mcpServers": {"parley": {"command": "/state/bin/old", "timeout": ${limit}}}}`;
		const { mcpServers } = parse(written(part.plan(own, entry, "connected"))) as {
			mcpServers: { parley: { args: string[]; timeout: number } };
		};
		expect([mcpServers.parley.args.at(-1), mcpServers.parley.timeout]).toEqual([
			budget,
			budget === "4000" ? 4_000_000 : limit,
		]);
	});

	it("keeps its user's own variables", () => {
		const own = '{"mcpServers": {"parley": {"command": "/state/bin/old", "env": {"A": "1"}}}}';
		expect(parse(written(part.plan(own, entry, "connected")))).toMatchObject({
			mcpServers: { parley: { env: { A: "1" } } },
		});
	});
});

describe("our hooks among others", () => {
	const qwen: FilePart = filesOf("qwen");

	it("come behind them, and go without touching them", () => {
		const text = '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "say done"}]}]}}';
		const after = written(qwen.plan(text, entry, "connected"));
		const { hooks } = parse(after) as { hooks: { Stop: { hooks: { command: string }[] }[] } };
		expect(hooks.Stop.map((group) => group.hooks[0]?.command)).toEqual([
			"say done",
			"/state/bin/parley-bridge hook qwen Stop",
		]);
		expect(written(qwen.plan(after, entry, "disconnected"))).toBe(text);
	});

	it("are out of date where one is missing or is another version's", () => {
		const current = written(qwen.plan(undefined, entry, "connected"));
		for (const text of [
			current.replace("hook qwen Stop", "hook qwen Ended"),
			current.replace(/"Stop": \[[^]*?\],/, ""),
		]) {
			expect(qwen.state(text, entry)).toBe("outdated");
			expect(parse(written(qwen.plan(text, entry, "connected")))).toEqual(parse(current));
		}
	});

	it("leave a group alone that holds a hook of the user's too", () => {
		const mixed =
			'{"hooks": {"Stop": [{"hooks": [{"command": "/state/bin/parley-bridge hook qwen Stop"}, {"command": "mine"}]}]}}';
		expect(qwen.plan(mixed, entry, "disconnected")).toEqual({ kind: "unchanged" });
	});
});

describe("rules that allow our tools", () => {
	it("stay as their user has cut them down", () => {
		const qwen: FilePart = filesOf("qwen");
		const cut = written(qwen.plan(undefined, entry, "connected")).replace(/"mcp__parley__update_plan",\s*/, "");
		expect([qwen.state(cut, entry), qwen.plan(cut, entry, "connected")]).toEqual(["current", { kind: "unchanged" }]);
	});

	it("stay as their user has turned them round", () => {
		const openCode: FilePart = filesOf("opencode");
		const asks = written(openCode.plan(undefined, entry, "connected")).replace('clarify": "allow"', 'clarify": "ask"');
		expect([openCode.state(asks, entry), openCode.plan(asks, entry, "connected")]).toEqual([
			"current",
			{ kind: "unchanged" },
		]);
		expect(parse(written(openCode.plan(asks, entry, "disconnected")))).toEqual({
			permission: { parley_clarify: "ask" },
		});
	});

	it("do not take the place of one rule for everything", () => {
		const openCode: FilePart = filesOf("opencode");
		const after = written(openCode.plan('{"permission": "ask"}', entry, "connected"));
		expect([parse(after), openCode.state(after, entry)]).toEqual([
			{ permission: "ask", mcp: { parley: expect.any(Object) as object } },
			"current",
		]);
	});
});

describe("a file that is ours as a whole", () => {
	const { also: [hooks] = [] } = filesOf("copilot");
	const text = written(hooks?.plan(undefined, entry, "connected") ?? { kind: "unchanged" });

	it.each([
		["absent", undefined],
		["absent", "\n"],
		["current", text],
		["outdated", text.replace("timeoutSec", "timeout")],
		["foreign", '{"version":1}'],
	])("is %s", (state, current) => {
		expect(hooks?.state(current, entry)).toBe(state);
	});

	it("goes as a whole, and never takes the place of another's", () => {
		expect(hooks?.plan(text.replace("timeoutSec", "timeout"), entry, "disconnected")).toEqual({ kind: "remove" });
		expect(hooks?.plan("mine", entry, "disconnected")).toEqual({ kind: "unchanged" });
		expect(hooks?.plan("mine", entry, "connected")).toEqual({
			kind: "refused",
			why: { kind: "foreign", name: "parley" },
		});
	});

	it("is known again where the path to the bridge has to be quoted", () => {
		const odd = { command: "/home/o'brien x/bin/parley-bridge", args: [] };
		const own = written(hooks?.plan(undefined, odd, "connected") ?? { kind: "unchanged" });
		expect(hooks?.state(own, odd)).toBe("current");
		expect(hooks?.plan(own, odd, "disconnected")).toEqual({ kind: "remove" });
	});
});
