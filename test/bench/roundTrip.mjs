// `update_plan` round trips against Parley's broker (every check on), against a bare SDK server and against plain node:http,
// in turn in one run.
// Options: --reps N (default 5), --quick. Prints JSON lines {bench, case, metric, parley, yardstick, ratio, goal}.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { cpuMs, median, percentile, planArguments, RawClient, round } from "./measure.mjs";

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const option = process.argv.indexOf("--reps");
const reps = option < 0 ? (process.argv.includes("--quick") ? 2 : 5) : Number(process.argv[option + 1]);
const CALLS = { 1: 400, 10: 1_500, 100: 2_500 };
/** Below the broker's limit of 60 calls in 10 s for one session; the yardstick opens new sessions just as often. */
const CALLS_PER_SESSION = 50;

const servers = {
	bare: await start(here("bareServer.mjs")),
	parley: await start(here("../../out/bench/parleyServer.cjs")),
	saved: await start(here("../../out/bench/parleyServer.cjs"), "--save"),
	plain: await start(here("plainServer.mjs")),
};
try {
	for (const server of Object.values(servers)) await run(server, 10, 1_500); // the JIT's share
	for (const sessions of [1, 10, 100]) await compare(sessions);
} finally {
	for (const server of Object.values(servers)) server.child.kill("SIGTERM");
}

async function compare(sessions) {
	const results = { bare: [], parley: [], saved: [], plain: [] };
	for (let i = 0; i < reps; i++) {
		const order = Object.keys(results);
		if (i % 2) order.reverse();
		for (const name of order) results[name].push(await run(servers[name], sessions, CALLS[sessions]));
	}
	const pairs = (metric, by, to) => median(results[by].map((r, i) => r[metric] / results[to][i][metric]));
	const middle = (name, metric) => median(results[name].map((r) => r[metric]));
	const report = (metric, goal, { by = "parley", to = "bare" } = {}) =>
		console.log(
			JSON.stringify({
				bench: by === "saved" ? "update_plan, card saved first" : "update_plan",
				case: to === "plain" ? `${sessions} / plain node:http` : sessions,
				metric,
				parley: round(middle(by, metric), 3),
				yardstick: round(middle(to, metric), 3),
				ratio: round(pairs(metric, by, to)),
				goal,
			}),
		);
	report("p50 ms", "× ≤ 1.15");
	if (sessions === 10) report("p99 ms", "× ≤ 1.3");
	report("calls/s", "× ≥ 0.85");
	report("CPU ms/call", "× ≤ 1.2");
	report("p50 ms", "≤ yardstick + 1", { by: "saved" });
	report("p50 ms", undefined, { to: "plain" });
	report("calls/s", undefined, { to: "plain" });
}

async function run(server, sessions, calls) {
	const latencies = [];
	let left = calls;
	const cpu = cpuMs(server.pid);
	const began = performance.now();
	await Promise.all(Array.from({ length: sessions }, worker));
	const seconds = (performance.now() - began) / 1_000;
	return {
		"p50 ms": percentile(latencies, 50),
		"p99 ms": percentile(latencies, 99),
		"calls/s": calls / seconds,
		"CPU ms/call": (cpuMs(server.pid) - cpu) / calls,
	};

	async function worker() {
		let client;
		for (let n = 0; left-- > 0; n++) {
			if (n % CALLS_PER_SESSION === 0) {
				await client?.close();
				client = new RawClient(server.url, server.token);
				await client.open();
			}
			const args = planArguments(n);
			const t = performance.now();
			await client.call("update_plan", args);
			latencies.push(performance.now() - t);
		}
		await client?.close();
	}
}

async function start(file, ...args) {
	const child = spawn(process.execPath, [file, ...args], { stdio: ["ignore", "pipe", "inherit"] });
	const [line] = await once(createInterface({ input: child.stdout }), "line");
	return { ...JSON.parse(line), child };
}
