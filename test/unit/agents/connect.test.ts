import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sha256, stateFiles, thisMachine, userFiles } from "../../../src/agents/apply";
import { agentCatalogue } from "../../../src/agents/catalogue";
import { AgentConnections } from "../../../src/agents/connections";
import { Connect } from "../../../src/ui/connect";
import type { CheckRow } from "../../../src/ui/quickPick";

/** The person agrees to each of Codex's two files. */
const WRITE = { "Connect Codex (1": "Next file", "Connect Codex (2": "Write all 2 files" };
const TAKE_OUT = { "Disconnect Codex (1": "Next file", "Disconnect Codex (2": "Take it out" };

let root: string;
let config: string;
/** What the person saw, in order. */
let seen: string[];
let rows: readonly CheckRow[];
/** The person: which rows to check, and which button to press under a message that holds the key. */
let checks: readonly number[];
let presses: Record<string, string>;
/** The agents whose bridge has introduced itself. */
let introduced: readonly string[];
let hasVariables: boolean;
let connect: Connect;
let connections: AgentConnections;

beforeEach(() => {
	root = mkdtempSync(join(tmpdir(), "parley-connect-"));
	config = join(root, "home/.codex/config.toml");
	for (const folder of ["home/.codex", "bin", "state"]) mkdirSync(join(root, folder), { recursive: true });
	for (const program of ["claude", "codex"]) writeFileSync(join(root, "bin", program), "");
	[seen, rows, checks, presses] = [[], [], [], {}];
	[introduced, hasVariables] = [[], true];
	open();
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function open(version = "2.1.332"): void {
	const state = join(root, "state");
	connections = new AgentConnections({
		machine: { ...thisMachine, platform: "linux", home: join(root, "home"), env: { PATH: join(root, "bin") } },
		files: userFiles,
		state: stateFiles(state),
		stateRoot: state,
		entry: { command: join(state, "bin/parley-bridge"), args: [] },
		version: "1.2.0",
		exclusively: (run) => run(),
		onSetAside: (path) => void seen.push(`set aside as ${path.replaceAll(root, "~")}`),
		editor: "vscode",
		editors: () => [],
		hasPrompts: () => false,
		hash: sha256,
		integrations: agentCatalogue(),
		versionOf: () => Promise.resolve(version),
	});
	connect = new Connect({
		l10n: { t: (message, ...args) => message.replaceAll(/\{(\d)\}/g, (_, index) => String(args[Number(index)])) },
		notify: (severity, message, buttons) => {
			const labels = buttons.map(({ label }) => label);
			seen.push(`${severity}: ${message.replaceAll(root, "~")}${labels.length > 0 ? ` [${labels.join("] [")}]` : ""}`);
			const wanted = Object.entries(presses).find(([part]) => message.includes(part))?.[1];
			return Promise.resolve(buttons.find(({ label }) => label === wanted));
		},
		pickMany: (title, _, shown) => {
			seen.push(`list: ${title}`);
			rows = shown;
			return Promise.resolve(checks);
		},
		connections,
		preview: ({ text }) => {
			const hasOurs = text?.includes("[mcp_servers.parley]") === true || text?.includes("hook codex Stop") === true;
			seen.push(`diff: ${hasOurs ? "with our entry" : "without our entry"}`);
			return Promise.resolve(() => {
				seen.push("diff closed");
				return Promise.resolve();
			});
		},
		openFile: (path) => {
			seen.push(`opened ${path.replaceAll(root, "~")}`);
			return Promise.resolve();
		},
		changed: () => void seen.push("variables changed"),
		isSeen: (agentId) => introduced.includes(agentId),
		hasVariables: () => hasVariables,
	});
}

const text = (row: CheckRow | undefined): string =>
	`${row?.label ?? ""} · ${row?.description ?? ""} · ${row?.detail ?? ""}`.replaceAll(root, "~");

describe("the list of agents", () => {
	it("says of each how things stand and what connecting would do, and checks none", async () => {
		await connect.connect();
		expect(rows.map(text)).toEqual([
			"Claude Code · Not connected · Sets in new terminals: CLAUDE_CODE_PLUGIN_DIRS+=:~/state/claude-plugin, CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS=0. Changes no file.",
			"Codex · Not connected · Adds its parts to ~/home/.codex/config.toml and ~/home/.codex/hooks.json. You see the changes first.",
		]);
		expect(seen).toEqual(["list: Connect agents"]);
	});

	it("says where nothing is installed", async () => {
		for (const folder of ["bin", "home/.codex"]) rmSync(join(root, folder), { recursive: true });
		await connect.connect();
		expect(seen).toEqual(["information: Parley found no agent here that it can connect."]);
	});

	it("says why it cannot be told which are connected, and lets nothing be lost", async () => {
		const file = join(root, "state/agents.json");
		mkdirSync(file);
		checks = [0];
		await connect.connect();
		expect(text(rows[0])).toMatch(/^Claude Code · Cannot be connected as it is · agents\.json cannot be read: EISDIR/);
		await connect.disconnect();
		expect([text(rows[0]), seen]).toEqual([
			"Claude Code · Cannot be connected as it is · New terminals no longer get its variables.",
			[
				"list: Connect agents",
				expect.stringMatching(/^warning: agents\.json cannot be read: EISDIR/),
				"list: Disconnect agents",
				expect.stringMatching(/^warning: agents\.json cannot be read: EISDIR/),
			],
		]);
	});

	it("says why one cannot be connected", async () => {
		writeFileSync(config, "a =\n");
		await connect.connect();
		expect(text(rows[1])).toMatch(/^Codex · Cannot be connected as it is · .*config\.toml cannot be read: line 1, /);
	});
});

describe("connecting", () => {
	it("by variables takes one press and names them", async () => {
		checks = [0];
		await connect.connect();
		expect(seen).toEqual([
			"list: Connect agents",
			"variables changed",
			"information: Claude Code is connected. Start it in a new terminal. Set there: CLAUDE_CODE_PLUGIN_DIRS+=:~/state/claude-plugin, CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS=0.",
		]);
	});

	it("says that the installed version is too old to notice", async () => {
		open("2.1.100");
		checks = [0];
		await connect.connect();
		expect(seen.at(-1)).toBe(
			"information: Claude Code is connected, but its version 2.1.100 is too old to notice: it needs 2.1.280 or later. Update it, then open a new terminal.",
		);
	});

	it("by a file shows the change, asks, and then makes it", async () => {
		checks = [1];
		presses = WRITE;
		await connect.connect();
		expect(seen).toEqual([
			"list: Connect agents",
			"diff: with our entry",
			"information: Connect Codex (1 of 2 files): what is new on the right goes into ~/home/.codex/config.toml. [Next file] [Cancel]",
			"diff closed",
			"diff: with our entry",
			"information: Connect Codex (2 of 2 files): what is new on the right goes into ~/home/.codex/hooks.json. [Write all 2 files] [Cancel]",
			"diff closed",
			"variables changed",
			"information: Codex is connected. It can ask you here when you start it in a new terminal. Codex will ask you once about its hooks; choose Review hooks.",
		]);
		expect(readFileSync(config, "utf8")).toContain("[mcp_servers.parley]");
	});

	it.each([{}, { "Connect Codex": "Cancel" }])("by a file changes nothing without a yes, %j", async (given) => {
		writeFileSync(config, "a = 1\n");
		checks = [1];
		presses = given;
		await connect.connect();
		expect([seen.at(-1), readFileSync(config, "utf8")]).toEqual(["diff closed", "a = 1\n"]);
	});

	it("says that an entry stays switched off", async () => {
		checks = [1];
		presses = WRITE;
		await connect.connect();
		writeFileSync(
			config,
			readFileSync(config, "utf8").replace("startup_timeout_sec", "enabled = false\nstartup_timeout_sec"),
		);
		await connect.connect();
		expect([text(rows[1]), seen.at(-1)]).toEqual([
			expect.stringContaining("Disabled by you"),
			"information: Codex is connected, but its entry is switched off. Parley leaves that as it is.",
		]);
	});

	it("tells why not, and opens the file that is in the way", async () => {
		writeFileSync(config, '[mcp_servers.parley]\ncommand = "other"\n');
		checks = [1];
		presses = { "not Parley’s": "Open the file" };
		await connect.connect();
		expect(seen.slice(1)).toEqual([
			"warning: ~/home/.codex/config.toml has an entry “parley” that is not Parley’s. Rename or remove it, then connect again. [Open the file]",
			"opened ~/home/.codex/config.toml",
		]);
	});
});

describe("an agent that is set up", () => {
	const standing = (): readonly (string | undefined)[] =>
		rows.map(({ label, description }) => `${label}: ${description}`);

	it("is called connected only once it has introduced itself", async () => {
		checks = [0];
		await connect.connect();
		await connect.connect();
		const before = standing();
		introduced = ["claude-code"];
		await connect.connect();
		expect([before, standing()]).toEqual([
			["Claude Code: Set up, not seen yet", "Codex: Not connected"],
			["Claude Code: Connected", "Codex: Not connected"],
		]);
	});

	it("says so where its terminals get no variables", async () => {
		checks = [0];
		await connect.connect();
		[introduced, hasVariables] = [["claude-code"], false];
		await connect.connect();
		expect(standing()[0]).toBe("Claude Code: Set up, but parley.terminalIntegration is off");
	});

	it("can be connected again by its name alone", async () => {
		writeFileSync(config, "a = 1\n");
		presses = WRITE;
		await connect.connectOnly("codex");
		expect([readFileSync(config, "utf8").includes("[mcp_servers.parley]"), seen[0]]).toEqual([
			true,
			"diff: with our entry",
		]);
	});
});

describe("disconnecting", () => {
	it("lists what is connected only", async () => {
		await connect.disconnect();
		expect(seen).toEqual(["information: No agent is connected."]);
	});

	it("takes variables and entry away again", async () => {
		writeFileSync(config, "a = 1\n");
		checks = [0, 1];
		presses = { ...WRITE, ...TAKE_OUT };
		await connect.connect();
		seen = [];
		introduced = ["claude-code", "codex"];
		await connect.disconnect();
		expect(rows.map(text)).toEqual([
			"Claude Code · Connected · New terminals no longer get its variables.",
			"Codex · Connected · Takes what is Parley’s out of ~/home/.codex/config.toml and ~/home/.codex/hooks.json. You see the change first.",
		]);
		expect(seen).toEqual([
			"list: Disconnect agents",
			"variables changed",
			"information: Claude Code is disconnected. Terminals that you open from now on have no variables for it.",
			"diff: without our entry",
			"information: Disconnect Codex (1 of 2 files): ~/home/.codex/config.toml becomes what is on the right. [Next file] [Cancel]",
			"diff closed",
			"diff: without our entry",
			"information: Disconnect Codex (2 of 2 files): ~/home/.codex/hooks.json becomes what is on the right. [Take it out] [Cancel]",
			"diff closed",
			"variables changed",
			"information: Codex is disconnected.",
		]);
		expect([readFileSync(config, "utf8"), connections.variables()]).toEqual(["a = 1\n", []]);
	});
});

describe("the offer", () => {
	const offer =
		"information: Claude Code can ask you here. Connecting changes no file: new terminals get CLAUDE_CODE_PLUGIN_DIRS+=:~/state/claude-plugin, CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS=0. [Connect Claude Code] [Not now]";

	it("names what needs no file, once", async () => {
		await connect.offer();
		await connect.offer();
		expect(seen).toEqual([offer]);
		expect(connections.variables()).toEqual([]);
	});

	it("connects on one press", async () => {
		presses = { "Claude Code can ask": "Connect Claude Code" };
		await connect.offer();
		expect([seen[0], seen[1], connections.variables().length]).toEqual([offer, "variables changed", 2]);
	});
});
