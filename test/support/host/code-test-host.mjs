#!/usr/bin/env node
// Stands in for the desktop VS Code executable in @vscode/test-electron's runTests(): takes the same arguments, opens
// the window on code-server in headless chromium, lets the real Node extension host run the suite, prints what it logs
// and exits with its code; with 124 if the suite does not end within PARLEY_TEST_TIMEOUT_S (300) seconds.
import { existsSync, mkdirSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { formatWithOptions } from "node:util";
import { launchBrowser } from "./chromium.mjs";
import { startServer } from "./server.mjs";
import { windowUrl } from "./windowUrl.mjs";

// The workbench logs through the same channel as the extension host's console, with nothing to tell them apart. Lines
// that start so say nothing about a test; PARLEY_TEST_VERBOSE=1 shows them all.
const NOISE = [
	"\\[(AgentHost|RemoteAgentHost|AccountPolicyGate|ChatModelSelection|Service Worker|reconnection-)",
	"Resolv(ing|ed) connection token",
	"Creating a socket",
	"Creation of workbench contribution",
	"Updating additional builtin",
	"Ignoring fetching additional builtin",
	"Timed out waiting for authentication provider",
	"Connection to the server",
	"\\[DefaultAccount",
	"Canceled: Canceled",
	"%c",
];
const noise = new RegExp(`^(${NOISE.join("|")})`);
const verbose = process.env.PARLEY_TEST_VERBOSE === "1";

const wanted = parseArguments(process.argv.slice(2));
const server = await startServer({
	userDataDir: wanted.userDataDir,
	extensionsDir: wanted.extensionsDir,
	trust: wanted.trust,
	// Without it a built workbench ignores extensionDevelopmentPath and extensionTestsPath. It also refuses every
	// modal dialog, as a desktop under test does.
	extraArgs: ["--vscode-option", "enable-smoke-test-driver"],
});
let browser;
let code = 1;
try {
	browser = await launchBrowser();
	code = await runSuite(await browser.newPage());
} catch (error) {
	console.error(error);
} finally {
	await browser?.close();
	await server.stop();
}
process.exit(code);

function parseArguments(args) {
	const found = { where: { developmentPath: [] } };
	let target;
	for (const arg of args) {
		const [, name, value] = /^--([^=]+)(?:=(.*))?$/s.exec(arg) ?? [];
		if (!name) target ??= resolve(arg);
		else if (name === "extensionDevelopmentPath") found.where.developmentPath.push(resolve(value));
		else if (name === "extensionTestsPath") found.where.testsPath = resolve(value);
		else if (name === "user-data-dir") found.userDataDir = resolve(value);
		else if (name === "extensions-dir") found.extensionsDir = resolve(value);
		else if (name === "disable-workspace-trust") found.trust = true;
		else if (name === "folder-uri" || name === "file-uri") target ??= new URL(value).pathname;
		// Everything else is for a desktop (--no-sandbox, --disable-updates, …).
	}
	const { testsPath } = found.where;
	if (!testsPath || !(existsSync(testsPath) || existsSync(`${testsPath}.js`)))
		throw new Error(`no tests: ${testsPath}`);
	if (target) found.where[statSync(target).isDirectory() ? "folder" : "workspace"] = target;
	if (found.userDataDir) mkdirSync(found.userDataDir, { recursive: true });
	return found;
}

/** Opens the window and gives the exit code of the suite in it. */
function runSuite(page) {
	return new Promise((done, fail) => {
		const seconds = Number(process.env.PARLEY_TEST_TIMEOUT_S ?? 300);
		setTimeout(() => {
			console.error(`the extension host tests did not end within ${seconds} s`);
			done(124);
		}, seconds * 1000).unref();
		process.once("SIGINT", () => done(130));
		process.once("SIGTERM", () => done(143));
		page.on("crash", () => fail(new Error("the page crashed")));
		page.on("dialog", (dialog) => void dialog.accept().catch(() => {}));
		let lost = false;
		const log = (type, args) => {
			const text = formatWithOptions({ colors: false }, ...args);
			if (/\[ExtensionHost\].*permanent error/.test(text)) lost = true;
			if (verbose || !noise.test(text)) (type === "error" ? console.error : console.log)(text);
		};
		const exit = (status, logs) => {
			if (status !== 0 && verbose) for (const each of logs) console.error(`--- ${each.relativePath}\n${each.contents}`);
			// A host that crashed or called process.exit() counts as 0 for a remote workbench.
			if (lost) console.error("the extension host process ended before the suite did");
			done(lost ? status || 1 : status);
		};
		const open = async () => {
			await page.exposeFunction("codeAutomationExit", exit);
			await page.exposeFunction("codeAutomationLog", log);
			await page.goto(windowUrl(server, wanted.where));
		};
		open().catch(fail);
	});
}
