// What Parley costs a window, in the real extension host: whole activation against an empty extension in the same window,
// the longest block of the host until the broker stands, and memory. One fresh window per run.
// Options: --runs N (default 3), --quick. Prints JSON lines {bench, metric, parley, yardstick, ratio, goal}.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runTests } from "@vscode/test-electron";
import { median, round } from "./measure.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const option = process.argv.indexOf("--runs");
const runs = option < 0 ? (process.argv.includes("--quick") ? 1 : 3) : Number(process.argv[option + 1]);
const tmp = mkdtempSync(join(tmpdir(), "parley-activation-"));
const report = join(tmp, "report.json");

const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
// A window takes one extension under development; the empty ones are installed.
const installed = join(tmp, "x");
for (const name of ["warm-up", "floor"]) {
	extension(join(installed, `bench.${name}-0.0.1`), { ...basics(name), main: "./main.cjs" }, (folder) =>
		writeFileSync(join(folder, "main.cjs"), "exports.activate = () => {};\n"),
	);
}
const parley = join(tmp, "parley");
extension(parley, { ...manifest, activationEvents: [] }, (folder) => {
	for (const part of ["dist", "media", "l10n", "package.nls.json", "package.nls.zh-cn.json"])
		cpSync(join(root, part), join(folder, part), { recursive: true });
});
const suite = join(tmp, "suite.cjs");
cpSync(join(root, "test/bench/activationSuite.cjs"), suite);

const results = [];
try {
	for (let i = 0; i < runs; i++) {
		rmSync(report, { force: true });
		const workspace = join(tmp, `folder-${i}`);
		mkdirSync(workspace);
		await runTests({
			vscodeExecutablePath: process.env.VSCODE_EXECUTABLE ?? join(root, "test/support/host/code-test-host.mjs"),
			extensionDevelopmentPath: parley,
			extensionTestsPath: suite,
			extensionTestsEnv: { ACTIVATION_REPORT: report, XDG_STATE_HOME: join(tmp, `state-${i}`) },
			launchArgs: [workspace, `--user-data-dir=${join(tmp, `u${i}`)}`, `--extensions-dir=${installed}`],
		});
		if (!existsSync(report)) throw new Error("the suite left no report");
		results.push(JSON.parse(readFileSync(report, "utf8")));
	}
} finally {
	rmSync(tmp, { recursive: true, force: true });
}

const middle = (pick) => round(median(results.map(pick)), 1);
const line = (metric, parley, yardstick, goal) =>
	console.log(
		JSON.stringify({
			bench: "activation",
			case: "against an empty extension",
			metric,
			parley,
			yardstick,
			ratio: yardstick === undefined ? undefined : round(parley / yardstick),
			goal,
		}),
	);
line(
	"whole activation ms",
	middle((r) => r.parleyMs),
	middle((r) => r.floorMs),
	"≤ yardstick + 20",
);
line(
	"broker listens after ms",
	middle((r) => r.listeningMs),
	undefined,
	undefined,
);
line(
	"longest block of the host ms",
	middle((r) => r.longestBlockMs),
	undefined,
	"≤ 120",
);
line(
	"RSS MiB more",
	middle((r) => r.rssMiB),
	undefined,
	"≤ 12",
);
line(
	"heap MiB more",
	middle((r) => r.heapMiB),
	undefined,
	"≤ 9",
);

function basics(name) {
	return { name, publisher: "bench", version: "0.0.1", engines: { vscode: "^1.101.0" }, activationEvents: [] };
}

function extension(folder, packageJson, fill) {
	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, "package.json"), JSON.stringify(packageJson));
	fill(folder);
}
