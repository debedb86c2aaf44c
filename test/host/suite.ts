import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Mocha from "mocha";

/** The outcome of one test, as the runner outside the extension host reads it from the report. */
interface Outcome {
	readonly title: string;
	readonly state: "passed" | "failed" | "skipped";
	readonly error?: string;
}

/** What VS Code calls inside the extension host (`extensionTestsPath`). PARLEY_TEST_REPORT is the file for the outcome. */
export async function run(): Promise<void> {
	const mocha = new Mocha({ ui: "bdd", color: false, timeout: 30_000, reporter: "spec" });
	for (const file of readdirSync(__dirname).filter((name) => name.endsWith(".test.js"))) {
		mocha.addFile(join(__dirname, file));
	}
	const outcomes: Outcome[] = [];
	const failures = await new Promise<number>((resolve) => {
		const runner = mocha.run(resolve);
		runner.on("pass", (test) => outcomes.push({ title: test.fullTitle(), state: "passed" }));
		runner.on("pending", (test) => outcomes.push({ title: test.fullTitle(), state: "skipped" }));
		runner.on("fail", (test, error: Error) =>
			outcomes.push({ title: test.fullTitle(), state: "failed", error: error.stack ?? error.message }),
		);
	});
	const report = process.env["PARLEY_TEST_REPORT"];
	if (report !== undefined) writeFileSync(report, JSON.stringify(outcomes, undefined, "\t"));
	if (failures > 0) throw new Error(`${failures} tests failed`);
}
