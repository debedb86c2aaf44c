// How long the bridge takes from its start to the answer to `initialize`, and a hook from its start to its end, against
// `node -e 0` (start and exit) and against the smallest stdio server, in turn in the same run; medians of wall time, and
// means of the processor time until the end. `node test/bench/bridgeStart.mjs [--quick]` prints JSON lines. The window is
// the smallest that can prove itself. All get the same bare environment: Node itself starts at half the speed where it has
// to load certificates. Where install.sh has put the editor's Node, that one is measured too.
import { spawn } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { hostNode } from "../support/host/installed.mjs";
import { makeBridgeFolder } from "./bridgeFolder.mjs";
import { median, round } from "./measure.mjs";
import { endedChildrenCpuMs } from "./processFigures.mjs";
import { startSmallestWindow } from "./smallestWindow.mjs";

const rounds = process.argv.includes("--quick") ? 8 : 25;
const folder = await makeBridgeFolder();
const window = await startSmallestWindow(folder.window);
const bare = { PATH: process.env.PATH };
const own = { ...bare, PARLEY_WINDOW: folder.window };
const initialize = {
	jsonrpc: "2.0",
	id: 1,
	method: "initialize",
	params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "bench", version: "1" } },
};
const prompt = {
	session_id: "5b1c6a52-5a0b-4a7e-9a57-1d0b8a3e2c11",
	prompt_id: "9d0e1c1f-31de-4a3f-8b52-0c6d5e4f3a22",
	cwd: folder.path,
	hook_event_name: "UserPromptSubmit",
	prompt: "Move the parser to the new tokenizer",
};
const FLOOR = `process.stdin.on("data",(d)=>{const{id}=JSON.parse(d);process.stdout.write(JSON.stringify({jsonrpc:"2.0",id,result:{}})+"\\n")}).on("end",()=>process.exit(0))`;
const bridge = [folder.bridge, "--agent", "bench"];
const ways = {
	"node -e 0": { args: ["-e", "0"], env: bare, until: "end" },
	"smallest server": { args: ["-e", FLOOR], env: bare, input: initialize, until: "answer" },
	"bridge, no window": { args: bridge, env: bare, input: initialize, until: "answer" },
	"bridge, its window": { args: bridge, env: own, input: initialize, until: "answer" },
	"hook of a prompt": { args: [folder.bridge, "hook", "claude-code", "UserPromptSubmit"], env: own, input: prompt },
};
const nodes = [process.execPath, ...(existsSync(hostNode()) ? [hostNode()] : [])];
try {
	for (const node of nodes) await compare(node, await versionOf(node));
} finally {
	window.close();
	folder.remove();
}

async function compare(node, version) {
	const taken = Object.fromEntries(Object.keys(ways).map((way) => [way, { wall: [], cpu: 0 }]));
	for (let at = -1; at < rounds; at++) {
		const order = Object.keys(ways);
		if (at % 2) order.reverse();
		for (const way of order) {
			await calm();
			const before = endedChildrenCpuMs();
			const ms = await run(node, ways[way]);
			if (at < 0) continue;
			taken[way].wall.push(ms);
			taken[way].cpu += endedChildrenCpuMs() - before;
		}
	}
	const isOwn = node === process.execPath;
	const print = (way, metric, yardstick, goal) => {
		const [figure, floor] = [way, yardstick].map((each) =>
			metric === "CPU ms" ? taken[each].cpu / rounds : median(taken[each].wall),
		);
		const row = { case: `${way} / ${yardstick}, Node ${version}`, metric, parley: round(figure) };
		// The shortest times of all rounds, as the JSON's `bestRatio`, say more where others use the machine.
		const [best, bestFloor] = [way, yardstick].map((each) => Math.min(...taken[each].wall));
		console.log(
			JSON.stringify({
				bench: "start",
				...row,
				yardstick: round(floor),
				ratio: round(figure / floor),
				goal,
				rounds,
				bestRatio: metric === "CPU ms" ? undefined : round(best / bestFloor),
			}),
		);
	};
	print("bridge, its window", "initialize ms", "node -e 0", isOwn ? "× ≤ 1.35" : "× ≤ 1.6");
	print("bridge, its window", "initialize ms", "smallest server", isOwn ? "× ≤ 1.25" : undefined);
	print("bridge, its window", "CPU ms", "node -e 0");
	print("bridge, no window", "initialize ms", "smallest server", "× ≤ 1.15");
	print("bridge, no window", "CPU ms", "smallest server");
	print("hook of a prompt", "wall ms", "node -e 0", "× ≤ 1.6");
	print("hook of a prompt", "CPU ms", "node -e 0");
	if (!isOwn) return;
	const kib = round(statSync(folder.bridge).size / 1024);
	console.log(JSON.stringify({ bench: "start", case: "bundle", metric: "KiB", parley: kib, goal: "≤ 40" }));
}

async function run(node, { args, env, input, until }) {
	const start = performance.now();
	const child = spawn(node, args, { cwd: folder.path, stdio: ["pipe", "pipe", "inherit"], env });
	const exited = new Promise((resolve) => child.once("exit", () => resolve(performance.now() - start)));
	// Nobody reads it in the program that only starts and ends.
	child.stdin.on("error", () => undefined);
	const answered = new Promise((resolve) => child.stdout.once("data", () => resolve(performance.now() - start)));
	if (input !== undefined) child.stdin.write(`${JSON.stringify(input)}\n`);
	if (until === "answer") await answered;
	child.stdin.end();
	const ended = await exited;
	return until === "answer" ? answered : ended;
}

function versionOf(node) {
	return new Promise((resolve) => {
		spawn(node, ["-p", "process.versions.node"]).stdout.on("data", (text) => resolve(String(text).trim()));
	});
}

/** On a shared machine: waits, at most 2 s, for 150 ms in which most of the processors' time was idle. */
async function calm() {
	for (const end = Date.now() + 2_000; Date.now() < end;) {
		const before = processorTime();
		await pause(150);
		const after = processorTime();
		if ((after.idle - before.idle) / (after.all - before.all) >= 0.6) return;
	}
}

function processorTime() {
	const [line] = readFileSync("/proc/stat", "utf8").split("\n", 1);
	const fields = line.trim().split(/\s+/).slice(1).map(Number);
	return { idle: fields[3] + fields[4], all: fields.reduce((sum, field) => sum + field, 0) };
}
