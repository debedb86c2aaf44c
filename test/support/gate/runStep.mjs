import { spawn } from "node:child_process";
import { createWriteStream, readFileSync, rmSync } from "node:fs";
import { countCheck, countClosingLine, countVitest, judgeRing, toldCounts } from "./counts.mjs";

/** Runs one step, its whole output into `logFile`; gives its counts, what its suites told, its output and the seconds. */
export async function runStep(step, root, logFile) {
	if (step.report) rmSync(step.report, { force: true }); // an old one would be counted if this run wrote none
	const start = Date.now();
	const exitCode = await runLogged(step, root, logFile);
	const output = readFileSync(logFile, "utf8");
	return { ...count(step, exitCode, output), told: toldCounts(output), output, seconds: (Date.now() - start) / 1000 };
}

function count(step, exitCode, output) {
	if (step.kind === "check") return countCheck(exitCode);
	try {
		return judgeRing(step.kind === "vitest" ? countVitest(step.report) : countClosingLine(output), exitCode);
	} catch {
		return { passed: 0, failed: 1, skipped: 0 }; // it left no report
	}
}

function runLogged(step, root, logFile) {
	return new Promise((resolve) => {
		const log = createWriteStream(logFile);
		const [command, ...args] = step.command;
		// Its own group, so that a step that hangs is ended with all that it started.
		const child = spawn(command, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"], detached: true });
		const end = () => process.kill(-child.pid, "SIGKILL");
		const stopWithUs = () => (end(), process.exit(130));
		process.once("SIGINT", stopWithUs);
		process.once("SIGTERM", stopWithUs);
		const timer = setTimeout(() => {
			log.write(`\ngiven up after ${step.limitS} s\n`);
			end();
		}, step.limitS * 1000);
		child.stdout.pipe(log, { end: false });
		child.stderr.pipe(log, { end: false });
		child.once("error", (error) => log.write(`${error.message}\n`));
		child.once("close", (code) => {
			clearTimeout(timer);
			process.removeListener("SIGINT", stopWithUs);
			process.removeListener("SIGTERM", stopWithUs);
			log.end(() => resolve(code ?? 1));
		});
	});
}
