import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { AgentConnecting, type AgentConnectingDeps } from "../../../src/agentConnecting";
import { openStateFolder } from "../../../src/node/stateFolder";
import type { WindowPlace } from "../../../src/startWindow";
import { ManualSwitches } from "../../support/manualSwitches";

// The bundle as a window loads it; only VS Code is a stand-in.
let dist: string;
let state: string;
/** What the person was told, and what was logged. */
let told: string[];
let logged: string[];
let variables: Map<string, string>;
let switches: ManualSwitches;
let agents: AgentConnecting;

beforeAll(() => {
	dist = mkdtempSync(join(tmpdir(), "parley-dist-"));
	const entryPoints = ["src/agents/openConnections.ts"];
	const mainFields = ["module", "main"];
	buildSync({
		entryPoints,
		bundle: true,
		platform: "node",
		format: "cjs",
		mainFields,
		outfile: join(dist, "agents.cjs"),
	});
});
afterAll(() => rmSync(dist, { recursive: true }));

beforeEach(() => {
	state = mkdtempSync(join(tmpdir(), "parley-state-"));
	[told, logged] = [[], []];
	variables = new Map();
	switches = new ManualSwitches();
	agents = new AgentConnecting({
		l10n: { t: (message, ...args) => message.replaceAll(/\{(\d)\}/g, (_, index) => String(args[Number(index)])) },
		notify: (severity, message) => {
			told.push(`${severity}: ${message.replaceAll(state, "~")}`);
			return Promise.resolve(undefined);
		},
		log: {
			debug: () => undefined,
			info: () => undefined,
			warn: (message) => void logged.push(message.replaceAll(state, "~")),
			error: (message, cause) => void logged.push(`${message}: ${(cause as Error).message.split(",")[0] ?? ""}`),
		},
		collection: {
			append: (variable: string, value: string) => void variables.set(variable, value),
			replace: (variable: string, value: string) => void variables.set(variable, value),
			delete: (variable: string) => void variables.delete(variable),
		} as unknown as AgentConnectingDeps["collection"],
		dist,
		version: "1.2.0",
		editor: "vscode",
		isOn: () => true,
		switches,
		pickMany: () => Promise.resolve([]),
		preview: () => Promise.reject(new Error("not asked for")),
		openFile: () => Promise.reject(new Error("not asked for")),
	});
});
afterEach(() => rmSync(state, { recursive: true }));

const place = (): WindowPlace =>
	({
		state: openStateFolder(state),
		bridge: { command: join(state, "bin/parley-bridge"), args: [] },
	}) as unknown as WindowPlace;
const consents = (): string => join(state, "agents.json");
const connected = '{"v":1,"connected":["claude-code"],"offered":[]}';

it("brings the files of a connected agent up to date when the window starts, not at each change of the focus", () => {
	writeFileSync(consents(), connected);
	agents.use(place());
	const file = join(state, "claude-plugin/.mcp.json");
	expect(readFileSync(file, "utf8")).toContain(`${state}/bin/parley-bridge`);
	expect(variables.get("CLAUDE_CODE_PLUGIN_DIRS")).toBe(`:${state}/claude-plugin`);
	writeFileSync(file, "of another editor");
	agents.refresh();
	expect([readFileSync(file, "utf8"), told, logged]).toEqual(["of another editor", [], []]);
});

it("gives Claude Code hooks for its prompts while those are switched on, and for none before and after", () => {
	writeFileSync(consents(), connected);
	const hasHooks = (): boolean =>
		readFileSync(join(state, "claude-plugin/hooks/hooks.json"), "utf8").includes("PermissionRequest");
	agents.use(place());
	const seen = [hasHooks()];
	for (const approvals of [true, false]) {
		switches.turn("claude-code", { approvals });
		seen.push(hasHooks());
	}
	agents.dispose();
	switches.turn("claude-code", { approvals: true });
	expect([...seen, hasHooks()]).toEqual([false, true, false, false]);
});

it.each([
	["keeps", "is there", process.execPath, true],
	["removes", "is gone", "/no/such/editor", false],
])("%s the hooks for prompts that another editor wants where its program %s", (_, __, program, isKept) => {
	writeFileSync(consents(), connected);
	writeFileSync(join(state, "prompts.json"), '{"v":1,"editors":{"cursor":["claude-code"]}}');
	const here = place();
	writeFileSync(join(here.state.nodes, "cursor"), `${program}\nnode\n1000\n/extension\n`);
	agents.use(here);
	const hooks = readFileSync(join(state, "claude-plugin/hooks/hooks.json"), "utf8");
	expect([hooks.includes("PermissionRequest"), told, logged]).toEqual([isKept, [], []]);
});

it("tells once that it cannot be read which agents are connected, and keeps their variables", () => {
	writeFileSync(consents(), connected);
	agents.use(place());
	rmSync(consents());
	mkdirSync(consents());
	agents.refresh();
	agents.refresh();
	const error = "the connected agents could not be set up: EISDIR: illegal operation on a directory";
	expect(logged).toEqual([error, error]);
	expect(told).toEqual([
		"warning: The agents that you have connected could not be set up: EISDIR: illegal operation on a directory, read",
	]);
	expect(variables.size).toBe(2);
});

it("offers nothing and forgets nothing while that is so", async () => {
	mkdirSync(consents());
	agents.use(place());
	agents.offer();
	await new Promise((resolve) => setImmediate(resolve));
	expect([told.length, logged.length]).toEqual([1, 3]);
});

it("tells once that a file was set aside", () => {
	writeFileSync(consents(), "{");
	agents.use(place());
	agents.refresh();
	expect(logged).toEqual([
		"a file about connected agents could not be understood and was set aside as ~/agents.json.corrupt",
	]);
	expect(told).toEqual([
		expect.stringMatching(/^warning: Parley could not understand its file about connected agents and keeps it as ~/),
	]);
});
