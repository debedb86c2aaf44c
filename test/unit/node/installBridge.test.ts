import { spawnSync } from "node:child_process";
import {
	chmodSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	realpathSync,
	rmSync,
	statSync,
	symlinkSync,
	unlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type BridgeSource, installBridge } from "../../../src/node/installBridge";
import { openStateFolder, type StateFolder } from "../../../src/node/stateFolder";
import { writeSharedSettings } from "../../../src/startWindow";
import { BRIDGE_PROTOCOL } from "../../../src/wire/protocol";

let base: string;
let state: StateFolder;

beforeEach(() => {
	// A path that a shell would take apart if it were not quoted.
	base = realpathSync(mkdtempSync(join(tmpdir(), 'it\'s a "$HOME" `x` ü-')));
	state = openStateFolder(join(base, "par ley"));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

/** A bridge that tells what it was started with. */
const TELLS = `const node = Object.entries(process.env).filter(([name]) => /^(ELECTRON_RUN_AS_)?NODE/.test(name));
console.log(JSON.stringify({ script: __filename, words: process.argv.slice(2), ...Object.fromEntries(node) }));`;

function source(more: Partial<BridgeSource> = {}): BridgeSource {
	const file = join(base, "bridge of the extension.cjs");
	writeFileSync(file, TELLS);
	const doctor = join(base, "doctor of the extension.cjs");
	writeFileSync(doctor, "exports.doctors = {};");
	return { file, doctor, version: "1.0.0", node: node("vscode"), now: 1_000_000, ...more };
}

function node(editor: string, path = process.execPath, isElectron = false): BridgeSource["node"] {
	return { editor, path, isElectron };
}

/** A program that says its name and then does what Node does. */
function program(name: string): string {
	const path = join(base, name);
	writeFileSync(path, `#!/bin/sh\nprintf '%s ' '${name}'\nexec '${process.execPath}' "$@"\n`);
	chmodSync(path, 0o755);
	return path;
}

function start(
	words: readonly string[] = [],
	env: Record<string, string> = {},
	cwd = base,
): ReturnType<typeof spawnSync> {
	return spawnSync(join(state.bin, "parley-bridge"), words, {
		cwd,
		encoding: "utf8",
		env: { PATH: "/usr/bin:/bin", ...env },
	});
}

test("the launcher starts the bridge on the editor's Node, with the words and without what would change Node", () => {
	const command = installBridge(state, source(), "linux");
	const { stdout, stderr, status } = start(["--agent", "a b", "it's", '"$HOME"', ""], {
		NODE_OPTIONS: "--require=/nowhere.js",
		NODE_PATH: "/nowhere",
		NODE_EXTRA_CA_CERTS: "/nowhere.pem",
		NODE_USE_SYSTEM_CA: "1",
		NODE_USE_ENV_PROXY: "1",
		NODE_V8_COVERAGE: join(base, "coverage"),
		ELECTRON_RUN_AS_NODE: "1",
		PATH: "",
	});
	expect({ command, modes: modes(), told: JSON.parse(String(stdout)) as unknown, stderr, status }).toEqual({
		command: { command: join(state.bin, "parley-bridge"), args: [] },
		modes: { "bridge.cjs": 0o600, "agents.cjs": 0o600, "parley-bridge": 0o700, "version.json": 0o600 },
		told: { script: join(state.bin, "bridge.cjs"), words: ["--agent", "a b", "it's", '"$HOME"', ""] },
		stderr: "",
		status: 0,
	});
});

test.each([
	["without a window", "Stop", {}, undefined, false],
	["with an empty one", "Stop", { PARLEY_WINDOW: "" }, undefined, false],
	["with a reference that its agent did not expand", "Stop", { PARLEY_WINDOW: "${PARLEY_WINDOW}" }, undefined, false],
	["where agents outside terminals are not attached", "Stop", {}, false, false],
	["where they are", "Stop", {}, true, true],
	["where somebody else has written whether they are", "Stop", {}, '{\n"attachOutsideTerminals": true}', true],
	["with a window", "Stop", { PARLEY_WINDOW: "/somewhere" }, false, true],
	["that is answered without a window", "PreToolUse", {}, false, true],
])("a hook %s needs Node only where it can have something to tell", (_, event, env, settings, needsNode) => {
	installBridge(state, source(), "linux");
	if (typeof settings === "string") writeFileSync(join(state.root, "settings.json"), settings);
	else if (settings !== undefined) writeSharedSettings(state, settings);
	const words = ["hook", "codex", event];
	const { stdout, stderr, status, error } = spawnSync(join(state.bin, "parley-bridge"), words, {
		// More than a pipe holds: an agent that writes it must not fail.
		input: needsNode ? "" : "x".repeat(1_000_000),
		encoding: "utf8",
		env: { PATH: "/nowhere", ...env },
	});
	const told = stdout === "" ? undefined : (JSON.parse(stdout) as { words: unknown }).words;
	expect({ told, stderr, status, error }).toEqual({
		told: needsNode ? words : undefined,
		stderr: "",
		status: 0,
		error: undefined,
	});
});

test("a hook outside VS Code that is given no input at all ends well", () => {
	installBridge(state, source(), "linux");
	const words = ["-c", 'exec "$0" hook codex Stop <&-', join(state.bin, "parley-bridge")];
	const { stdout, stderr, status } = spawnSync("/bin/sh", words, { encoding: "utf8", env: { PATH: "/nowhere" } });
	expect({ stdout, stderr, status }).toEqual({ stdout: "", stderr: "", status: 0 });
});

test("the bridge itself is started outside VS Code too", () => {
	installBridge(state, source(), "linux");
	expect(String(start(["--agent", "hook"]).stdout)).toContain('"words":["--agent","hook"]');
});

test("an editor that is Electron is told to be Node", () => {
	installBridge(state, source({ node: node("vscode", program("code"), true) }), "linux");
	expect(String(start().stdout)).toMatch(/^code \{.*"ELECTRON_RUN_AS_NODE":"1"\}\n$/);
});

test("of several editors the one that was active last is used, and the next one when it has gone", () => {
	const [older, newer] = [program("older"), program("newer")];
	installBridge(state, source({ node: node("z-editor", older), now: 1_000_000 }), "linux");
	installBridge(state, source({ node: node("a-editor", newer), now: 3_000_000 }), "linux");
	installBridge(state, source({ node: node("m-editor", join(base, "gone")), now: 5_000_000 }), "linux");
	const first = String(start().stdout);
	unlinkSync(newer);
	const second = String(start().stdout);
	installBridge(state, source({ node: node("z-editor", older), now: 9_000_000 }), "linux");
	expect([first.slice(0, 5), second.slice(0, 5), readdirSync(state.nodes)]).toEqual([
		"newer",
		"older",
		["a-editor", "m-editor", "z-editor"],
	]);
});

test("without an editor a node on the PATH is used, but none of a relative entry or inside the working directory", () => {
	installBridge(state, source({ node: node("vscode", join(base, "gone")) }), "linux");
	const cwd = join(base, "work");
	for (const folder of ["work/bin", "good folder"]) mkdirSync(join(base, folder), { recursive: true });
	symlinkSync(program("bad"), join(cwd, "bin/node"));
	symlinkSync(program("bad2"), join(cwd, "node"));
	symlinkSync(join(cwd, "bin"), join(base, "link"));
	const path = [".", "bin", "", cwd, join(cwd, "bin"), join(base, "link"), "/nowhere"];
	const none = start([], { PATH: path.join(":") }, cwd);
	symlinkSync(program("good"), join(base, "good folder/node"));
	const good = start(["a b"], { PATH: [...path, join(base, "good folder")].join(":") }, cwd);
	expect({ none: [none.status, none.stdout, none.stderr], good: String(good.stdout).slice(0, 5) }).toEqual({
		none: [1, "", "parley-bridge: no Node to run on: open an editor with Parley, or install Node 20 or later\n"],
		good: "good ",
	});
});

test("a working directory that is gone does not keep a node on the PATH away", () => {
	installBridge(state, source({ node: node("vscode", join(base, "gone")) }), "linux");
	symlinkSync(program("good"), join(base, "node"));
	mkdirSync(join(base, "work"));
	const gone = 'cd "$1" && /bin/rmdir "$1" && exec "$2"';
	const { stdout } = spawnSync("/bin/sh", ["-c", gone, "sh", join(base, "work"), join(state.bin, "parley-bridge")], {
		encoding: "utf8",
		env: { PATH: base },
	});
	expect(stdout).toMatch(/^good /);
});

test("entries of editors that make no sense are passed over", () => {
	installBridge(state, source(), "linux");
	for (const [name, text] of Object.entries({
		empty: "",
		half: "/bin/sh",
		word: "/bin/sh\nnode\nnow\n",
		neg: "/bin/sh\nnode\n-5\n",
	})) {
		writeFileSync(join(state.nodes, name), text);
	}
	mkdirSync(join(state.nodes, "folder"));
	const { stdout, stderr } = start();
	expect({ told: JSON.parse(String(stdout)) as unknown, stderr }).toMatchObject({ told: { words: [] }, stderr: "" });
});

test("a newer bridge stays when an older editor starts; the older editor is registered all the same", () => {
	installBridge(state, source({ version: "1.10.0" }), "linux");
	writeFileSync(join(state.bin, "bridge.cjs"), "newer");
	installBridge(state, source({ version: "1.9.9", node: node("older") }), "linux");
	const kept = readFileSync(join(state.bin, "bridge.cjs"), "utf8");
	installBridge(state, source({ version: "1.10.0" }), "linux");
	expect({ kept, now: readFileSync(join(state.bin, "bridge.cjs"), "utf8"), nodes: readdirSync(state.nodes) }).toEqual({
		kept: "newer",
		now: TELLS,
		nodes: ["older", "vscode"],
	});
});

test("a bridge of a newer protocol stays whatever the versions say", () => {
	writeFileSync(join(state.bin, "bridge.cjs"), "newer");
	writeFileSync(join(state.bin, "version.json"), JSON.stringify({ protocol: BRIDGE_PROTOCOL + 1, version: "0.0.1" }));
	installBridge(state, source({ version: "9.0.0" }), "linux");
	expect(readFileSync(join(state.bin, "bridge.cjs"), "utf8")).toBe("newer");
});

test("what is installed already is not written again", () => {
	installBridge(state, source(), "linux");
	const before = ["bridge.cjs", "agents.cjs", "parley-bridge", "version.json"].map(
		(name) => statSync(join(state.bin, name)).ino,
	);
	installBridge(state, source(), "linux");
	expect(
		["bridge.cjs", "agents.cjs", "parley-bridge", "version.json"].map((name) => statSync(join(state.bin, name)).ino),
	).toEqual(before);
});

test("on Windows an entry names the editor's program, which is told to be Node", () => {
	const electron = installBridge(state, source({ node: node("vscode", "C:\\Code\\Code.exe", true) }), "win32");
	const server = installBridge(state, source({ node: node("server", "C:\\server\\node.exe") }), "win32");
	const bridge = join(state.bin, "bridge.cjs");
	expect({ electron, server, files: Object.keys(modes()) }).toEqual({
		electron: { command: "C:\\Code\\Code.exe", args: [bridge], env: { ELECTRON_RUN_AS_NODE: "1" } },
		server: { command: "C:\\server\\node.exe", args: [bridge] },
		files: ["agents.cjs", "bridge.cjs", "version.json"],
	});
});

test.each([
	[node("../evil"), "not an editor's name: ../evil"],
	[node("vscode", "/a\nb"), "the editor's path has a line break, which the launcher cannot read"],
])("%j is refused", (editor, message) => {
	expect(() => installBridge(state, source({ node: editor }), "linux")).toThrow(message);
});

function modes(): Record<string, number> {
	const names = readdirSync(state.bin).filter((name) => name !== "nodes");
	return Object.fromEntries(names.map((name) => [name, statSync(join(state.bin, name)).mode & 0o777]));
}
