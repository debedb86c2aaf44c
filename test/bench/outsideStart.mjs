// What a connected agent costs where it is started outside VS Code: one headless run of each agent CLI against a scripted
// model, connected as Parley's command does it and not connected, in turn in the same run, each in a home of its own.
// `node test/bench/outsideStart.mjs [rounds] [agent…]` prints JSON lines; medians of wall time and of the processor time of
// the agent and of all that it has waited for. What variables connect gets nothing outside VS Code and is measured all the
// same. Codex's hooks, which only its person can trust, run here untrusted by a flag that both sides get.
// Needs what test/support/install.sh brings.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
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

const model = await startModel(scripts);
const names = agents.map(({ name }) => name);
const homes = { plain: makeAgentHome(model.url, names), connected: makeAgentHome(model.url, names) };
const folders = { plain: homes.plain.trusted("web-shop"), connected: homes.connected.trusted("web-shop") };
try {
	const labels = connect(homes.connected);
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
	const runs = { plain: [], connected: [] };
	// The first start of an agent makes what later ones find.
	for (let at = -1; at < rounds; at++) {
		const sides = Object.keys(runs);
		if (at % 2) sides.reverse();
		for (const side of sides) {
			const taken = await run(agent, homes[side].shellEnv, folders[side]);
			if (at >= 0) runs[side].push(taken);
		}
	}
	for (const metric of ["wall ms", "processor ms"]) {
		const [connected, plain] = [runs.connected, runs.plain].map((side) => median(side.map((taken) => taken[metric])));
		console.log(
			JSON.stringify({
				bench: "outsideStart",
				case: `${agent.label} ${versionOf(agent.name)}`,
				metric,
				parley: round(connected, 0),
				yardstick: round(plain, 0),
				ratio: round(connected / plain),
				rounds,
			}),
		);
	}
}

function connect({ shellEnv }) {
	const args = ["connectAgents", "bridge", "doctor"].map((name) => join(built, `${name}.cjs`));
	const { stdout, stderr, status } = spawnSync(process.execPath, args, { env: shellEnv, encoding: "utf8" });
	if (status !== 0) throw new Error(stderr);
	return JSON.parse(stdout);
}

/** Bash itself tells what a command has taken, with all children that it has waited for. */
async function run({ headless, label }, env, cwd) {
	const line = headless("script:hello").replace(/^codex exec/, "$& --dangerously-bypass-hook-trust");
	const script = `TIMEFORMAT='taken %3R %3U %3S'; time ${line}`;
	const child = spawn("bash", ["-c", script], {
		cwd,
		env,
		stdio: ["ignore", "pipe", "pipe"],
	});
	let said = "";
	for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += chunk));
	const code = await new Promise((resolve) => child.on("close", resolve));
	const [, ...taken] = /^taken ([\d.]+) ([\d.]+) ([\d.]+)$/m.exec(said) ?? [];
	if (code !== 0 || !said.includes("Hello.")) throw new Error(`${label} ended with ${code}:\n${said}`);
	const [wall, user, system] = taken.map((seconds) => Number(seconds) * 1_000);
	return { "wall ms": wall, "processor ms": user + system };
}
