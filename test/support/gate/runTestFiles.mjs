import { readdirSync } from "node:fs";
import { join } from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { closingLine } from "./counts.mjs";

/**
 * Runs the `*.test.mjs` of a folder with Node's own runner, one after the other, and prints the closing line. `words`:
 * only the files whose name holds one of them.
 */
export function runTestFiles(folder, words) {
	const files = readdirSync(folder)
		.filter((name) => name.endsWith(".test.mjs") && (words.length === 0 || words.some((word) => name.includes(word))))
		.map((name) => join(folder, name));
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
}
