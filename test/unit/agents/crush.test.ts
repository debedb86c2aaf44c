import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { crush } from "../../../src/agents/crush";
import type { ByFile } from "../../../src/agents/integration";
import { shellWord, shellWords } from "../../../src/agents/shellWords";
import { entry, windowsEntry, written } from "./yamlFixtures";

const way = crush([]).way as ByFile;
const connect = (text: string | undefined, start = entry) => way.plan(text, start, "connected");
const disconnect = (text: string | undefined) => way.plan(text, entry, "disconnected");

const block = `# >>> parley (managed by the VS Code extension; safe to delete) >>>
if [ -n "\${PARLEY_WINDOW:-}" ]; then
	mcp add parley --command /state/bin/parley-bridge --args --agent --args crush --args --clarify --args --budget --args 4000
	permissions allow mcp_parley_clarify mcp_parley_update_plan mcp_parley_request_approval
fi
# <<< parley <<<
`;

const FIXTURES: Readonly<Record<string, string>> = {
	"an empty file": "",
	"a byte order mark alone": "\uFEFF",
	"a comment without a line break": "# mine",
	"a script": 'provider add x --api-key "$KEY"\nif true; then\n\tmcp add docs --command npx\nfi\n',
	"a script without a line break": "option debug true",
	"a last line that ends in an escaped backslash": "option skill-path C:\\\\",
	"blank lines at the end": "option debug true\n\n\n",
	"Windows line breaks": "option debug true\r\n# x\r\n",
	"a comment about our name": "# mcp add parley --command other\n",
	"another server whose name begins like ours": "mcp add parley-two --command x\n",
};

/** What a real shell makes of it, with Crush's commands told to it. */
function run(script: string, env: Record<string, string>): { readonly status: number | null; readonly calls: string } {
	const builtins =
		"mcp() { printf 'mcp'; printf ' <%s>' \"$@\"; echo; }; permissions() { echo permissions \"$@\"; };\n";
	const { status, stdout } = spawnSync("/bin/sh", ["-euc", builtins + script], { encoding: "utf8", env });
	return { status, calls: stdout };
}

