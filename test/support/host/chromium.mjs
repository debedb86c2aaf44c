import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

const PLACES = [
	"/usr/bin/chromium",
	"/usr/bin/chromium-browser",
	"/usr/bin/google-chrome",
	"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The browser that drives the workbench: `CHROMIUM_PATH`, else Debian's chromium or a Chrome that is installed. */
function chromiumPath() {
	return process.env.CHROMIUM_PATH ?? PLACES.find((path) => existsSync(path));
}

export function launchBrowser({ headless = true, args = [] } = {}) {
	const executablePath = chromiumPath();
	if (executablePath === undefined) throw new Error("no chromium: run test/support/install.sh first");
	return chromium.launch({
		executablePath,
		headless,
		chromiumSandbox: process.getuid?.() !== 0, // root has no user namespace sandbox
		args: [
			"--disable-gpu",
			"--disable-quic",
			"--no-first-run",
			"--disable-component-update",
			"--disable-sync",
			"--disable-background-networking",
			"--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost", // nothing leaves loopback
			...args,
		],
	});
}
