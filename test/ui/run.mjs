// Drives the packaged extension (dist/parley.vsix) in the real workbench, as a person would. `node test/ui/run.mjs
// reload` runs only the files whose name holds that word.
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { fileURLToPath } from "node:url";
import { closingLine } from "../support/gate/counts.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const words = process.argv.slice(2);
const files = readdirSync(here)
	.filter((name) => name.endsWith(".test.mjs") && (words.length === 0 || words.some((word) => name.includes(word))))
	.map((name) => join(here, name));

const total = { passed: 0, failed: 0, skipped: 0 };
const stream = run({ files, concurrency: 1 });
stream.on("test:pass", ({ details, skip }) => {
	if (details.type !== "suite") total[skip === undefined ? "passed" : "skipped"]++;
});
stream.on("test:fail", ({ details }) => {
	// A suite fails on its own where a hook failed, and with each failed test in it.
	if (details.type !== "suite" || details.error?.failureType === "hookFailed") total.failed++;
});
stream.compose(new spec()).pipe(process.stdout);
stream.on("end", () => {
	// After the reporter's own summary.
	process.once("beforeExit", () => {
		console.log(closingLine(total));
		process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
	});
});
