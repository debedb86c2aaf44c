// 500 sessions with a question each: what they cost while they wait, and how soon all have their answers once the person
// has given them, against a bare SDK server; then 10,000 plan updates a minute beside as many open questions. Options:
// --sessions N, --hold SECONDS, --reps N, --quick. Prints JSON lines {bench, case, metric, parley, yardstick, ratio, goal}.
import { setTimeout as pause } from "node:timers/promises";
import { cpuMs, median, percentile, planArguments, RawClient, round } from "./measure.mjs";
import { SERVERS, startServer } from "./serverProcess.mjs";

const option = (name, standard) => {
	const at = process.argv.indexOf(name);
	return at < 0 ? standard : Number(process.argv[at + 1]);
};
const sessions = option("--sessions", 500);
const isQuick = process.argv.includes("--quick");
/** A sign of life goes to each client every 15 s. */
const holdMs = option("--hold", 15) * 1_000;
const reps = option("--reps", isQuick ? 1 : 3);
const QUESTION = { question: "Which branch shall I use for the release?", choices: ["main", "next"] };
const OTHER_CALLS = 40;
const UPDATES_PER_MINUTE = 10_000;
const UPDATING_MS = 6_000;

const results = { bare: [], parley: [] };
for (let i = 0; i < reps; i++) {
	for (const name of i % 2 ? ["parley", "bare"] : ["bare", "parley"]) {
		const server = await startServer(SERVERS[name], "--whole");
		try {
			results[name].push(await measure(server));
		} finally {
			await server.stop();
		}
	}
}
const middle = (name, metric) => median(results[name].map((result) => result[metric]));
for (const [metric, goal] of [
	["KiB per session", "≤ 150"],
	["KiB per waiting question", "≤ 40"],
	["heap KiB per waiting question"],
	["ask all ms"],
	["CPU % while all wait", "≤ 2.5"],
	["other call p50 / idle", "≤ 1.3"],
	["loop delay p99 ms while all wait", "< 50"],
	["loop delay p99 ms, 10,000 updates a minute", "< 50"],
	["CPU %, 10,000 updates a minute"],
	["snapshots a second, 10,000 updates a minute", "≤ 20"],
	["settle all ms", "≤ 250, × ≤ 1.5"],
	["loop blocked ms by settling"],
	["snapshots while settling", "≤ 2"],
	["badges while settling", "≤ 2"],
	["status bars while settling", "≤ 2"],
	["RSS MiB above start when all have gone", "≤ 20"],
	// What is really held: the allocator gives memory back late or never.
	["heap MiB above start when all have gone", "≤ 5"],
]) {
	const [parley, bare] = [middle("parley", metric), middle("bare", metric)];
	const yardstick = Number.isNaN(bare) ? undefined : round(bare);
	const ratio = yardstick ? round(parley / bare) : undefined;
	console.log(
		JSON.stringify({ bench: "questions", case: sessions, metric, parley: round(parley), yardstick, ratio, goal }),
	);
}

async function measure(server) {
	// Of another session each time: the rate limit.
	const otherCalls = async () => {
		const other = new RawClient(server.url, server.token);
		await other.open();
		const times = [];
		for (let n = 0; n < OTHER_CALLS; n++) {
			const began = performance.now();
			await other.call("update_plan", planArguments(n));
			times.push(performance.now() - began);
		}
		await other.close();
		return percentile(times, 50);
	};
	await rehearse(server, 20);
	const idle = await otherCalls();
	await pause(500);
	const atStart = await server.tell("memory");

	const clients = [];
	for (let n = 0; n < sessions; n++) {
		const client = new RawClient(server.url, server.token);
		await client.open();
		clients.push(client);
	}
	await pause(500);
	const opened = await server.tell("memory");

	const asked = performance.now();
	const answers = clients.map((client) => client.call("clarify", QUESTION).then(() => performance.now()));
	while ((await server.tell("waiting")) < sessions) await pause(10);
	const askMs = performance.now() - asked;
	await pause(1_000);
	const waiting = await server.tell("memory");

	await server.tell("loop");
	const cpu = cpuMs(server.pid);
	await pause(holdMs);
	const cpuPercent = ((cpuMs(server.pid) - cpu) / holdMs) * 100;
	const held = await server.tell("loop");
	const busy = await otherCalls();

	const updating = await updatePlans(server, clients);

	const before = await server.tell("drawn");
	await server.tell("loop");
	// The first interval after a reset is not counted.
	await pause(100);
	const settled = performance.now();
	await server.tell("settle");
	const settleMs = Math.max(...(await Promise.all(answers))) - settled;
	await pause(300);
	const settling = await server.tell("loop");
	const after = await server.tell("drawn");
	await Promise.all(clients.map((client) => client.close()));
	// V8 gives memory back in steps.
	for (let n = 0; n < 3; n++) {
		await pause(700);
		await server.tell("memory");
	}
	const left = await server.tell("memory");

	const kib = (from, to, of = "rss") => (to[of] - from[of]) / 1024 / sessions;
	return {
		"KiB per session": kib(atStart, opened),
		"KiB per waiting question": kib(opened, waiting),
		"heap KiB per waiting question": kib(opened, waiting, "heapUsed"),
		"ask all ms": askMs,
		"CPU % while all wait": cpuPercent,
		"other call p50 / idle": busy / idle,
		"loop delay p99 ms while all wait": held.p99,
		...updating,
		"settle all ms": settleMs,
		"loop blocked ms by settling": settling.max,
		"snapshots while settling": after.snapshots - before.snapshots,
		"badges while settling": after.badges - before.badges,
		"status bars while settling": after.statusBars - before.statusBars,
		"RSS MiB above start when all have gone": (left.rss - atStart.rss) / 1024 / 1024,
		"heap MiB above start when all have gone": (left.heapUsed - atStart.heapUsed) / 1024 / 1024,
	};
}

/** The JIT's share. */
async function rehearse(server, count) {
	const clients = Array.from({ length: count }, () => new RawClient(server.url, server.token));
	await Promise.all(clients.map((client) => client.open()));
	const answers = clients.map((client) => client.call("clarify", QUESTION));
	while ((await server.tell("waiting")) < count) await pause(10);
	await server.tell("settle");
	await Promise.all(answers);
	await Promise.all(clients.map((client) => client.close()));
}

/** Each session in turn moves its plan while its question waits. */
async function updatePlans(server, clients) {
	const planners = clients.map(({ url, token, session }) => new RawClient(url, token, session));
	const before = await server.tell("drawn");
	const cpu = cpuMs(server.pid);
	await server.tell("loop");
	const calls = [];
	const began = performance.now();
	for (let n = 0; performance.now() - began < UPDATING_MS; n++) {
		calls.push(planners[n % planners.length].call("update_plan", planArguments(n)));
		await pause(began + ((n + 1) * 60_000) / UPDATES_PER_MINUTE - performance.now());
	}
	await Promise.all(calls);
	const seconds = (performance.now() - began) / 1_000;
	const loop = await server.tell("loop");
	const after = await server.tell("drawn");
	for (const planner of planners) planner.agent.destroy();
	return {
		"loop delay p99 ms, 10,000 updates a minute": loop.p99,
		"CPU %, 10,000 updates a minute": (cpuMs(server.pid) - cpu) / seconds / 10,
		"snapshots a second, 10,000 updates a minute": (after.snapshots - before.snapshots) / seconds,
	};
}
