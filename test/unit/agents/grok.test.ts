import fc from "fast-check";
import { parse } from "smol-toml";
import { describe, expect, it } from "vitest";
import { grok } from "../../../src/agents/grok";
import type { ByFile, Machine } from "../../../src/agents/integration";
import { entry, FIXTURES, windowsEntry, written } from "./codexFixtures";
import { tomlDocument } from "./tomlDocuments";

const way = grok([]).way as ByFile;
const connect = (text: string | undefined, start = entry) => way.plan(text, start, "connected");
const disconnect = (text: string | undefined) => way.plan(text, entry, "disconnected");

const server = `[mcp_servers.parley]
command = "/state/bin/parley-bridge"
args = [ "--agent", "grok", "--clarify", "--budget", "4000" ]
startup_timeout_sec = 15
tool_timeout_sec = 4000
`;
const rule = (tool: string) => `
[[permission.rules]]
action = "allow"
tool = "mcp"
pattern = "parley__${tool}"
`;
const rules = ["clarify", "update_plan", "request_approval"].map(rule).join("");
const start = "# >>> parley (managed by the VS Code extension; safe to delete) >>>\n";
const end = "# <<< parley <<<\n";
const block = start + server + rules + end;

describe("connecting Grok", () => {
	it("writes its server and what allows exactly our tools", () => {
		expect(written(connect(undefined))).toBe(block);
	});

	it("says on Windows how the editor's program runs as Node", () => {
		const { mcp_servers } = parse(written(connect("", windowsEntry))) as { mcp_servers: { parley: object } };
		expect(mcp_servers.parley).toMatchObject({ command: "C:\\Code\\Code.exe", env: { ELECTRON_RUN_AS_NODE: "1" } });
	});

	it.each(Object.entries(FIXTURES))("keeps %s as it is, and gives it back byte for byte", (_, text) => {
		const connected = written(connect(text));
		expect(connected.startsWith(text)).toBe(true);
		expect([way.state(connected, entry), connect(connected)]).toEqual(["current", { kind: "unchanged" }]);
		expect(written(disconnect(connected))).toBe(text);
	});

	it("gives any file back byte for byte", () => {
		const section = fc.constantFrom(
			"",
			"",
			"\n[permission]\nmode = 1\n",
			'\n[[permission.rules]]\naction = "deny"\n',
			"\n[permission]\nask = []\n",
		);
		const document = fc
			.tuple(tomlDocument, section)
			.map(([text, more]) => text + more)
			.filter((text) => way.state(text, entry) === "absent");
		fc.assert(
			fc.property(document, (text) => {
				const plan = connect(text);
				if (plan.kind === "refused") {
					expect(plan.why.kind).toBe("reshaped");
					return;
				}
				const connected = written(plan);
				expect([way.state(connected, entry), connect(connected)]).toEqual(["current", { kind: "unchanged" }]);
				expect(written(disconnect(connected))).toBe(text);
			}),
			{ numRuns: 500 },
		);
	});

	it.each([
		["rules of the user's", '[[permission.rules]]\naction = "deny"\ntool = "bash"\npattern = "rm *"\n'],
		["another part of that section", '[permission]\nmode = "x"\n'],
		[
			"a rule about one of our tools",
			'[[permission.rules]]\naction = "ask"\ntool = "mcp"\npattern = "parley__clarify"\n',
		],
	])("puts its rules behind %s", (_, text) => {
		const connected = written(connect(text));
		const before = (parse(text)["permission"] as { rules?: unknown[] }).rules ?? [];
		const after = (parse(connected)["permission"] as { rules: unknown[] }).rules;
		expect([after.slice(0, before.length), after.length]).toEqual([before, before.length + 3]);
		expect(written(disconnect(connected))).toBe(text);
	});

	it.each([
		["in their short form", '[permission]\ndeny = [ "Bash(rm *)" ]\n'],
		["as one array", 'permission.rules = [ { action = "allow", tool = "grep" } ]\n'],
		["as something else", "permission = 3\n"],
	])("leaves rules alone that are written %s", (_, text) => {
		const connected = written(connect(text));
		expect(connected).toBe(`${text}\n${start}${server}${end}`);
		expect([way.state(connected, entry), connect(connected)]).toEqual(["current", { kind: "unchanged" }]);
		expect(written(disconnect(connected))).toBe(text);
	});

	it("adds a rule that is missing, and keeps what the user changed in the server", () => {
		const edited = block.replace(rule("clarify"), "").replace("= 4000\n", "= 600\nenabled = false\n");
		expect(way.state(edited, entry)).toBe("disabled");
		const { mcp_servers, permission } = parse(written(connect(edited))) as Record<string, Record<string, object>>;
		expect(mcp_servers?.["parley"]).toMatchObject({
			args: ["--agent", "grok", "--clarify", "--budget", "600"],
			tool_timeout_sec: 600,
			enabled: false,
		});
		expect(permission?.["rules"]).toHaveLength(3);
	});

	it("takes out only ours where Grok has dropped the comments and others have written between", () => {
		const mixed = `a = 1\n\n${server}\n[b]\nc = 1\n${rules}\n[[permission.rules]]\naction = "deny"\ntool = "bash"\n`;
		expect(connect(mixed)).toEqual({ kind: "unchanged" });
		expect(written(disconnect(mixed))).toBe(
			'a = 1\n\n[b]\nc = 1\n\n\n[[permission.rules]]\naction = "deny"\ntool = "bash"\n',
		);
	});

	it("takes its rules out where its server is gone", () => {
		expect(written(disconnect(`a = 1\n${rules}`))).toBe("a = 1\n");
	});

	it("refuses a foreign entry and a broken file", () => {
		expect([
			connect('[mcp_servers.parley]\ncommand = "other"\n'),
			disconnect('[mcp_servers.parley]\ncommand = "other"\n'),
			connect("= broken\n"),
		]).toMatchObject([
			{ kind: "refused", why: { kind: "foreign", name: "parley" } },
			{ kind: "unchanged" },
			{ kind: "refused", why: { kind: "unparsable", line: 1 } },
		]);
	});

	it("moves an entry from its old name to the present one", () => {
		const old = server.replace("parley]", "talk]");
		const plan = (grok(["talk"]).way as ByFile).plan(old, entry, "connected");
		expect(Object.keys(parse(written(plan))["mcp_servers"] as object)).toEqual(["parley"]);
	});
});

