// `npm run test:planted`: plants each of the defects in a private copy of the tree, alone, and runs the test that has to
// turn red. Words on the command line choose defects by place, what they do and file.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEFECTS } from "./defects.mjs";

const root = join(import.meta.dirname, "../..");
const words = process.argv.slice(2);
const chosen = DEFECTS.filter(({ place, what, file }) =>
	[place, what, file].some((text) => words.length === 0 || words.some((word) => text.includes(word))),
);
process.exitCode = 1;
const copy = mkdtempSync(join(tmpdir(), "parley-planted-"));
try {
	copyTree();
	const before = run([...new Set(chosen.map(({ test }) => test))]);
	if (before.length > 0) {
		// A test that is red anyway finds nothing.
		console.log(`red without any defect:\n  ${before.join("\n  ")}`);
	} else {
		const found = chosen.filter((defect) => isFound(defect)).length;
		console.log(`planted ${chosen.length}, found ${found}`);
		if (found > 0 && found === chosen.length) process.exitCode = 0;
	}
} finally {
	rmSync(copy, { recursive: true, force: true });
}

/** The tree as it stands, also what is not committed yet. */
function copyTree() {
	const list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
	const { stdout } = spawnSync("git", list, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26 });
	// What is listed may have been deleted.
	for (const name of stdout
		.split("\0")
		.filter((each) => each !== "" && each !== "node_modules" && existsSync(join(root, each)))) {
		cpSync(join(root, name), join(copy, name), { recursive: true });
	}
	symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
}

/** Plants it, runs its test, tells which of it turned red, and takes it out again. */
function isFound({ place, what, file, text, defect, test, red }) {
	const path = join(copy, file);
	const source = readFileSync(path, "utf8");
	if (source.split(text).length !== 2) {
		console.log(`NOT PLANTED ${place}: the text to replace is not in ${file} any more, or more than once`);
		return false;
	}
	writeFileSync(
		path,
		source.replace(text, () => defect),
	);
	const failed = run([test]);
	writeFileSync(path, source);
	// Of a test of a table the name holds the values.
	const parts = red.split(/%\w/);
	const by = failed.find((each) => parts.every((part) => each.includes(part)));
	console.log(`${by === undefined ? "NOT FOUND" : "found"} ${place}: ${what}`);
	console.log(by === undefined ? `  red is ${failed.join("; ") || "nothing"}; not "${red}"` : `  by ${test} "${by}"`);
	return by !== undefined;
}

/** Runs those test files, and gives the names of the tests that failed; of a file that could not be run, its path. */
function run(files) {
	const report = join(copy, "report.json");
	rmSync(report, { force: true });
	const words = ["vitest", "run", "--reporter=json", `--outputFile=${report}`, ...files];
	const { stderr } = spawnSync("npx", words, { cwd: copy, encoding: "utf8", maxBuffer: 2 ** 26, timeout: 300_000 });
	if (!existsSync(report)) return [`${files.join(", ")} came to no end. ${stderr}`];
	return JSON.parse(readFileSync(report, "utf8")).testResults.flatMap(({ name, status, assertionResults: tests }) => {
		const failed = tests.filter((test) => test.status === "failed").map(({ fullName }) => fullName);
		return status === "failed" && failed.length === 0 ? [name] : failed;
	});
}
