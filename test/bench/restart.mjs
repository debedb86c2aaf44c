// The broker is killed while calls are blocked and starts again: how many of them are answered, and how soon they are seen
// again. Parley's bridges before Parley's broker, ten calls each time; the bridges that people use before a bare SDK server
// that comes back on its port, one call each. `--quick` restarts less often. Prints JSON lines.
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { makeBridgeFolder } from "./bridgeFolder.mjs";
import { BridgeProcess } from "./bridgeProcess.mjs";
import { median, round } from "./measure.mjs";
import { installedPeers, peerArguments } from "./peers.mjs";
import { SERVERS, startServer } from "./serverProcess.mjs";

const RESTARTS = process.argv.includes("--quick") ? 3 : 10;
const BRIDGES = 10;
const AWAY_MS = 300;
const PEERS_WAIT_MS = 12_000;
const QUESTION = { question: "Which branch shall I use for the release?", choices: ["main", "next"] };

const folder = await makeBridgeFolder();
const print = (row) => console.log(JSON.stringify({ bench: "restart", ...row }));
try {
	const own = await restartParley();
	const answered = (own.answered / (RESTARTS * BRIDGES)) * 100;
	print({ case: `${RESTARTS * BRIDGES} calls`, metric: "answered %", parley: answered, goal: "≥ 100" });
	print({ case: "from listening", metric: "seen again ms, median", parley: round(median(own.seen), 0) });
	print({
		case: "from listening",
		metric: "seen again ms, slowest",
		parley: round(Math.max(...own.seen), 0),
		goal: "≤ 500",
	});
	for (const [name, theirs] of Object.entries(await restartBare())) {
		print({ case: name, metric: "answered %", parley: answered, yardstick: theirs });
	}
} finally {
	folder.remove();
}

async function restartParley() {
	const listen = () =>
		startServer(SERVERS.parley, "--whole", "--folder", join(folder.path, "stored"), "--window", folder.window);
	let server = await listen();
	const args = [folder.bridge, "--agent", "bench", "--clarify"];
	const start = () => new BridgeProcess(args, { cwd: folder.path, env: { PARLEY_WINDOW: folder.window } });
	const bridges = Array.from({ length: BRIDGES }, start);
	const seen = [];
	let answered = 0;
	try {
		for (const bridge of bridges) await bridge.initialize();
		for (let n = 0; n < RESTARTS; n++) {
			const calls = bridges.map((bridge) => bridge.call("clarify", QUESTION, 60_000));
			const results = Promise.allSettled(calls);
			await until(async () => (await server.tell("waiting")) === BRIDGES);
			await server.stop("SIGKILL");
			await pause(AWAY_MS);
			server = await listen();
			await until(async () => (await server.tell("seen")).length === BRIDGES);
			seen.push(...(await server.tell("seen")));
			await server.tell("settle");
			const answers = (await results).map(({ value }) => value?.structuredContent?.response);
			answered += answers.filter((response) => response === "main").length;
		}
	} finally {
		for (const bridge of bridges) await bridge.kill();
		await server.stop();
	}
	return { answered, seen };
}

/** Of each peer the percentage of its calls that were answered. */
async function restartBare() {
	let server = await startServer(SERVERS.bare);
	const { port } = new URL(server.url);
	const start = (name) => new BridgeProcess(peerArguments(name, server), { cwd: folder.path });
	const bridges = new Map(installedPeers.map((name) => [name, start(name)]));
	const answered = Object.fromEntries(installedPeers.map((name) => [name, 0]));
	try {
		for (const bridge of bridges.values()) await bridge.initialize();
		const calls = [...bridges].map(([name, bridge]) =>
			bridge.call("clarify", QUESTION, PEERS_WAIT_MS + 5_000).then(
				() => (answered[name] = 100),
				() => undefined,
			),
		);
		await until(async () => (await server.tell("waiting")) === bridges.size);
		await server.stop("SIGKILL");
		await pause(AWAY_MS);
		server = await startServer(SERVERS.bare, "--port", port);
		for (const end = Date.now() + PEERS_WAIT_MS; Date.now() < end; await pause(200)) await server.tell("settle");
		await Promise.all(calls);
	} finally {
		for (const bridge of bridges.values()) await bridge.kill();
		await server.stop();
	}
	return answered;
}

async function until(isSo) {
	for (const end = Date.now() + 30_000; !(await isSo()); await pause(20)) {
		if (Date.now() > end) throw new Error("it did not come about within 30 s");
	}
}