describe("finding Grok", () => {
	const machine = (files: Record<string, string | undefined>, env = {}): Machine => ({
		platform: "linux",
		home: "/home/me",
		env: { PATH: "/usr/bin", ...env },
		kindOf: (path) => (path in files ? "file" : undefined),
		readText: (path) => files[path],
		namesIn: () => [],
	});

	it.each([
		["its file", { "/home/me/.grok/config.toml": "" }, { kind: "found", program: undefined }],
		[
			"what its installer made",
			{ "/home/me/.grok/bin/grok": "" },
			{ kind: "found", program: "/home/me/.grok/bin/grok" },
		],
		["its program, too large to read", { "/usr/bin/grok": undefined }, { kind: "found", program: "/usr/bin/grok" }],
		["its start script", { "/usr/bin/grok": "…@xai-official/grok…" }, { kind: "found", program: "/usr/bin/grok" }],
		["another package's program", { "/usr/bin/grok": "#!/usr/bin/env node\n" }, { kind: "absent" }],
		["nothing", {}, { kind: "absent" }],
	])("goes by %s", (_, files, detection) => {
		expect(grok([]).detect(machine(files))).toEqual(detection);
	});

	it("looks where GROK_HOME leads", () => {
		expect(way.path(machine({}, { GROK_HOME: "/g" }))).toBe("/g/config.toml");
	});
});