describe("connecting Crush", () => {
	it("writes one marked block into a new file", () => {
		expect(written(connect(undefined))).toBe(block);
	});

	it("adds the server in an editor's terminal, and elsewhere nothing, without failing", () => {
		const start = { command: '/it\'s a "$HOME"/bin/parley-bridge', args: [] };
		const script = written(connect("", start));
		expect([run(script, { PARLEY_WINDOW: "/w" }), run(script, {})]).toEqual([
			{
				status: 0,
				calls:
					'mcp <add> <parley> <--command> </it\'s a "$HOME"/bin/parley-bridge> <--args> <--agent> <--args> <crush> ' +
					"<--args> <--clarify> <--args> <--budget> <--args> <4000>\n" +
					"permissions allow mcp_parley_clarify mcp_parley_update_plan mcp_parley_request_approval\n",
			},
			{ status: 0, calls: "" },
		]);
		expect(way.state(script, start)).toBe("current");
	});

	it("says on Windows how the editor's program runs as Node", () => {
		const text = written(connect("", windowsEntry));
		expect(text).toContain(
			"--command 'C:\\Code\\Code.exe' --args 'C:\\Users\\me\\Parley\\bin\\bridge.cjs' --args --agent",
		);
		expect(text).toContain("--env ELECTRON_RUN_AS_NODE 1\n");
		expect(way.state(text, windowsEntry)).toBe("current");
	});

	it.each(Object.entries(FIXTURES))("keeps %s as it is, and gives it back byte for byte", (_, text) => {
		const connected = written(connect(text));
		expect(connected.startsWith(text)).toBe(true);
		expect([way.state(connected, entry), connect(connected)]).toEqual(["current", { kind: "unchanged" }]);
		expect(written(disconnect(connected))).toBe(text);
		if (connected.endsWith("\n")) expect(written(disconnect(`${connected}option x\n`))).toBe(`${text}option x\n`);
	});

	it("updates the block where it stands, and keeps what the user set there", () => {
		const edited = `a\n${block.replace("parley-bridge", "old-bridge").replace("4000\n", "4000 --disabled true --env MINE 'a b'\n")}b\n`;
		expect(way.state(edited, entry)).toBe("disabled");
		const updated = written(connect(edited));
		expect(updated).toBe(`a\n${block.replace("4000\n", "4000 --disabled true --env MINE 'a b'\n")}b\n`);
		expect([connect(updated).kind, way.state(updated, entry)]).toEqual(["unchanged", "disabled"]);
		expect(written(disconnect(updated))).toBe("a\nb\n");
	});

	it("leaves a block alone in which the user has commented the server out", () => {
		const off = block.replace("\tmcp add", "\t# mcp add");
		expect([way.state(off, entry), connect(off)]).toEqual(["disabled", { kind: "unchanged" }]);
		expect(written(disconnect(off))).toBe("");
	});

	it("moves a server from its old name to the present one", () => {
		const old = block.replaceAll("add parley", "add talk");
		expect(written((crush(["talk"]).way as ByFile).plan(old, entry, "connected"))).toBe(block);
	});

	it.each([
		["a server of our name outside the block", "mcp add parley --command other\n", "foreign", "unchanged"],
		["one in quotes, behind a condition", `true && mcp add "parley" --url x\n`, "foreign", "unchanged"],
		["something else between our markers", block.replace("fi\n", "fi\noption debug true\n"), "reshaped", "refused"],
		["to rewrite what only the shell can tell", block.replace("4000", '"$LIMIT"'), "reshaped", "write"],
		["a second command on our line", block.replace("4000", "4000; rm x"), "reshaped", "refused"],
		["a block without its end", block.replace("# <<< parley <<<\n", ""), "reshaped", "refused"],
		["two blocks", block + block, "reshaped", "refused"],
		["a last line that goes on", "option debug \\", "unparsable", "unchanged"],
	])("refuses %s", (_, text, kind, disconnected) => {
		expect(connect(text)).toMatchObject({ kind: "refused", why: { kind } });
		expect(disconnect(text).kind).toBe(disconnected);
	});

	it.each([
		["absent", "option x\n"],
		["absent", undefined],
		["current", block],
		["outdated", block.replace("parley-bridge", "old-bridge")],
		["outdated", block.replace(" mcp_parley_clarify", "")],
		["foreign", "mcp add parley --command other\n"],
	])("is %s", (state, text) => {
		expect(way.state(text, entry)).toBe(state);
	});

	it("keeps its script where CRUSH_GLOBAL_CONFIG or XDG_CONFIG_HOME lead", () => {
		const path = (env: Record<string, string>) =>
			way.path({
				platform: "linux",
				home: "/h",
				env,
				kindOf: () => undefined,
				readText: () => undefined,
				namesIn: () => [],
			});
		expect([path({}), path({ XDG_CONFIG_HOME: "/x" }), path({ CRUSH_GLOBAL_CONFIG: "/c" })]).toEqual([
			"/h/.config/crush/crushrc",
			"/x/crush/crushrc",
			"/c/crushrc",
		]);
	});
});

describe("words for a shell", () => {
	it("come back as they were, whatever is in them", () => {
		fc.assert(
			fc.property(
				fc.array(
					fc.string({ minLength: 1 }).map((word) => word.replaceAll(/\s/g, "_")),
					{ maxLength: 5 },
				),
				(words) => {
					expect(shellWords(words.map(shellWord).join(" "))).toEqual(words);
				},
			),
		);
	});

	it.each(["a | b", "a $b", "a `b`", 'a "$b"', "a; b", "a 'b", "a > b", "a *"])("are none in %s", (command) => {
		expect(shellWords(command)).toBeUndefined();
	});
});
