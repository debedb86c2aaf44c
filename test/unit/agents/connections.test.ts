import {
	lstatSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { sha256, stateFiles, thisMachine, userFiles } from "../../../src/agents/apply";
import { agentCatalogue } from "../../../src/agents/catalogue";
import { AgentConnections } from "../../../src/agents/connections";
import { FileLock } from "../../../src/node/fileLock";

const roots: string[] = [];
afterEach(() => {
	for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true });
});

interface Stage {
	readonly home: string;
	readonly state: string;
	/** As a window of this version of Parley sees them. */
	readonly connections: (ours?: string) => AgentConnections;
	/** The files that were set aside, as the windows were told. */
	readonly aside: readonly string[];
}

/** A machine with both agents installed, in folders of its own. */
function machine(version?: string): Stage {
	const root = mkdtempSync(join(tmpdir(), "parley-agents-"));
	roots.push(root);
	const [home, state, bin] = [join(root, "home"), join(root, "state"), join(root, "bin")];
	for (const folder of [join(home, ".codex"), state, bin]) mkdirSync(folder, { recursive: true });
	for (const program of ["claude", "codex"]) writeFileSync(join(bin, program), "");
	const aside: string[] = [];
	const lock = new FileLock(join(state, "agents.lock"));
	const deps = {
		exclusively: <R>(run: () => R) => lock.hold(run),
		onSetAside: (path: string) => void aside.push(path),
		editor: "vscode",
		editors: () => [],
		hasPrompts: () => false,
		machine: { ...thisMachine, platform: "linux", home, env: { PATH: bin } },
		files: userFiles,
		state: stateFiles(state),
		stateRoot: state,
		entry: { command: join(state, "bin/parley-bridge"), args: [] },
		hash: sha256,
		integrations: agentCatalogue(),
		versionOf: () => Promise.resolve(version),
	};
	return { home, state, aside, connections: (ours = "1.2.0") => new AgentConnections({ ...deps, version: ours }) };
}

/** Of the two agents that are there, and of any other that has something of ours. */
const states = (connections: AgentConnections): unknown =>
	connections
		.agents()
		.filter(({ id, isOurs }) => id === "claude-code" || id === "codex" || isOurs)
		.map(({ id, state, isOurs }) => [id, state, isOurs]);

