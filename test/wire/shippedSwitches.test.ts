import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { lean } from "../../lean.mjs";
import { createApp } from "../../src/broker/app";

// Nothing but a person's act on a surface answers, dismisses, decides or lifts a limit. So everything that could switch the
// shipped code from outside is listed here; whoever adds to it has to add here, and to say why it is none of these.

/** Every bundle for Node that ships, by its entry: a new one is looked at from its first day on. */
const ENTRIES = [...readFileSync("esbuild.mjs", "utf8").matchAll(/["/](src\/[^".]+)(?:\.ts)?"/g)].map(
	([, entry = ""]) => `${entry}.ts`,
);
const BRIDGE = "src/bridge/main.ts";
const BROKER = "src/broker/server.ts";

let folder: string;
const fileOf = (entry: string): string => join(folder, `${entry.replaceAll("/", "-")}.cjs`);
const textOf = (entry: string): string => readFileSync(fileOf(entry), "utf8");

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), "parley-shipped-"));
	// As esbuild.mjs builds them; what lies in dist may be older than the source.
	for (const entry of ENTRIES) {
		await build({
			bundle: true,
			minify: true,
			platform: "node",
			format: "cjs",
			target: entry === BRIDGE ? "node20" : "node22",
			external: ["vscode"],
			plugins: entry === BROKER ? [lean] : [],
			entryPoints: [entry],
			outfile: fileOf(entry),
		});
	}
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What the pattern's one group finds, each once, in order of the alphabet. */
function all(text: string, pattern: RegExp): readonly string[] {
	return [...new Set([...text.matchAll(pattern)].map(([, found = ""]) => found))].sort();
}

describe("variables", () => {
	it("of our own are the window and the folder alone", () => {
		const names = ENTRIES.map((entry) => [entry.slice("src/".length), all(textOf(entry), /(?<!\w)(parley_\w+)/gi)]);
		// For Codex, which hands on only what its entry names; and how agents name our tools.
		const agents = ["PARLEY_FOLDER", "PARLEY_WINDOW", "parley__"];
		expect(Object.fromEntries(names)).toEqual({
			"extension.ts": ["PARLEY_FOLDER", "PARLEY_WINDOW"],
			"openDesk.ts": [],
			"broker/server.ts": [],
			"agents/openConnections.ts": agents,
			"doctor/doctors.ts": agents,
			"node/posixCommands.ts": [],
			"uninstall/main.ts": [],
			"bridge/main.ts": ["PARLEY_WINDOW"],
		});
	});

	it("are read at one place of ours each, and never by the broker", () => {
		const reads = ENTRIES.filter((entry) => entry !== BROKER).map((entry) => [
			entry.slice("src/".length),
			textOf(entry).split("process.env").length - 1,
		]);
		// Where the state folder lies; how agents were configured; which window the terminal belongs to.
		// The agents' planners write four more into plug-ins and entries, for the agents themselves to read there.
		expect(Object.fromEntries(reads)).toEqual({
			"extension.ts": 1,
			"openDesk.ts": 0,
			"agents/openConnections.ts": 5,
			"doctor/doctors.ts": 5,
			"node/posixCommands.ts": 0,
			"uninstall/main.ts": 1,
			"bridge/main.ts": 1,
		});
		// Of express and what it brings along: `debug` writes more to stderr, `depd` warns of old calls.
		expect(all(textOf(BROKER), /process\.env\.(\w+)/g)).toEqual([
			"DEBUG",
			"NODE_ENV",
			"NO_DEPRECATION",
			"TRACE_DEPRECATION",
		]);
	});
});

describe("arguments of the bridge", () => {
	it("are these words", () => {
		expect(all(textOf(BRIDGE), /["'`](--?[a-z][\w-]*)/g)).toEqual([
			"--agent",
			"--budget",
			"--check",
			"--clarify",
			"--no-approval",
		]);
	});

	it("have one sub-command and one that only looks, and are read nowhere else", () => {
		const text = textOf(BRIDGE);
		expect(text.split("process.argv")).toHaveLength(2);
		const main = text.slice(text.lastIndexOf("function ", text.lastIndexOf("(process.argv)")));
		expect(all(main, /==="([^"]*)"/g)).toEqual(["--check", "hook"]);
		expect(all(main, /case"([^"]*)"/g)).toEqual([]);
	});

	it.each([["--answer"], ["answer"], ["--agent=codex"], ["--budget", "0"], ["--no-limit"]])(
		"are refused where they are others: %s",
		(...words) => {
			const { status, stdout, stderr } = spawnSync(process.execPath, [fileOf(BRIDGE), ...words], { encoding: "utf8" });
			expect([status, stdout, stderr]).toEqual([2, "", expect.stringMatching(/^parley-bridge: .+\n$/)]);
		},
	);
});

describe("the broker", () => {
	it("has these routes", () => {
		const app = createApp({ identity: { port: 1, token: "", instance: "" } } as Parameters<typeof createApp>[0]);
		const routes = app.router.stack.flatMap(({ route }) => {
			if (route === undefined) return [];
			const methods = new Set(route.stack.map(({ method }) => method));
			return [`${methods.size > 1 ? "all" : [...methods].join()} ${route.path}`];
		});
		// The last one refuses every other method there.
		expect(routes).toEqual([
			"get /hello",
			"get /claim",
			"post /mcp",
			"get /mcp",
			"delete /mcp",
			"post /hooks/begin",
			"post /hooks/end",
			"post /hooks/tool",
			"post /hooks/permission",
			"all /hello,/claim,/hooks/begin,/hooks/end,/hooks/tool,/hooks/permission",
		]);
	});

	it("names no other path", () => {
		expect(all(textOf(BROKER), /["'`](\/[a-z][\w/-]*)["'`?]/g)).toEqual([
			"/claim",
			"/hello",
			// They tell of prompts, stops and tools, and carry an agent's own permission prompt here: they answer none.
			"/hooks/begin",
			"/hooks/end",
			"/hooks/permission",
			"/hooks/tool",
			"/mcp",
		]);
	});

	it("reads these headers of ours", () => {
		expect(all(textOf(BROKER), /["'`](parley-[a-z-]+)["'`]/g)).toEqual([
			"parley-agent",
			"parley-agent-session",
			"parley-approval",
			"parley-bridge",
			"parley-budget",
			"parley-call",
			"parley-clarify",
			"parley-cwd",
			"parley-editor",
			"parley-in-flight",
			"parley-pid",
			"parley-session",
		]);
	});
});
