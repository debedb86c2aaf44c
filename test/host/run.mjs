// Runs the suites of this folder inside a real extension host, once in a window with a folder and once with a workspace
// of two: in the desktop VS Code of this machine, else in the VS Code server that install.sh put into the cache. With
// --desktop a VS Code is downloaded where none is installed; VSCODE_VERSION=1.101.0 names which.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runTests } from "@vscode/test-electron";
import { closingLine } from "../support/gate/counts.mjs";
import { desktopExecutable } from "../support/host/desktop.mjs";
import { cacheDir } from "../support/host/installed.mjs";
import { quietSettings } from "../support/host/settings.mjs";
import "./build.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const standIn = join(root, "test/support/host/code-test-host.mjs");
const executable = desktopExecutable() ?? (process.argv.includes("--desktop") ? undefined : standIn);

const total = { passed: 0, failed: 0, skipped: 0 };
for (const kind of ["folder", "multi-root"]) await runWindow(kind);
console.log(closingLine(total));
process.exitCode = total.failed > 0 ? 1 : 0;

async function runWindow(kind) {
	const home = mkdtempSync(join(tmpdir(), "parley-host-"));
	const report = join(home, "report.json");
	const profile = join(home, "profile");
	const extensions = join(home, "extensions");
	// As an installed extension: a window in the browser has one extension under development.
	cpSync(join(root, "test/host/probe"), join(extensions, "parley-dev.parley-probe-0.0.1"), { recursive: true });
	mkdirSync(join(profile, "User"), { recursive: true });
	writeFileSync(join(profile, "User/settings.json"), JSON.stringify(quietSettings));
	console.log(`== a ${kind} window`);
	const failure = await runTests({
		...(executable ? { vscodeExecutablePath: executable } : { version: process.env.VSCODE_VERSION ?? "stable" }),
		extensionDevelopmentPath: root,
		extensionTestsPath: join(root, "out/host/suite.js"),
		extensionTestsEnv: {
			PARLEY_TEST_REPORT: report,
			PARLEY_TEST_WINDOW: kind,
			// Nothing of this machine's user is touched.
			HOME: home,
			XDG_STATE_HOME: join(home, "state"),
			PARLEY_TEST_CACHE: cacheDir(),
		},
		launchArgs: [
			windowTarget(kind, home),
			`--user-data-dir=${profile}`,
			`--extensions-dir=${extensions}`,
			"--disable-workspace-trust",
		],
	}).then(
		() => undefined,
		(error) => error,
	);
	// The report says what ran; the exit code must agree with it.
	const outcomes = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : [];
	for (const { state } of outcomes) total[state]++;
	const failed = outcomes.some(({ state }) => state === "failed");
	if (outcomes.length === 0 || (failure && !failed)) {
		console.error(`the ${kind} window ended without a whole report: ${failure ?? "no test ran"}`);
		total.failed++;
	}
	rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

function windowTarget(kind, home) {
	const folders = ["web-shop", "api"].map((name) => join(home, name));
	for (const folder of folders) mkdirSync(folder);
	if (kind === "folder") return folders[0];
	const file = join(home, "shop.code-workspace");
	writeFileSync(file, JSON.stringify({ folders: folders.map((path) => ({ path })) }));
	return file;
}
