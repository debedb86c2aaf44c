import { parse } from "smol-toml";
import { describe, expect, it } from "vitest";
import { codex } from "../../../src/agents/codex";
import { codexServer } from "../../../src/agents/codexServer";
import type { ByFile } from "../../../src/agents/integration";
import { FOLDER_VARIABLE, WINDOW_VARIABLE } from "../../../src/wire/protocol";
import { block, connect, disconnect, entry, FIXTURES, way, windowsEntry, written } from "./codexFixtures";

describe("connecting Codex", () => {
	it("writes one marked block into a new file", () => {
		expect(written(connect(undefined))).toBe(block);
	});

	it("names the variables that the bridge reads", () => {
		expect(block).toContain(`env_vars = [ "${WINDOW_VARIABLE}", "${FOLDER_VARIABLE}" ]`);
	});

	it("says on Windows how the editor's program runs as Node", () => {
		const { mcp_servers } = parse(written(connect("", windowsEntry))) as { mcp_servers: { parley: object } };
		expect(mcp_servers.parley).toMatchObject({
			command: "C:\\Code\\Code.exe",
			args: ["C:\\Users\\me\\Parley\\bin\\bridge.cjs", "--agent", "codex", "--clarify", "--budget", "4000"],
			env: { ELECTRON_RUN_AS_NODE: "1" },
		});
	});

	it.each(Object.entries(FIXTURES))("keeps %s as it is and adds the block behind it", (_, text) => {
		const result = written(connect(text));
		expect({
			start: result.slice(0, text.length),
			block: result.slice(text.length).trim().replaceAll("\r\n", "\n"),
		}).toEqual({
			start: text,
			block: block.trim(),
		});
	});

	it("uses the file's own line breaks", () => {
		const result = written(connect('model = "gpt"\r\n'));
		expect(result.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
	});

	it("does nothing where the entry is there already", () => {
		expect(connect(`a = 1\n\n${block}`)).toEqual({ kind: "unchanged" });
	});

	it("knows the entry after Codex has rewritten it without its comments", () => {
		const rewritten = block.replaceAll(/^#.*\n/gm, "").replace("= 15", "= 15.0");
		expect(connect(rewritten)).toEqual({ kind: "unchanged" });
	});

	it("keeps what the user changed in the entry, and that it is switched off", () => {
		const edited = block
			.replace("tool_timeout_sec = 4000", "tool_timeout_sec = 600\nenabled = false")
			.replace("/state/bin/parley-bridge", "/state/bin/old-bridge")
			.replace(
				'[mcp_servers.parley.tools.clarify]\napproval_mode = "approve"',
				'[mcp_servers.parley.tools.clarify]\napproval_mode = "prompt"',
			);
		const { mcp_servers } = parse(written(connect(edited))) as { mcp_servers: { parley: object } };
		expect(mcp_servers.parley).toMatchObject({
			command: entry.command,
			enabled: false,
			tool_timeout_sec: 600,
			tools: { clarify: { approval_mode: "prompt" }, update_plan: { approval_mode: "approve" } },
		});
	});

	it.each([
		["600", "600"],
		["90.5", "90"],
		["0.5", "1"],
		["1000000", "86400"],
		["9223372036854775807", "86400"],
		["-1", "4000"],
	])("tells the bridge of the user's own limit of %s s", (limit, budget) => {
		const edited = block.replace("tool_timeout_sec = 4000", `tool_timeout_sec = ${limit}`);
		expect(way.state(edited, entry)).toBe(budget === "4000" ? "current" : "outdated");
		const text = written(connect(edited.replace("parley-bridge", "old-bridge")));
		const { mcp_servers } = parse(text, { integersAsBigInt: "asNeeded" }) as unknown as {
			mcp_servers: { parley: { args: string[] } };
		};
		expect(mcp_servers.parley.args).toEqual(["--agent", "codex", "--clarify", "--budget", budget]);
	});

	it("replaces a limit that an earlier version of ours has written, and leaves one of the user's", () => {
		const limits = { startup_timeout_sec: [20, 15], tool_timeout_sec: [5_000, 4_000] } as const;
		const earlier = parse(block)["mcp_servers"] as { parley: object };
		expect(codexServer(entry, earlier.parley, limits)).toMatchObject({
			args: ["--agent", "codex", "--clarify", "--budget", "5000"],
			startup_timeout_sec: 20,
			tool_timeout_sec: 5_000,
		});
		const edited = { ...earlier.parley, startup_timeout_sec: 30, tool_timeout_sec: 600 };
		expect(codexServer(entry, edited, limits)).toMatchObject({
			args: ["--agent", "codex", "--clarify", "--budget", "600"],
			startup_timeout_sec: 30,
			tool_timeout_sec: 600,
		});
	});

	it("moves an entry from its old name to the present one, with what the user changed in it", () => {
		const old =
			'[mcp_servers.talk]\ncommand = "/state/bin/parley-bridge"\nenabled = false\n\n[mcp_servers.docs]\ncommand = "x"\n';
		const plan = (codex(["talk"]).way as ByFile).plan(old, entry, "connected");
		const { mcp_servers } = parse(written(plan)) as { mcp_servers: Record<string, unknown> };
		expect(mcp_servers).toMatchObject({ docs: { command: "x" }, parley: { command: entry.command, enabled: false } });
		expect(Object.keys(mcp_servers)).toEqual(["docs", "parley"]);
	});

	it.each([
		["a table", '[mcp_servers.parley]\ncommand = "/usr/bin/other"\n'],
		["a table over HTTP", '[mcp_servers.parley]\nurl = "http://127.0.0.1:1"\n'],
		["a dotted key", 'mcp_servers.parley.command = "other"\n'],
		["an inline table", 'mcp_servers = { parley = { command = "other" } }\n'],
		["a value that is no table", "mcp_servers.parley = 3\n"],
	])("refuses a foreign entry of our name, written as %s", (_, text) => {
		expect(connect(text)).toEqual({ kind: "refused", why: { kind: "foreign", name: "parley" } });
	});

	it("refuses where the servers are one inline table, because nothing can be added to that", () => {
		expect(connect('mcp_servers = { docs = { command = "x" } }\n')).toEqual({
			kind: "refused",
			why: { kind: "reshaped", name: "parley" },
		});
	});

	it("refuses a block that is there twice, and names the line", () => {
		expect(connect(block + block)).toEqual({
			kind: "refused",
			why: { kind: "unparsable", line: 19, reason: "trying to redefine an already defined table or value" },
		});
	});

	it("refuses a file that is broken at any place, and never writes", () => {
		const lines = FIXTURES["Windows line breaks"]?.split("\r\n") ?? [];
		for (const i of lines.keys()) {
			const broken = lines.toSpliced(i, 0, "= broken").join("\r\n");
			expect(connect(broken)).toMatchObject({ kind: "refused", why: { kind: "unparsable", line: i + 1 } });
			expect(disconnect(broken)).toMatchObject({ kind: "refused", why: { kind: "unparsable", line: i + 1 } });
		}
	});
});

describe("disconnecting Codex", () => {
	it.each(Object.entries(FIXTURES))("gives %s back byte for byte", (_, text) => {
		expect(written(disconnect(written(connect(text))))).toBe(text);
	});

	it("does nothing where there is no entry", () => {
		expect(disconnect(FIXTURES["other servers"])).toEqual({ kind: "unchanged" });
	});

	it("leaves a foreign entry of our name alone", () => {
		expect(disconnect('[mcp_servers.parley]\ncommand = "/usr/bin/other"\n')).toEqual({ kind: "unchanged" });
	});

	it("takes out only ours where Codex has put tables between our markers", () => {
		const first = block.slice(0, -17);
		const rest = block.slice(-17);
		expect(rest).toBe("# <<< parley <<<\n");
		const projects = '\n[projects."/projects/shop"]\ntrust_level = "trusted"\n';
		expect(written(disconnect(`a = 1\n\n${first}${projects}${rest}`))).toBe(`a = 1\n${projects}`);
	});

	it("takes out only ours where Codex has dropped the first marker and written our numbers anew", () => {
		const rewritten = `a = 1\n\n${block.replace(/^#.*\n/, "").replace("= 15", "= 15.0")}`;
		expect(written(disconnect(rewritten))).toBe("a = 1\n");
	});

	it("keeps a comment and a table that the user wrote close to ours", () => {
		expect(written(disconnect(`a = 1\n# mine\n${block}[b]\nc = 1\n`))).toBe("a = 1\n# mine\n[b]\nc = 1\n");
	});

	it("takes out an entry that the user edited", () => {
		const edited = block.replace(
			"[mcp_servers.parley.tools.clarify]",
			'[mcp_servers.parley.env]\nA = "1"\n\n[mcp_servers.parley.tools.clarify]',
		);
		expect(written(disconnect(`a = 1\n\n${edited}`))).toBe("a = 1\n");
	});

	it("takes out the markers of a block that the user deleted between them", () => {
		expect(written(disconnect(`a = 1\n\n${block.split("\n")[0] ?? ""}\n# <<< parley <<<\n`))).toBe("a = 1\n");
	});

	it("refuses an entry that the user turned into an inline table", () => {
		expect(disconnect('mcp_servers = { parley = { command = "/state/bin/parley-bridge" } }\n')).toEqual({
			kind: "refused",
			why: { kind: "reshaped", name: "parley" },
		});
	});

	it("refuses where a key behind our block would become another table's", () => {
		expect(disconnect(`[a]\n\n${block}theirs = 1\n`)).toEqual({
			kind: "refused",
			why: { kind: "reshaped", name: "parley" },
		});
	});

	it("refuses rather than change a long string that holds one of our markers", () => {
		const text = `a = """\n# <<< parley <<<\n"""\n\n${block}`;
		expect(disconnect(text)).toEqual({ kind: "refused", why: { kind: "reshaped", name: "parley" } });
	});
});

describe("the state of Codex's entry", () => {
	it.each([
		["absent", "a = 1\n"],
		["absent", undefined],
		["current", block],
		["outdated", block.replace("parley-bridge", "old-bridge")],
		["disabled", block.replace("startup_timeout_sec", "enabled = false\nstartup_timeout_sec")],
		["foreign", '[mcp_servers.parley]\ncommand = "other"\n'],
		["unreadable", "= broken"],
	])("is %s", (state, text) => {
		expect(way.state(text, entry)).toBe(state);
	});
});
