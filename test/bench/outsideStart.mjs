// What a connected agent costs where it is started outside VS Code: one headless run of each agent CLI against a scripted
// model, connected as Parley's command does it and not connected, in turn in the same run, each in a home of its own.
// `node test/bench/outsideStart.mjs [rounds] [agent…]` prints JSON lines, for each agent three pairs by medians:
// - What all that it starts of ours takes of the processor, bridge and hooks, beside an idle bridge from its start to its end.
//   A run apart tells how often it starts which and with what variables; what each takes with those is measured alone, so that
//   no agent's noise is in it.
// - How much more the whole run takes than the plain one, beside the idle bridge, by wall time and by the processor time of
//   the agent and of all that it has waited for. `noise` is half of what the plain runs differ by: less cannot be read.
// - The whole run beside one with the smallest MCP server that there can be, and hooks that only read, in the place of ours.
//   What an agent does itself for one more MCP server it does for any: that part of the difference is not ours to save.
// What variables connect gets nothing outside VS Code and is measured all the same. Codex's hooks, which only its person can
// trust, run here untrusted by a flag that all sides get. Needs what test/support/install.sh brings.
import { spawn, spawnSync } from "node:child_process";
import {
	chmodSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { makeAgentHome } from "../agents/agentHome.mjs";
import * as asking from "../agents/askingAgents.mjs";
import { HEADLESS } from "../agents/headlessAgents.mjs";
import { versionOf } from "../agents/installedAgents.mjs";
import { startModel } from "../agents/model/startModel.mjs";
import { scripts } from "../agents/scripts.mjs";
import { median, round } from "./measure.mjs";

const rounds = Number(process.argv[2] ?? 5);
const wanted = process.argv.slice(3);
const agents = [...Object.values(asking), ...HEADLESS].filter(
	({ name }) => wanted.length === 0 || wanted.includes(name),
);
const src = join(import.meta.dirname, "../../src");
const built = mkdtempSync(join(tmpdir(), "parley-bench-"));
const bundles = {
	bridge: join(src, "bridge/main.ts"),
	doctor: join(src, "doctor/doctors.ts"),
	connectAgents: join(import.meta.dirname, "connectAgents.ts"),
};
for (const [name, entry] of Object.entries(bundles)) {
	await build({
		entryPoints: [entry],
		outfile: join(built, `${name}.cjs`),
		bundle: true,
		platform: "node",
		format: "cjs",
		target: "node20",
		minify: true,
		mainFields: ["module", "main"],
		logLevel: "warning",
	});
}

/** A server without tools, as an agent meets it. */
const SMALLEST = `require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
	const { id, method, params } = JSON.parse(line);
	const serverInfo = { name: "smallest", version: "0" };
	const hello = () => ({ protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo });
	const result = method === "initialize" ? hello() : { tools: [] };
	if (id !== undefined) process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, result }) + "\\n");
}).on("close", () => process.exit(0));`;

const clientInfo = { name: "bench", version: "0" };
const requests = join(built, "requests.jsonl");
const REQUESTS = [
	{ id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo } },
	{ method: "notifications/initialized" },
	{ id: 2, method: "tools/list" },
];

const model = await startModel(scripts);
const names = agents.map(({ name }) => name);
const homes = Object.fromEntries(
	["plain", "connected", "smallest"].map((side) => [side, makeAgentHome(model.url, names)]),
);
const folders = Object.fromEntries(Object.entries(homes).map(([side, home]) => [side, home.trusted("web-shop")]));
try {
	const labels = connect(homes.connected);
	connect(homes.smallest);
	writeFileSync(join(built, "smallest.cjs"), SMALLEST);
	const start = `[ "$1" = hook ] && exec cat >/dev/null\nexec '${process.execPath}' '${join(built, "smallest.cjs")}'`;
	writeFileSync(launcherIn(homes.smallest), `#!/bin/sh\n${start}\n`);
	writeFileSync(requests, REQUESTS.map((request) => `${JSON.stringify({ jsonrpc: "2.0", ...request })}\n`).join(""));
	for (const agent of agents) {
		if (!labels.includes(agent.label)) throw new Error(`${agent.label} is not connected`);
		await compare(agent);
	}
} finally {
	for (const home of Object.values(homes)) home.remove();
	await model.close();
	rmSync(built, { recursive: true });
}

