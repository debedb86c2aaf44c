import { existsSync } from "node:fs";
import { join } from "node:path";

const npmRun = (script) => ["npm", "run", "--silent", script];

/**
 * The whole gate in order. A `check` passes or fails as a whole; a `vitest` ring is counted by its JSON report, an `own`
 * ring by its closing line. `needs` names the steps that must have run before; `limitS` is when a step is given up.
 */
export function gateSteps(root, artifacts) {
	const check = (name, script, needs = []) => ({ name, kind: "check", command: npmRun(script), needs, limitS: 600 });
	const vitest = (name, needs) => ({
		name,
		kind: "vitest",
		command: vitestCommand(name, join(artifacts, `${name}.json`)),
		report: join(artifacts, `${name}.json`),
		needs,
		limitS: 900,
	});
	const own = (name, needs, limitS = 1_200) => ({
		name,
		kind: "own",
		command: ["node", `test/${name}/run.mjs`],
		needs,
		limitS,
	});
	const steps = [
		check("format", "check:format"),
		check("lint", "check:lint"),
		check("types", "check:types"),
		check("deps", "check:deps"),
		check("unused", "check:unused"),
		check("notices", "check:notices"),
		check("build", "build"),
		check("package", "package"),
		check("size", "check:size", ["package"]),
		vitest("unit", []),
		vitest("wire", ["build"]),
		own("host", ["build"]),
		own("ui", ["package"]),
		check("demo", "test:demo"),
		own("agents", ["package"], 1_800),
	];
	return steps.filter(({ kind, command }) => kind !== "own" || existsSync(join(root, command[1])));
}

function vitestCommand(project, report) {
	return ["npx", "vitest", "run", "--project", project, `--outputFile.json=${report}`];
}
