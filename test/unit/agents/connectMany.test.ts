import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sha256, stateFiles, thisMachine, userFiles } from "../../../src/agents/apply";
import { agentCatalogue } from "../../../src/agents/catalogue";
import { AgentConnections } from "../../../src/agents/connections";
import { Connect } from "../../../src/ui/connect";
import type { CheckRow } from "../../../src/ui/quickPick";

let root: string;
/** What the person saw, in order. */
let seen: string[];
let rows: readonly CheckRow[];
/** The person: which agents to check, and which button to press under a message that holds the key. */
let checks: readonly string[];
let presses: Record<string, string>;

beforeEach(() => {
	root = mkdtempSync(join(tmpdir(), "parley-many-"));
	for (const folder of ["home", "bin", "state"]) mkdirSync(join(root, folder));
	[seen, rows, checks, presses] = [[], [], [], {}];
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function open(programs: readonly string[], env: Readonly<Record<string, string>> = {}): Connect {
	for (const program of programs) writeFileSync(join(root, "bin", program), "");
	const state = join(root, "state");
	const tilde = (text: string): string => text.replaceAll(root, "~");
	return new Connect({
		l10n: { t: (message, ...args) => message.replaceAll(/\{(\d)\}/g, (_, index) => String(args[Number(index)])) },
		notify: (_, message, buttons) => {
			seen.push(tilde(`${message} [${buttons.map(({ label }) => label).join("] [")}]`));
			const wanted = Object.entries(presses).find(([part]) => message.includes(part))?.[1];
			return Promise.resolve(buttons.find(({ label }) => label === wanted));
		},
		pickMany: (title, _, shown) => {
			seen.push(`list: ${title}`);
			rows = shown.map((row) => ({ ...row, detail: tilde(row.detail) }));
			return Promise.resolve(rows.flatMap(({ label }, place) => (checks.includes(label) ? [place] : [])));
		},
		connections: new AgentConnections({
			machine: {
				...thisMachine,
				platform: "linux",
				home: join(root, "home"),
				env: { ...env, PATH: join(root, "bin") },
			},
			files: userFiles,
			state: stateFiles(state),
			stateRoot: state,
			entry: { command: join(state, "bin/parley-bridge"), args: [] },
			version: "1.2.0",
			exclusively: (run) => run(),
			onSetAside: (path) => expect.unreachable(path),
			editor: "vscode",
			editors: () => [],
			hasPrompts: () => false,
			hash: sha256,
			integrations: agentCatalogue(),
			versionOf: () => Promise.resolve(undefined),
		}),
		preview: ({ file }) => {
			seen.push(tilde(`diff: ${file.path}`));
			return Promise.resolve(() => Promise.resolve());
		},
		openFile: () => Promise.reject(new Error("not asked for")),
		changed: () => undefined,
		isSeen: () => true,
		hasVariables: () => true,
	});
}

describe("an agent with several files", () => {
	const files = [
		"extensions/parley/gemini-extension.json",
		"extensions/parley/hooks/hooks.json",
		"policies/parley.toml",
	];
	const message = (index: number): string =>
		`Connect Gemini CLI (${index + 1} of 3 files): what is new on the right goes into ~/home/.gemini/${files[index] ?? ""}.`;

	it("shows one after the other, and makes all of them by the last press", async () => {
		checks = ["Gemini CLI"];
		presses = { "(1 of 3": "Next file", "(2 of 3": "Next file", "(3 of 3": "Write all 3 files" };
		await open(["gemini"]).connect();
		expect(seen).toEqual([
			"list: Connect agents",
			`diff: ~/home/.gemini/${files[0] ?? ""}`,
			`${message(0)} [Next file] [Cancel]`,
			`diff: ~/home/.gemini/${files[1] ?? ""}`,
			`${message(1)} [Next file] [Cancel]`,
			`diff: ~/home/.gemini/${files[2] ?? ""}`,
			`${message(2)} [Write all 3 files] [Cancel]`,
			"Gemini CLI is connected. It can ask you here when you start it in a new terminal. []",
		]);
		expect(files.map((file) => existsSync(join(root, "home/.gemini", file)))).toEqual([true, true, true]);
		expect(rows.map(({ detail }) => detail)).toEqual([
			`Adds its parts to ${files
				.slice(0, 2)
				.map((file) => `~/home/.gemini/${file}`)
				.join(", ")} and ~/home/.gemini/${files[2] ?? ""}. You see the changes first.`,
		]);
	});

	it.each([1, 2, 3])("makes none of them where the person stops at number %i", async (last) => {
		checks = ["Gemini CLI"];
		presses = Object.fromEntries([1, 2, 3].map((at) => [`(${at} of 3`, at === last ? "Cancel" : "Next file"]));
		await open(["gemini"]).connect();
		expect([seen.at(-1)?.startsWith(message(last - 1)), existsSync(join(root, "home/.gemini"))]).toEqual([true, false]);
	});
});

describe("an agent whose variable is taken", () => {
	it("is offered by its file, with the reason", async () => {
		checks = ["Qwen Code"];
		presses = { "Connect Qwen Code": "Write the entry" };
		await open(["qwen"], { QWEN_CODE_SYSTEM_DEFAULTS_PATH: "/mine.json" }).connect();
		expect(rows.map(({ detail }) => detail)).toEqual([
			"Qwen Code cannot be connected by variables alone: somebody else uses QWEN_CODE_SYSTEM_DEFAULTS_PATH already. Adds one entry to ~/home/.qwen/settings.json. You see the change first.",
		]);
		expect(readFileSync(join(root, "home/.qwen/settings.json"), "utf8")).toContain("parley-bridge");
	});
});

describe("the list of agents", () => {
	it("has those that are there, in the order of the catalogue, and says where nothing is to be done", async () => {
		checks = ["Droid"];
		presses = { "Connect Droid": "Write the entry" };
		const connect = open(["droid", "qwen", "claude", "kiro-cli"]);
		await connect.connect();
		await connect.connect();
		expect(rows.map(({ label, description, detail }) => [label, description, detail.slice(0, 20)])).toEqual([
			["Claude Code", "Not connected", "Sets in new terminal"],
			["Qwen Code", "Not connected", "Sets in new terminal"],
			["Droid", "Connected", "Nothing has to be ch"],
			["Kiro CLI", "Not connected", "Adds one entry to ~/"],
		]);
	});
});

describe("the offer of several agents", () => {
	it("has a button for each of two", async () => {
		presses = { "can ask you here": "Connect Qwen Code" };
		await open(["claude", "qwen"]).offer();
		expect(seen).toEqual([
			"Claude Code and Qwen Code can ask you here. Connecting changes no file: new terminals get variables. [Connect Claude Code] [Connect Qwen Code] [Not now]",
			"Qwen Code is connected. Start it in a new terminal. Set there: QWEN_CODE_SYSTEM_DEFAULTS_PATH=~/state/qwen/defaults.json. []",
		]);
	});

	it("leads to the list where there are more", async () => {
		presses = { "can ask you here": "Choose…" };
		await open(["claude", "qwen", "opencode", "droid"]).offer();
		expect([seen, rows.map(({ label }) => label)]).toEqual([
			[
				"Claude Code, OpenCode and Qwen Code can ask you here. Connecting changes no file: new terminals get variables. [Choose…] [Not now]",
				"list: Connect agents",
			],
			["Claude Code", "OpenCode", "Qwen Code", "Droid"],
		]);
	});
});