describe("connecting an agent by variables", () => {
	it("sets none before the person said so", () => {
		const { connections, state } = machine();
		expect(connections().variables()).toEqual([]);
		expect(readdirSync(state)).toEqual([]);
	});

	it("sets them in every window from then on, and writes the files that they name", async () => {
		const { connections, state } = machine();
		const prepared = await connections().prepare("claude-code", "connected");
		expect(prepared).toEqual({
			kind: "variables",
			agent: "claude-code",
			want: "connected",
			changes: [
				{ variable: "CLAUDE_CODE_PLUGIN_DIRS", how: "append", value: `:${state}/claude-plugin` },
				{ variable: "CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS", how: "set", value: "0" },
			],
			note: undefined,
		});
		expect(connections().carryOut(prepared)).toBeUndefined();
		expect(connections().variables()).toHaveLength(2);
		expect(states(connections())).toEqual([
			["claude-code", "connected", true],
			["codex", "notConnected", false],
		]);
		expect(readFileSync(join(state, "claude-plugin/.mcp.json"), "utf8")).toContain(`${state}/bin/parley-bridge`);
		expect(statSync(join(state, "agents.json")).mode & 0o777).toBe(0o600);
	});

	it.each(["1.2.0", "1.2.1", "1.10.0", "2.0.0-pre"])(
		"brings the files of version 1.2.0 up to date with %s, and leaves them alone where they are",
		async (later) => {
			const { connections, state } = machine();
			connections().carryOut(await connections().prepare("claude-code", "connected"));
			const file = join(state, "claude-plugin/.mcp.json");
			const { ino } = statSync(file);
			connections(later).updateFiles();
			expect(statSync(file).ino).toBe(ino);
			writeFileSync(file, "of an earlier version");
			connections(later).updateFiles();
			expect(readFileSync(file, "utf8")).toContain("mcpServers");
		},
	);

	it("leaves the files of a later version alone: two editors do not replace each other's in turn", async () => {
		const { connections, state } = machine();
		connections("1.10.0").carryOut(await connections("1.10.0").prepare("claude-code", "connected"));
		const file = join(state, "claude-plugin/.mcp.json");
		writeFileSync(file, "of a later version");
		connections("1.9.5").updateFiles();
		expect(readFileSync(file, "utf8")).toBe("of a later version");
		connections("1.9.5").carryOut(await connections("1.9.5").prepare("claude-code", "connected"));
		expect(readFileSync(file, "utf8")).toContain("mcpServers");
	});

	it("writes no file when a window only looks for the variables", async () => {
		const { connections, state } = machine();
		connections().carryOut(await connections().prepare("claude-code", "connected"));
		const file = join(state, "claude-plugin/.mcp.json");
		writeFileSync(file, "of another version");
		expect(connections("9.0.0").variables()).toHaveLength(2);
		expect(readFileSync(file, "utf8")).toBe("of another version");
	});

	it("writes no file for an agent that is not connected", () => {
		const { connections, state } = machine();
		connections().updateFiles();
		expect(readdirSync(state)).toEqual([]);
	});

	it("takes them away again", async () => {
		const { connections } = machine();
		connections().carryOut(await connections().prepare("claude-code", "connected"));
		connections().carryOut(await connections().prepare("claude-code", "disconnected"));
		expect(connections().variables()).toEqual([]);
		expect(states(connections())).toContainEqual(["claude-code", "notConnected", false]);
	});

	it("sets none where they would break the agent by now, and says why", async () => {
		const { connections, home } = machine();
		connections().carryOut(await connections().prepare("claude-code", "connected"));
		mkdirSync(join(home, ".claude"));
		writeFileSync(join(home, ".claude/remote-settings.json"), '{"disableSideloadFlags":true}');
		expect(connections().variables()).toEqual([]);
		expect(states(connections())).toContainEqual(["claude-code", "refused", true]);
		expect(await connections().prepare("claude-code", "connected")).toMatchObject({
			kind: "refused",
			why: { kind: "forbidden" },
		});
	});

	it("says that the installed version does not look at them", async () => {
		const { connections } = machine("2.1.100");
		expect(await connections().prepare("claude-code", "connected")).toMatchObject({
			kind: "variables",
			note: { kind: "tooOld", version: "2.1.100", needs: "2.1.280" },
		});
	});

	it.each(["{", "null", '{"v":1,"connected":"all"}'])("keeps what it cannot understand aside, once: %s", (text) => {
		const { connections, state, aside } = machine();
		writeFileSync(join(state, "agents.json"), text);
		expect([connections().variables(), connections().variables()]).toEqual([[], []]);
		expect([readdirSync(state), aside]).toEqual([["agents.json.corrupt"], [join(state, "agents.json.corrupt")]]);
		connections().offered(["claude-code"]);
		expect(connections().toOffer()).toEqual([]);
	});

	it("takes a file that cannot be read for no decision at all, and leaves it", async () => {
		const { connections, state } = machine();
		const shown = await connections().prepare("claude-code", "connected");
		// A link to itself cannot be read even by the administrator, but could be replaced.
		const file = join(state, "agents.json");
		symlinkSync(file, file);
		const refusal = { file: "agents.json", reason: expect.stringContaining("ELOOP") as string };
		expect(() => connections().variables()).toThrow("ELOOP");
		expect(() => connections().updateFiles()).toThrow("ELOOP");
		expect(() => connections().toOffer()).toThrow("ELOOP");
		expect(() => connections().offered(["claude-code"])).toThrow("ELOOP");
		expect(connections().carryOut(shown)).toEqual({ kind: "unwritable", ...refusal });
		for (const want of ["connected", "disconnected"] as const) {
			expect(await connections().prepare("claude-code", want)).toEqual({
				kind: "refused",
				file: "agents.json",
				why: { kind: "unreadable", ...refusal },
			});
		}
		expect(states(connections())).toEqual([
			["claude-code", "refused", true],
			["codex", "notConnected", false],
		]);
		expect([lstatSync(file).isSymbolicLink(), readdirSync(state)]).toEqual([true, ["agents.json"]]);
	});

	it("waits for another window that is deciding, and says so where that does not end", async () => {
		const { connections, state } = machine();
		const shown = await connections().prepare("claude-code", "connected");
		new FileLock(join(state, "agents.lock")).hold(() => {
			expect(connections().carryOut(shown)).toMatchObject({ reason: "another window holds agents.lock" });
			expect(() => connections().offered(["claude-code"])).toThrow("another window");
		});
		expect(connections().carryOut(shown)).toBeUndefined();
	});
});

describe("connecting an agent by its file", () => {
	it("goes from not connected to connected and back", async () => {
		const { connections, home } = machine();
		const config = join(home, ".codex/config.toml");
		writeFileSync(config, "a = 1");
		expect(connections().carryOut(await connections().prepare("codex", "connected"))).toBeUndefined();
		expect(states(connections())).toContainEqual(["codex", "connected", true]);
		expect(connections().carryOut(await connections().prepare("codex", "disconnected"))).toBeUndefined();
		expect([readFileSync(config, "utf8"), states(connections())]).toEqual([
			"a = 1",
			[
				["claude-code", "notConnected", false],
				["codex", "notConnected", false],
			],
		]);
	});

	it("names the file and the line that it cannot read", async () => {
		const { connections, home } = machine();
		const config = join(home, ".codex/config.toml");
		writeFileSync(config, "a = 1\nb =\n");
		expect(await connections().prepare("codex", "connected")).toMatchObject({
			kind: "refused",
			file: config,
			why: { kind: "unparsable", line: 2 },
		});
		expect(states(connections())).toContainEqual(["codex", "refused", false]);
	});
});

describe("offering", () => {
	it("names once, for all windows, what can be connected without touching a file", () => {
		const { connections } = machine();
		expect(
			connections()
				.toOffer()
				.map(({ id }) => id),
		).toEqual(["claude-code"]);
		connections().offered(["claude-code"]);
		expect(connections().toOffer()).toEqual([]);
	});

	it("does not name what is connected or not installed", async () => {
		const { connections, home } = machine();
		connections().carryOut(await connections().prepare("claude-code", "connected"));
		expect(connections().toOffer()).toEqual([]);
		connections().carryOut(await connections().prepare("claude-code", "disconnected"));
		rmSync(join(home, "../bin/claude"));
		expect([connections().toOffer(), states(connections())]).toEqual([
			[],
			[
				["claude-code", "notInstalled", false],
				["codex", "notConnected", false],
			],
		]);
	});
});
