// How soon a bridge is gone after its agent has closed its input, sent a signal or killed it, and how soon the call that it
// held is settled in the broker; the bridges that people use for comparison, at the end of input in a call before a bare SDK
// server. Medians; the JSON holds the slowest too. `--quick` ends fewer. Prints JSON lines.
import { setTimeout as pause } from "node:timers/promises";
import { makeBridgeFolder } from "./bridgeFolder.mjs";
import { BridgeProcess } from "./bridgeProcess.mjs";
import { median, round } from "./measure.mjs";
import { installedPeers, peerArguments } from "./peers.mjs";
import { SERVERS, startServer } from "./serverProcess.mjs";

const TIMES = process.argv.includes("--quick") ? 3 : 8;
/** What has not gone by then is said to be left. */
const LEFT_MS = 5_000;
const QUESTION = { question: "Which branch shall I use for the release?", choices: ["main", "next"] };
const ENDS = {
	"end of input": (bridge) => bridge.child.stdin.end(),
	SIGTERM: (bridge) => bridge.child.kill("SIGTERM"),
	SIGINT: (bridge) => bridge.child.kill("SIGINT"),
	SIGHUP: (bridge) => bridge.child.kill("SIGHUP"),
	SIGKILL: (bridge) => bridge.child.kill("SIGKILL"),
};

const folder = await makeBridgeFolder();
const print = (row) => console.log(JSON.stringify({ bench: "ends", ...row }));
try {
	const inCall = await endParley();
	await endPeers(inCall);
} finally {
	folder.remove();
}

/** Gives how soon its bridge is gone at the end of input in a call. */
async function endParley() {
	const server = await startServer(SERVERS.parley, "--whole", "--window", folder.window);
	const args = [folder.bridge, "--agent", "bench", "--clarify"];
	let inCall;
	try {
		for (const [name, end] of Object.entries(ENDS)) {
			for (const isInCall of [false, true]) {
				const taken = { gone: [], settled: [] };
				for (let n = 0; n < TIMES; n++) {
					const bridge = new BridgeProcess(args, { cwd: folder.path, env: { PARLEY_WINDOW: folder.window } });
					await begin(bridge, server, isInCall);
					const acted = performance.now();
					end(bridge);
					if (isInCall) {
						while ((await server.tell("waiting")) > 0) await pause(1);
						taken.settled.push(performance.now() - acted);
					}
					taken.gone.push((await bridge.ended) - acted);
				}
				const when = `${name}, ${isInCall ? "in a call" : "idle"}`;
				report(when, "bridge gone ms", taken.gone, 50);
				if (isInCall) report(when, "call settled ms", taken.settled, 200);
				if (isInCall) inCall ??= median(taken.gone);
			}
		}
	} finally {
		await server.stop();
	}
	return inCall;
}

async function endPeers(ours) {
	const server = await startServer(SERVERS.bare);
	try {
		for (const name of installedPeers) {
			const bridge = new BridgeProcess(peerArguments(name, server), { cwd: folder.path });
			await begin(bridge, server, true);
			const acted = performance.now();
			bridge.child.stdin.end();
			const gone = await Promise.race([bridge.ended, pause(LEFT_MS)]);
			const theirs = gone === undefined ? `left after ${LEFT_MS}` : round(gone - acted, 0);
			print({
				case: `${name}, end of input, in a call`,
				metric: "bridge gone ms",
				parley: round(ours),
				yardstick: theirs,
			});
			await bridge.kill();
			await server.tell("settle");
		}
	} finally {
		await server.stop();
	}
}

async function begin(bridge, server, isInCall) {
	await bridge.initialize();
	// The session's stream stands once it has an answer.
	await bridge.request("tools/list", {});
	if (!isInCall) return;
	bridge.call("clarify", QUESTION).catch(() => undefined);
	while ((await server.tell("waiting")) === 0) await pause(5);
}

function report(when, metric, values, goal) {
	const slowest = round(Math.max(...values));
	print({ case: when, metric, parley: round(median(values)), goal: `≤ ${goal}`, slowest, times: TIMES });
}
