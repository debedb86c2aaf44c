import { countedLines } from "./counts.mjs";

/** A reporter of vitest: at the end of a run, a line for each suite that counts more than its tests. */
export class CountedReporter {
	onTestRunEnd(modules) {
		const tests = modules.flatMap((module) => [...module.children.allTests("passed")]);
		for (const line of countedLines(tests.flatMap((test) => test.meta().counted ?? []))) console.log(line);
	}
}
