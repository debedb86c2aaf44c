// `npm run test:fuzz -- --minutes N`: every target with new inputs for its share of that time. `--seed S` and a part of a
// target's name repeat what a run has found.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		minutes: { type: "string", default: "1" },
		seed: { type: "string", default: String(Date.now() % 2 ** 31) },
	},
});
const root = join(import.meta.dirname, "../..");
const only = ["--project", "unit", "test/fuzz", ...positionals.flatMap((name) => ["-t", name])];
const { stdout } = spawnSync("npx", ["vitest", "list", ...only], { cwd: root, encoding: "utf8" });
const targets = Math.max(1, stdout.trim().split("\n").length);
const seconds = (Number(values.minutes) * 60) / targets;
console.log(`${targets} targets, ${seconds.toFixed(1)} s each, seed ${values.seed}`);
const { status } = spawnSync("npx", ["vitest", "run", "--fileParallelism=false", ...only], {
	cwd: root,
	stdio: "inherit",
	env: { ...process.env, PARLEY_FUZZ_SECONDS: String(seconds), PARLEY_FUZZ_SEED: values.seed },
});
process.exitCode = status ?? 1;
