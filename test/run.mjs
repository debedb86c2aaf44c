// The whole gate: `npm test`, or `npm test -- unit wire` for some steps and what they need. Installs what the rings
// need, prints a line per step, keeps full logs in artifacts/logs, and ends with the sum as "N passed, N failed".
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { closingLine } from "./support/gate/counts.mjs";
import { runStep } from "./support/gate/runStep.mjs";
import { gateSteps } from "./support/gate/steps.mjs";
import { prepareHost, preparePackages, root } from "./support/prepare.mjs";

const LOG_TAIL_LINES = 80;
/** Only these need more than the packages of the project. */
const INSTALLS = { wire: "inspector", host: "host", ui: "host", demo: "host", agents: "all" };

const artifacts = join(root, "artifacts");
const logs = join(artifacts, "logs");
mkdirSync(logs, { recursive: true });

const steps = chosenSteps(gateSteps(root, artifacts), process.argv.slice(2));
installFor(steps);
const total = { passed: 0, failed: 0, skipped: 0 };
for (const step of steps) {
	const result = await runStep(step, root, join(logs, `${step.name}.log`));
	for (const key of Object.keys(total)) total[key] += result[key];
	console.log(`${step.name.padEnd(8)} ${closingLine(result).padEnd(40)} ${result.seconds.toFixed(1)} s`);
	for (const line of result.told) console.log(`    ${line}`);
	if (result.failed > 0) console.log(tail(result.output));
}
console.log(closingLine(total));
process.exitCode = total.failed > 0 ? 1 : 0;

/** The named steps (all without a name) and what they need, in the gate's order. */
function chosenSteps(all, names) {
	if (names.length === 0) return all;
	const wanted = new Set();
	const want = (name) => {
		const step = all.find((each) => each.name === name);
		if (!step) throw new Error(`no step "${name}"; there are ${all.map((each) => each.name).join(", ")}`);
		wanted.add(step);
		step.needs.forEach(want);
	};
	names.forEach(want);
	return all.filter((step) => wanted.has(step));
}

function installFor(chosen) {
	preparePackages();
	const parts = new Set(chosen.map(({ name }) => INSTALLS[name]).filter(Boolean));
	for (const part of parts.has("all") ? ["all"] : parts) prepareHost(part);
}

function tail(output) {
	return output
		.trimEnd()
		.split("\n")
		.slice(-LOG_TAIL_LINES)
		.map((line) => `    ${line}`)
		.join("\n");
}
