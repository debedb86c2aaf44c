import { launchBrowser } from "../support/host/chromium.mjs";
import { startServer } from "../support/host/server.mjs";
import { windowUrl } from "../support/host/windowUrl.mjs";
import { playPerson } from "./person.mjs";

/**
 * Opens the scene in the VS Code server: with a scripted person, in a browser window, or, without a display, in
 * whatever browser opens the address that it prints.
 */
export async function showInBrowser(scene, isHeadless) {
	const server = await startServer({
		trust: true,
		vsix: Object.values(scene.packages),
		env: scene.env,
	});
	const url = windowUrl(server, { folder: scene.folder });
	try {
		if (isHeadless) await withBrowser({ headless: true }, (page) => playPerson(page, server, scene));
		else if (hasDisplay())
			await withBrowser({ headless: false, args: ["--start-maximized"] }, (page) => watch(page, url));
		else await tellAddress(url);
	} finally {
		await server.stop();
	}
}

async function withBrowser(options, use) {
	const browser = await launchBrowser(options);
	try {
		const viewport = options.headless ? { width: 1280, height: 800 } : null;
		await use(await browser.newPage({ viewport }));
	} finally {
		await browser.close();
	}
}

async function watch(page, url) {
	await page.goto(url);
	console.log("VS Code opens. The demo ends when you close its window.");
	await page.waitForEvent("close", { timeout: 0 });
}

async function tellAddress(url) {
	console.log(`There is no display here. Open this address in a browser on this machine:\n\n    ${url}\n`);
	console.log("The demo ends with Ctrl-C.");
	await new Promise(() => {
		setInterval(() => {}, 60_000); // a pending promise alone does not keep the process
	});
}

function hasDisplay() {
	return process.platform !== "linux" || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}
