// `npm run test:soak -- --hours 24`: a window grows that old in fast-forward, with real bridges. `--minutes 20`: the same as
// time passes. `--seed S` does in another order what is done at random.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";

const { values } = parseArgs({
	options: { hours: { type: "string" }, minutes: { type: "string" }, seed: { type: "string", default: "1" } },
});
const root = join(import.meta.dirname, "../..");
const words = ["vitest", "run", "--project", "wire", "--disableConsoleIntercept", "test/soak"];
const { status } = spawnSync("npx", words, {
	cwd: root,
	stdio: "inherit",
	env: {
		...process.env,
		PARLEY_SOAK_HOURS: values.hours ?? (values.minutes === undefined ? "24" : "0"),
		PARLEY_SOAK_MINUTES: values.minutes ?? "0",
		PARLEY_SOAK_SEED: values.seed,
	},
});
process.exitCode = status ?? 1;
