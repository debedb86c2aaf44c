// The built panel in a real browser, outside of VS Code: its own document and policy, the values of four themes, and a
// stand-in for what VS Code gives a webview. Used by the panel's tests, its bench and its screenshots.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("../../", import.meta.url));
const dist = process.env.PANEL_DIST ?? join(root, "dist");

const TYPES = { ".css": "text/css", ".js": "text/javascript", ".png": "image/png", ".ttf": "font/ttf" };
const FILES = {
	"/panel.js": join(dist, "panel.js"),
	"/panel.css": join(dist, "panel.css"),
	"/attached.png": join(root, "media/icon.png"),
	"/codicon.ttf": join(dist, "codicon.ttf"),
	"/themes.css": join(root, "test/support/themes.css"),
};
const BODY_CLASSES = {
	dark: "vscode-dark",
	light: "vscode-light",
	hc: "vscode-high-contrast",
	"hc-light": "vscode-high-contrast-light vscode-high-contrast",
};

/** Dark, light and both kinds of high contrast, as `open` and `wear` take them. */
export const THEMES = Object.keys(BODY_CLASSES);

/** A TypeScript file of the tests with all that it imports. */
export async function load(path) {
	const { outputFiles } = await build({
		entryPoints: [join(root, path)],
		bundle: true,
		format: "esm",
		platform: "node",
		write: false,
	});
	return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}

/** Serves the panel on loopback until it is closed. */
export class PanelServer {
	static async start() {
		const { panelDocument } = await load("test/support/panelFixture.ts");
		const server = createServer((request, response) => {
			const url = new URL(request.url, "http://127.0.0.1");
			const file = FILES[url.pathname];
			if (file !== undefined) {
				response.setHeader("content-type", TYPES[extname(file)]);
				response.end(readFileSync(file));
				return;
			}
			if (url.pathname !== "/") {
				// A browser asks for an icon by itself.
				response.writeHead(204).end();
				return;
			}
			const { theme, language } = Object.fromEntries(url.searchParams);
			response.setHeader("content-type", "text/html; charset=utf-8");
			response.end(themed(panelDocument(language, `http://${request.headers.host}`), theme));
		});
		await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
		return new PanelServer(server);
	}

	constructor(server) {
		this.server = server;
		this.origin = `http://127.0.0.1:${server.address().port}`;
	}

	close() {
		this.server.closeAllConnections();
		return new Promise((resolve) => this.server.close(resolve));
	}

	/** Opens the panel and waits until it asks for its first snapshot. `zoom` 2 is 200 %: half as many CSS pixels fit. */
	async open(
		browser,
		{ theme = "dark", language = "en", width = 380, height = 900, zoom = 1, motion = "reduce" } = {},
	) {
		const viewport = { width, height };
		const page = await browser.newPage({ viewport, deviceScaleFactor: zoom, reducedMotion: motion });
		const problems = [];
		page.on("console", (message) => {
			if (["error", "warning"].includes(message.type())) problems.push(message.text());
		});
		page.on("pageerror", (error) => problems.push(String(error)));
		await page.addInitScript(standIn);
		await page.goto(`${this.origin}/?theme=${theme}&language=${language}`);
		const panel = new PanelPage(page, problems);
		await panel.ready();
		return panel;
	}
}

/** What a test sees of one opened panel. */
class PanelPage {
	constructor(page, problems) {
		this.page = page;
		/** Errors, and what the page's policy refused. */
		this.problems = problems;
	}

	async ready() {
		await this.page.waitForFunction(() => globalThis.posted.some(({ kind }) => kind === "ready"));
		await this.page.evaluate(() => document.fonts.load("16px codicon"));
	}

	/** Posts a snapshot as the extension does and waits until it is on the page and drawn. */
	async show(snapshot) {
		await this.page.evaluate(async (message) => {
			// A frame may come before the message does: only after it, cards out of which nothing was drawn have a text.
			const arrived = new Promise((resolve) => window.addEventListener("message", resolve, { once: true }));
			window.postMessage(JSON.parse(message));
			await arrived;
			await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
		}, JSON.stringify(snapshot));
	}

	/** What the panel has told the extension, by kind if one is named. */
	async posted(kind) {
		const all = await this.page.evaluate(() => globalThis.posted);
		return kind === undefined ? all : all.filter((message) => message.kind === kind);
	}

	/** The view is hidden and shown again: the page begins anew with what it has kept. */
	async reopen() {
		// Otherwise the browser scrolls by itself in a page that is loaded again.
		await this.page.evaluate(() => (history.scrollRestoration = "manual"));
		await this.page.reload();
		await this.ready();
	}

	/** Changes the theme of the open page, as VS Code does. */
	async wear(theme) {
		await this.page.evaluate(
			async ([name, classes]) => {
				document.documentElement.dataset.theme = name;
				document.body.className = `parley ${classes}`;
				// The toolkit's elements follow a frame later.
				for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
			},
			[theme, BODY_CLASSES[theme]],
		);
	}

	/** A new card takes no answer in its first moments. */
	async pastGuard() {
		await this.page.waitForTimeout(550);
	}

	live() {
		return this.page.locator("#live").textContent();
	}

	close() {
		return this.page.close();
	}
}

function themed(html, theme) {
	return html
		.replace("<html ", `<html data-theme="${theme}" `)
		.replace('<body class="parley">', `<body class="parley ${BODY_CLASSES[theme]}">`)
		.replace(
			"</head>",
			'<link rel="stylesheet" href="/themes.css"><style>html { background: var(--vscode-sideBar-background); }</style></head>',
		);
}

/** Runs in the page before its own script. */
function standIn() {
	globalThis.posted = [];
	globalThis.acquireVsCodeApi = () => ({
		postMessage: (message) => globalThis.posted.push(JSON.parse(JSON.stringify(message))),
		getState: () => JSON.parse(sessionStorage.getItem("state") ?? "null") ?? undefined,
		setState: (state) => sessionStorage.setItem("state", JSON.stringify(state)),
	});
}
