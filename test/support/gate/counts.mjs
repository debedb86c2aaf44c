import { readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";

/** How a line begins that tells what a suite has tried. */
const COUNTED = "counted ";

/** A step that passes or fails as a whole counts as one test. */
export function countCheck(exitCode) {
	return exitCode === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };
}

/** What vitest's JSON reporter wrote. */
export function countVitest(reportFile) {
	const report = JSON.parse(readFileSync(reportFile, "utf8"));
	return {
		passed: report.numPassedTests,
		failed: report.numFailedTests,
		skipped: report.numPendingTests + report.numTodoTests,
	};
}

/** The last line of the form "N passed, N failed[, N skipped]" that one of our own runners printed. */
export function countClosingLine(output) {
	const lines = [...output.matchAll(/^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/gm)];
	const [, passed, failed, skipped = "0"] = lines.at(-1) ?? [undefined, "0", "0"];
	return { passed: Number(passed), failed: Number(failed), skipped: Number(skipped) };
}

/** A ring that ran nothing, or ended badly without naming a failed test, has failed. */
export function judgeRing(counts, exitCode) {
	const ranNothing = counts.passed + counts.failed === 0;
	const endedBadly = exitCode !== 0 && counts.failed === 0;
	return ranNothing || endedBadly ? { ...counts, failed: counts.failed + 1 } : counts;
}

export function closingLine({ passed, failed, skipped }) {
	return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/** One line for each suite, by name: the sum of what its tests have tried. */
export function countedLines(counted) {
	const sums = new Map();
	for (const { suite, numbers } of counted) {
		const sum = sums.get(suite) ?? {};
		for (const [what, number] of Object.entries(numbers)) sum[what] = (sum[what] ?? 0) + number;
		sums.set(suite, sum);
	}
	const text = (sum) => Object.entries(sum).map(([what, number]) => `${number} ${what}`);
	return [...sums].map(([suite, sum]) => `${COUNTED}${suite}: ${text(sum).join(", ")}`).sort();
}

/** What suites have told in such lines, whatever else was printed, and whatever colour vitest ended before them. */
export function toldCounts(output) {
	const lines = stripVTControlCharacters(output).split("\n");
	return lines.filter((line) => line.startsWith(COUNTED)).map((line) => line.slice(COUNTED.length).trimEnd());
}
