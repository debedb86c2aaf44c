// `npm run test:fuzz -- --minutes N`: every target with new inputs for its share of that time. `--seed S` and a part of a
// target's name repeat what a run has found.
import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		minutes: { type: "string", default: "1" },
		seed: { type: "string", default: String(Date.now() % 2 ** 31) },
	},
});
const here = import.meta.dirname;
// Targets made in a loop count once: a run may take a little longer than was asked for.
const targets = readdirSync(here)
	.filter((name) => name.endsWith(".test.ts"))
	.flatMap((name) => readFileSync(join(here, name), "utf8").match(/\bfuzz\(/g) ?? []).length;
const only = positionals.flatMap((name) => ["-t", name]);
const share = (Number(values.minutes) * 60) / (only.length > 0 ? 1 : targets);
const { status } = spawnSync(
	"npx",
	["vitest", "run", "--project", "unit", "test/fuzz", "--fileParallelism=false", ...only],
	{
		cwd: join(here, "../.."),
		stdio: "inherit",
		env: { ...process.env, PARLEY_FUZZ_SECONDS: String(share), PARLEY_FUZZ_SEED: values.seed },
	},
);
process.exitCode = status ?? 1;
