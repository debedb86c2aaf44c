// `npm run bench`: every bench in turn, one table at the end and the figures as JSON in artifacts/bench.json.
// Name some benches to run only those: `npm run bench -- roundTrip bridgeStart`; `--quick` repeats less. A goal "≤ 48" is for
// the figure, "× ≤ 1.15" for its ratio to the yardstick, which is measured in turn with it in the same run.
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { isReached } from "./goals.mjs";
import { table } from "./measure.mjs";

const BENCHES = ["roundTrip", "bridgeStart", "bridges", "restart", "ends", "load", "panel", "activation"];
const root = fileURLToPath(new URL("../../", import.meta.url));
const words = process.argv.slice(2);
const switches = words.filter((word) => word.startsWith("-"));
const wanted = words.filter((word) => !word.startsWith("-"));
const unknown = wanted.filter((name) => !BENCHES.includes(name));
if (unknown.length > 0) throw new Error(`no such bench: ${unknown.join(", ")}; there are ${BENCHES.join(", ")}`);

spawnSync(process.execPath, ["esbuild.mjs"], { cwd: root, stdio: "inherit" });
await build({
	entryPoints: [`${root}test/bench/parleyServer.ts`],
	outfile: `${root}out/bench/parleyServer.cjs`,
	bundle: true,
	platform: "node",
	format: "cjs",
	target: "node20",
	alias: { vscode: `${root}test/bench/editorStub.ts` },
	logLevel: "warning",
});

const results = [];
for (const name of BENCHES.filter((each) => wanted.length === 0 || wanted.includes(each))) {
	console.error(`== ${name}`);
	const { stdout, status } = spawnSync(process.execPath, [`${root}test/bench/${name}.mjs`, ...switches], {
		cwd: root,
		stdio: ["ignore", "pipe", "inherit"],
		encoding: "utf8",
	});
	if (status !== 0) throw new Error(`${name} ended with ${status}`);
	for (const line of stdout.split("\n")) if (line.startsWith("{")) results.push(JSON.parse(line));
}

results.push(...reloads());
for (const row of results) row.reached = isReached(row);
const cell = (value) => (value === undefined ? "–" : String(value));
const columns = ["metric", "parley", "yardstick", "ratio", "goal", "reached"];
console.log(
	table([
		["bench", "case", "metric", "Parley", "yardstick", "ratio", "goal", "reached"],
		...results.map((row) => [row.bench, row.case, ...columns.map((name) => row[name])].map(cell)),
	]),
);
mkdirSync(`${root}artifacts`, { recursive: true });
writeFileSync(`${root}artifacts/bench.json`, `${JSON.stringify(results, null, "\t")}\n`);

/** A question can be answered again once its window's broker listens and its bridge is back; both were measured apart. */
function reloads() {
	const figure = (bench, start) =>
		results.find((row) => row.bench === bench && row.metric.startsWith(start))?.parley ?? NaN;
	const ms = figure("activation", "broker listens after ms") + figure("restart", "seen again ms, slowest");
	if (Number.isNaN(ms)) return [];
	const metric = "question answerable again ms after the host is up";
	return [{ bench: "reload", case: "activation + restart", metric, parley: Math.round(ms), goal: "≤ 3000" }];
}
