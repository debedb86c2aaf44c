// `npm run bench`: every bench in turn, one table at the end and the figures as JSON in artifacts/bench.json.
// Name some benches to run only those: `npm run bench -- roundTrip bridgeStart`.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { table } from "./measure.mjs";

const BENCHES = ["roundTrip", "load", "bridgeStart", "panel", "activation"];
const root = fileURLToPath(new URL("../../", import.meta.url));
const wanted = process.argv.slice(2);

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
	const file = `${root}test/bench/${name}.mjs`;
	if (!existsSync(file)) continue;
	console.error(`== ${name}`);
	const { stdout, status } = spawnSync(process.execPath, [file], {
		cwd: root,
		stdio: ["ignore", "pipe", "inherit"],
		encoding: "utf8",
	});
	if (status !== 0) throw new Error(`${name} ended with ${status}`);
	for (const line of stdout.split("\n")) if (line.startsWith("{")) results.push(JSON.parse(line));
}

const cell = (value) => (value === undefined ? "–" : String(value));
console.log(
	table([
		["bench", "case", "metric", "Parley", "yardstick", "ratio", "goal"],
		...results.map((r) => [r.bench, r.sessions ?? r.case, r.metric, r.parley, r.yardstick, r.ratio, r.goal].map(cell)),
	]),
);
mkdirSync(`${root}artifacts`, { recursive: true });
writeFileSync(`${root}artifacts/bench.json`, `${JSON.stringify(results, null, "\t")}\n`);
