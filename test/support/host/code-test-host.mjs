#!/usr/bin/env node
// Stands in for the desktop VS Code executable in @vscode/test-electron's runTests(): takes the same
// arguments, opens the window on code-server in headless chromium, lets the real Node extension host run
// the suite, prints what it logs and exits with its code.
// Ends with 124 if the suite does not end within EXTHOST_TIMEOUT_S (default 300) seconds.
import { existsSync, mkdirSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { formatWithOptions } from "node:util";
import { startServer, windowUrl } from "./server.mjs";
import { launchBrowser } from "./workbench.mjs";

// The workbench logs through the same channel as the extension host's console, with nothing to tell them
// apart. These lines say nothing about a test; EXTHOST_VERBOSE=1 shows them all.
const noise = new RegExp(
	"^(\\[(AgentHost|RemoteAgentHost|AccountPolicyGate|ChatModelSelection|Service Worker|reconnection-)" +
		"|Resolv(ing|ed) connection token|Creating a socket|Creation of workbench contribution|Updating additional builtin|Ignoring fetching additional builtin" +
		"|Timed out waiting for authentication provider|Connection to the server|\\[DefaultAccount|Canceled: Canceled|%c)",
);

const opts = { developmentPath: [], verbose: process.env.EXTHOST_VERBOSE === "1" };
const positional = [];
for (const arg of process.argv.slice(2)) {
	const [, name, value] = /^--([^=]+)(?:=(.*))?$/s.exec(arg) ?? [];
	if (!name) positional.push(resolve(arg));
	else if (name === "extensionDevelopmentPath") opts.developmentPath.push(resolve(value));
	else if (name === "extensionTestsPath") opts.testsPath = resolve(value);
	else if (name === "user-data-dir") opts.userDataDir = resolve(value);
	else if (name === "extensions-dir") opts.extensionsDir = resolve(value);
	else if (name === "disable-workspace-trust") opts.trust = true;
	else if (name === "folder-uri" || name === "file-uri") positional.push(new URL(value).pathname);
	// Everything else is for a desktop (--no-sandbox, --disable-updates, ...).
}
if (!opts.testsPath) throw new Error("--extensionTestsPath is missing");
const target = positional[0];
const where = { developmentPath: opts.developmentPath, testsPath: opts.testsPath };
if (target) where[statSync(target).isDirectory() ? "folder" : "workspace"] = target;
if (!existsSync(opts.testsPath) && !existsSync(`${opts.testsPath}.js`))
	throw new Error(`no such tests: ${opts.testsPath}`);
if (opts.userDataDir) mkdirSync(opts.userDataDir, { recursive: true });

const server = await startServer({
	userDataDir: opts.userDataDir,
	extensionsDir: opts.extensionsDir,
	trust: opts.trust,
	// Without it a built workbench ignores extensionDevelopmentPath and extensionTestsPath.
	extraArgs: ["--vscode-option", "enable-smoke-test-driver"],
});
let browser;
let code = 1;
try {
	browser = await launchBrowser();
	const page = await browser.newPage();
	code = await new Promise((done, fail) => {
		const seconds = Number(process.env.EXTHOST_TIMEOUT_S ?? 300);
		setTimeout(() => {
			console.error(`the extension host tests did not end within ${seconds} s`);
			done(124);
		}, seconds * 1000).unref();
		process.once("SIGINT", () => done(130));
		process.once("SIGTERM", () => done(143));
		page.on("crash", () => fail(new Error("the page crashed")));
		page.on("dialog", (d) => void d.accept().catch(() => {}));
		let lost = false;
		const say = (type, args) => {
			const text = formatWithOptions({ colors: false }, ...args);
			if (/\[ExtensionHost\].*permanent error/.test(text)) lost = true;
			if (opts.verbose || !noise.test(text)) (type === "error" ? console.error : console.log)(text);
		};
		void (async () => {
			await page.exposeFunction("codeAutomationExit", (exit, logs) => {
				if (exit !== 0 && opts.verbose) for (const l of logs) console.error(`--- ${l.relativePath}\n${l.contents}`);
				// A host that crashed or called process.exit() counts as 0 for a remote workbench.
				if (lost) console.error("the extension host process ended before the suite did");
				done(lost ? exit || 1 : exit);
			});
			await page.exposeFunction("codeAutomationLog", say);
			await page.goto(windowUrl(server, where));
		})().catch(fail);
	});
} catch (e) {
	console.error(e);
} finally {
	await browser?.close();
	await server.stop();
}
process.exit(code);