async function compare(agent) {
	const line = agent.headless("script:hello").replace(/^codex exec/, "$& --dangerously-bypass-hook-trust");
	const launcher = launcherIn(homes.connected);
	const connected = () => run("connected", line, "Hello.");
	// The first start of an agent makes what later ones find.
	await connected();
	const starts = await watchStarts(launcher, connected);
	const ask = (env) => run("connected", `${launcher} --agent ${agent.name} <${requests}`, '"tools":[]', env);
	const tell = (env) => run("connected", `${launcher} hook codex Stop <${requests}`, "", env);
	const ways = {
		plain: () => run("plain", line, "Hello."),
		connected,
		smallest: () => run("smallest", line, "Hello."),
		idle: () => ask(),
		bridge: () => ask(starts.bridge[0]),
		hook: () => tell(starts.hook[0]),
	};
	const taken = Object.fromEntries(Object.keys(ways).map((way) => [way, []]));
	for (let at = -1; at < rounds; at++) {
		const order = Object.entries(ways);
		if (at % 2) order.reverse();
		for (const [way, start] of order) {
			const figures = await start();
			if (at >= 0) taken[way].push(figures);
		}
	}
	const label = `${agent.label} ${versionOf(agent.name)}`;
	const print = (of, metric, parley, yardstick, more) => {
		const ratio = round(parley / yardstick);
		const figures = { parley: round(parley, 0), yardstick: round(yardstick, 0), ratio, rounds };
		console.log(JSON.stringify({ bench: "outsideStart", case: `${label} / ${of}`, metric, ...figures, ...more }));
	};
	for (const metric of ["processor ms", "wall ms"]) {
		const all = (way) => taken[way].map((figures) => figures[metric]);
		const [plain, connected, smallest, idle, bridge, hook] = Object.keys(ways).map((way) => median(all(way)));
		const noise = round((Math.max(...all("plain")) - Math.min(...all("plain"))) / 2, 0);
		if (metric === "processor ms") {
			const counts = { bridges: starts.bridge.length, hooks: starts.hook.length };
			const ours = counts.bridges * bridge + counts.hooks * hook;
			print("idle bridge", `${metric} of ours`, ours, idle, { goal: "× ≤ 1", ...counts });
		}
		print("idle bridge", `${metric} more`, connected - plain, idle, { goal: "× ≤ 1", plain: round(plain, 0), noise });
		print("smallest server", metric, connected, smallest, { goal: "× ≤ 1.05", plain: round(plain, 0), noise });
	}
}

/** The variables of each bridge and of each hook that is started by way of the launcher meanwhile. */
async function watchStarts(launcher, meanwhile) {
	const [real, seen] = [`${launcher}-real`, mkdtempSync(join(built, "starts-"))];
	for (const kind of ["bridge", "hook"]) mkdirSync(join(seen, kind));
	renameSync(launcher, real);
	const kind = 'kind=bridge; [ "$1" = hook ] && kind=hook';
	writeFileSync(launcher, `#!/bin/sh\n${kind}\n/usr/bin/env -0 >'${seen}'/$kind/$$\nexec '${real}' "$@"\n`);
	chmodSync(launcher, 0o700);
	await meanwhile();
	renameSync(real, launcher);
	const started = (kind) => readdirSync(join(seen, kind)).map((name) => variablesIn(join(seen, kind, name)));
	return { bridge: started("bridge"), hook: started("hook") };
}

function variablesIn(file) {
	const lines = readFileSync(file, "utf8").split("\0").slice(0, -1);
	return Object.fromEntries(lines.map((line) => [line.split("=", 1)[0], line.slice(line.indexOf("=") + 1)]));
}

function launcherIn({ shellEnv }) {
	return join(shellEnv.XDG_STATE_HOME, "parley/bin/parley-bridge");
}

function connect({ shellEnv }) {
	const args = ["connectAgents", "bridge", "doctor"].map((name) => join(built, `${name}.cjs`));
	const { stdout, stderr, status } = spawnSync(process.execPath, args, { env: shellEnv, encoding: "utf8" });
	if (status !== 0) throw new Error(stderr);
	return JSON.parse(stdout);
}

/** Bash itself tells what a command has taken, with all children that it has waited for. */
async function run(side, line, expected, env = homes[side].shellEnv) {
	const child = spawn("bash", ["-c", `TIMEFORMAT='taken %3R %3U %3S'; time ${line}`], {
		cwd: folders[side],
		env,
		stdio: ["ignore", "pipe", "pipe"],
	});
	let said = "";
	for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += chunk));
	const code = await new Promise((resolve) => child.on("close", resolve));
	const [, ...taken] = /^taken ([\d.]+) ([\d.]+) ([\d.]+)$/m.exec(said) ?? [];
	if (code !== 0 || !said.includes(expected)) throw new Error(`${line} ended with ${code}:\n${said}`);
	const [wall, user, system] = taken.map((seconds) => Number(seconds) * 1_000);
	return { "wall ms": wall, "processor ms": user + system };
}
