// Parley's bridge against the bridges that people use, and against none, before one bare SDK server: start, memory, what they
// take while nobody calls, and what they add to a call. `--quick` idles for less and calls less often. Prints JSON lines;
// `node test/bench/peers.mjs` knows what is not installed.
import { setTimeout as pause } from "node:timers/promises";
import { makeBridgeFolder } from "./bridgeFolder.mjs";
import { BridgeProcess } from "./bridgeProcess.mjs";
import { median, planArguments, RawClient, round } from "./measure.mjs";
import { HOW_TO_INSTALL, installedPeers, missingPeers, peerArguments } from "./peers.mjs";
import { treeFigures } from "./processFigures.mjs";
import { SERVERS, startServer } from "./serverProcess.mjs";
import { publishWindow } from "./smallestWindow.mjs";

const isQuick = process.argv.includes("--quick");
const STARTS = isQuick ? 3 : 7;
const IDLE_MS = isQuick ? 15_000 : 60_000;
const CALLS = isQuick ? 80 : 200;
const WARM_UP = 50;

const folder = await makeBridgeFolder();
const server = await startServer(SERVERS.bare);
publishWindow(folder.window, server);
const names = ["parley", ...installedPeers];
const results = Object.fromEntries(names.map((name) => [name, { start: [], cpu: [] }]));
try {
	// The first start fills the page cache.
	for (let at = -1; at < STARTS; at++) {
		for (const name of at % 2 ? names.toReversed() : names) await measureStart(name, at >= 0);
	}
	await measureRest();
	report();
} finally {
	await server.stop();
	folder.remove();
}

function start(name) {
	const own = name === "parley";
	const args = own ? [folder.bridge, "--agent", "bench", "--clarify"] : peerArguments(name, server);
	return new BridgeProcess(args, { cwd: folder.path, env: own ? { PARLEY_WINDOW: folder.window } : {} });
}

async function measureStart(name, counts) {
	const bridge = start(name);
	const ms = await bridge.initialize();
	const { cpuMs } = treeFigures(bridge.pid);
	await bridge.kill();
	if (!counts) return;
	results[name].start.push(ms);
	results[name].cpu.push(cpuMs);
}

/** Memory, idling and calls of bridges that all run side by side: they see the same machine. */
async function measureRest() {
	const bridges = new Map(names.map((name) => [name, start(name)]));
	for (const bridge of bridges.values()) await bridge.initialize();
	await pause(2_000);
	const before = new Map([...bridges].map(([name, { pid }]) => [name, treeFigures(pid)]));
	await pause(IDLE_MS);
	for (const [name, { pid }] of bridges) {
		const { cpuMs, rss, pss } = treeFigures(pid);
		Object.assign(results[name], { rss, pss, idle: ((cpuMs - before.get(name).cpuMs) / IDLE_MS) * 60_000 });
	}
	const direct = new RawClient(server.url, server.token);
	await direct.open();
	const added = new Map(names.map((name) => [name, []]));
	for (let n = 0; n < CALLS + WARM_UP; n++) {
		const args = planArguments(n);
		const straight = await timed(() => direct.call("update_plan", args));
		for (const [name, bridge] of bridges) {
			const ms = await timed(() => bridge.call("update_plan", args));
			if (n >= WARM_UP) added.get(name).push(ms - straight);
		}
	}
	for (const [name, all] of added) results[name].added = median(all);
	for (const bridge of bridges.values()) await bridge.kill();
	await direct.close();
}

async function timed(act) {
	const began = performance.now();
	await act();
	return performance.now() - began;
}

function report() {
	const print = (row) => console.log(JSON.stringify({ bench: "bridges", ...row }));
	const { parley } = results;
	const ownStart = median(parley.start);
	print({ case: "Parley", metric: "RSS MiB", parley: round(parley.rss), goal: "≤ 48" });
	print({ case: "Parley", metric: "PSS MiB", parley: round(parley.pss), goal: "≤ 12" });
	print({ case: "Parley", metric: "idle CPU ms a minute", parley: round(parley.idle), goal: "≤ 5" });
	print({
		case: "Parley / direct HTTP",
		metric: "added p50 ms of a call",
		parley: round(parley.added),
		goal: "≤ 0.35",
	});
	for (const name of installedPeers) {
		const peer = results[name];
		const against = (metric, own, theirs, goal) =>
			print({ case: name, metric, parley: round(own), yardstick: round(theirs), ratio: round(own / theirs), goal });
		const isUsual = name === "mcp-remote";
		against("initialize ms", ownStart, median(peer.start), isUsual ? "× ≤ 0.25" : undefined);
		against("CPU ms until the answer", median(parley.cpu), median(peer.cpu));
		against("RSS MiB", parley.rss, peer.rss);
		against("PSS MiB", parley.pss, peer.pss);
		against("idle CPU ms a minute", parley.idle, peer.idle);
		against("added p50 ms of a call", parley.added, peer.added, isUsual ? "× ≤ 0.15" : undefined);
	}
	for (const name of missingPeers) print({ case: name, metric: `not installed: ${HOW_TO_INSTALL}` });
}
