import { readdirSync } from "node:fs";
import { join } from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { closingLine } from "./counts.mjs";

/**
 * Runs the `*.test.mjs` of a folder with Node's own runner, one after the other, and prints the closing line. `words`:
 * only the files whose name holds one of them. `beside`: files that run beside all others, one after the other too, and
 * are printed behind them.
 */
export function runTestFiles(folder, words, beside = []) {
	const names = readdirSync(folder).filter(
		(name) => name.endsWith(".test.mjs") && (words.length === 0 || words.some((word) => name.includes(word))),
	);
	const total = { passed: 0, failed: 0, skipped: 0 };
	const start = (chosen) => {
		const stream = run({ files: chosen.map((name) => join(folder, name)), concurrency: 1 });
		stream.on("test:pass", ({ details, skip }) => {
			if (details.type !== "suite") total[skip === undefined ? "passed" : "skipped"]++;
		});
		stream.on("test:fail", ({ details }) => {
			// A suite fails on its own where a hook failed, and with each failed test in it.
			if (details.type !== "suite" || details.error?.failureType === "hookFailed") total.failed++;
		});
		return stream.compose(new spec());
	};
	const groups = [names.filter((name) => !beside.includes(name)), names.filter((name) => beside.includes(name))];
	const reports = groups.filter((group) => group.length > 0).map(start);
	// A report that nobody reads yet keeps what it has.
	print(reports).catch((error) => {
		console.error(error);
		total.failed++;
	});
	process.once("beforeExit", () => {
		console.log(closingLine(total));
		process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
	});
}

async function print(reports) {
	for (const report of reports) for await (const text of report) process.stdout.write(text);
}
