import { appendFileSync, chmodSync, rmSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { createServer, type Server } from "node:net";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from "vitest";
import { buildBundles, DoctorMachine, NOW } from "../support/doctorMachine";
import { expectNamed, type PlantedFault } from "../support/plantedFault";

let dist: string;
let machine: DoctorMachine;
/** Strangers that took the port of the window. */
let strangers: Server[];

beforeAll(async () => {
	dist = await buildBundles();
});
afterAll(() => rmSync(dist, { recursive: true }));
beforeEach(async () => {
	strangers = [];
	machine = await DoctorMachine.open(dist);
});
afterEach(async () => {
	for (const stranger of strangers) stranger.close();
	await machine.dispose();
});

const FAULTS: readonly PlantedFault[] = [
	{
		name: "a broker that is down",
		plant: async (machine) => {
			machine.remember();
			await machine.window.life.broker.close();
		},
		row: "broker.running",
		says: /^Nobody answers on port \d+ of 127\.0\.0\.1\.$/,
		remedy: /^Start Parley again/,
		repair: "restart",
		also: ["broker.token", "bridge.roundTrip"],
	},
	{
		name: "another program on the broker's port",
		plant: async (machine) => {
			const { url } = machine.remember();
			await machine.window.life.broker.close();
			const stranger = createHttpServer((_, response) => response.end("hello"));
			strangers.push(stranger.listen(Number(new URL(url).port), "127.0.0.1"));
			await once(stranger, "listening");
		},
		row: "broker.running",
		says: /^Another program answers on port \d+\.$/,
		remedy: /^Start Parley again/,
		repair: "restart",
		also: ["broker.token", "bridge.roundTrip"],
	},
	{
		name: "a port that takes connections and says nothing",
		plant: async (machine) => {
			const { url } = machine.remember();
			await machine.window.life.broker.close();
			const silent = createServer((socket) => socket.on("error", () => undefined));
			strangers.push(silent.listen(Number(new URL(url).port), "127.0.0.1"));
			await once(silent, "listening");
		},
		row: "broker.running",
		says: /took the connection and gave no answer within a second/,
		remedy: /^An extension may keep VS Code busy/,
		status: "warning",
		also: ["broker.token", "bridge.roundTrip"],
	},
	{
		name: "a broker with another token",
		plant: (machine) => {
			const { url } = machine.rendezvous;
			machine.change = { broker: { url, token: "f".repeat(64) } };
		},
		row: "broker.token",
		says: /^The broker does not take the token of this window \(status 401\)\.$/,
		remedy: /^Start Parley again/,
		repair: "restart",
		also: ["broker.running", "rendezvous.file"],
	},
	{
		name: "a rendezvous file that is missing",
		plant: (machine) => {
			machine.remember();
			rmSync(machine.slot);
		},
		row: "rendezvous.file",
		says: /0123456789abcdef-1\.json is missing, so agents do not find this window\.$/,
		remedy: /^Start Parley again: it writes the file anew/,
		repair: "restart",
		also: ["bridge.roundTrip"],
	},
	{
		name: "a rendezvous file that others can read",
		plant: (machine) => {
			machine.remember();
			chmodSync(machine.slot, 0o644);
		},
		row: "rendezvous.file",
		says: /^Other users can reach .*: its mode is 644\. Bridges do not believe such a file\.$/,
		remedy: /^Start Parley again/,
		repair: "restart",
		also: ["bridge.roundTrip"],
	},
	{
		name: "a rendezvous file of another window",
		plant: (machine) => {
			const window = machine.remember();
			writeFileSync(machine.slot, JSON.stringify({ ...window, instance: "another" }));
		},
		row: "rendezvous.file",
		says: /names another window than this one\.$/,
		remedy: /^Start Parley again/,
		repair: "restart",
		also: ["bridge.roundTrip"],
	},
	{
		name: "a state folder that others can open",
		plant: (machine) => chmodSync(machine.state.windows, 0o755),
		row: "state.folder",
		says: /^Other users can reach .*windows: its mode is 755\.$/,
		remedy: /^Let Parley make the folder anew/,
		repair: "reinstallBridge",
	},
	{
		name: "a bridge that is missing",
		plant: (machine) => rmSync(join(machine.state.bin, "bridge.cjs")),
		row: "bridge.files",
		says: /bridge\.cjs is missing, so agents cannot start the bridge\.$/,
		remedy: /^Let Parley write the bridge anew/,
		repair: "reinstallBridge",
		also: ["bridge.roundTrip"],
	},
	{
		name: "a launcher that is not executable",
		plant: (machine) => chmodSync(join(machine.state.bin, "parley-bridge"), 0o600),
		row: "bridge.files",
		says: /parley-bridge is not executable, so agents cannot start the bridge\.$/,
		remedy: /^Let Parley write the bridge anew/,
		repair: "reinstallBridge",
		also: ["bridge.roundTrip"],
	},
	{
		name: "a bridge that was changed",
		plant: (machine) => appendFileSync(join(machine.state.bin, "bridge.cjs"), "\n// changed\n"),
		row: "bridge.files",
		says: /bridge\.cjs is not the one that came with this Parley\.$/,
		remedy: /^Let Parley write the bridge anew/,
		repair: "reinstallBridge",
	},
	{
		name: "an old bridge",
		plant: (machine) => {
			rmSync(join(machine.state.bin, "version.json"));
			machine.install("0.9.0");
		},
		row: "bridge.files",
		says: /^The bridge is of version 0\.9\.0, and this is Parley 1\.2\.3\.$/,
		remedy: /then restart the agents that run/,
		repair: "reinstallBridge",
	},
	{
		name: "a Node of the launcher that is gone",
		plant: (machine) => writeFileSync(join(machine.state.nodes, "vscode"), "/gone/node\nnode\n1800000000\n"),
		row: "bridge.node",
		says: /^\/gone\/node, which the bridge was to run on, is gone\.$/,
		remedy: /names this editor’s own Node/,
		repair: "reinstallBridge",
		status: "warning",
	},
	{
		name: "terminals without the variables",
		plant: (machine) => machine.openShell(undefined),
		row: "terminals.open",
		says: /^1 of 2 were opened without PARLEY_WINDOW, CLAUDE_CODE_PLUGIN_DIRS, .*, which agents there need\.$/,
		remedy: /^Open a new terminal/,
		repair: "newTerminal",
		status: "warning",
	},
	{
		name: "a terminal of another window",
		plant: (machine) => machine.openShell(join(machine.state.run, "0123456789abcdef-7.json")),
		row: "terminals.open",
		says: /^1 of 2 were opened without PARLEY_WINDOW, which/,
		remedy: /^Open a new terminal/,
		repair: "newTerminal",
		status: "warning",
	},
	{
		name: "terminals without integration although an agent needs it",
		plant: (machine) => {
			machine.change = { terminals: { isIntegrated: false, variables: [], shells: [], processes: undefined } };
		},
		row: "terminals.variables",
		says: /^parley\.terminalIntegration is off, so Claude Code cannot reach this window although connected\.$/,
		remedy: /^Switch parley\.terminalIntegration on/,
		repair: "openSetting",
	},
	{
		name: "a running agent on an older bridge",
		plant: (machine) => {
			const session = { agentId: "codex", label: "Codex", startedAt: 1, isRefuted: false, isHooked: false };
			machine.change = { sessions: [session] };
		},
		row: "sessions.bridge",
		says: /^These run an older bridge than the one that is installed: Codex\.$/,
		remedy: /^End them and start them again/,
		status: "warning",
	},
	{
		name: "an agent that is not where it says",
		plant: (machine) => {
			const session = { agentId: "codex", label: "Codex", startedAt: NOW * 2, isRefuted: true, isHooked: false };
			machine.change = { sessions: [session, session] };
		},
		row: "sessions.place",
		says: /: Codex \(2\)\.$/,
		remedy: /^Start the agent in a terminal of this window/,
		status: "warning",
	},
	{
		name: "a window that has stopped",
		plant: (machine) => {
			machine.change = { presence: { kind: "stopped", reason: "no port is free" }, broker: undefined };
		},
		row: "broker.running",
		says: /^Parley has stopped: no port is free$/,
		remedy: /the log says why/,
		repair: "restart",
		also: ["rendezvous.file"],
	},
];

describe.runIf(process.platform === "linux")("a planted fault is named with what to do:", () => {
	it.each(FAULTS)("$name", (fault) => expectNamed(machine, fault));
});
