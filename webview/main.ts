import "./panel.css";
import type { Page } from "../src/protocol/page";
import type { Snapshot } from "../src/protocol/snapshot";
import { registerElements } from "./elements";
import { parseMemory } from "./panelMemory";
import { PanelView } from "./panelView";

/** What VS Code gives a webview to talk to its extension. */
interface WebviewApi {
	postMessage(message: unknown): void;
	getState(): unknown;
	setState(state: unknown): void;
}

declare function acquireVsCodeApi(): WebviewApi;

const api = acquireVsCodeApi();
const [root, live, page] = ["panel", "live", "page"].map((id) => document.getElementById(id));
if (root && live && page) {
	registerElements();
	const view = new PanelView(root, live, JSON.parse(page.textContent) as Page, parseMemory(api.getState()), {
		post: (intent) => api.postMessage(intent),
		remember: (memory) => api.setState(memory),
	});
	window.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
		if (isSnapshot(data)) view.show(data);
	});
	document.addEventListener("visibilitychange", () => view.visibilityChanged());
	document.addEventListener("scrollend", () => view.scrolled());
	window.addEventListener("pagehide", () => view.visibilityChanged());
	window.addEventListener("blur", () => view.visibilityChanged());
	api.postMessage({ kind: "ready" });
}

/** Only the extension and VS Code itself can post to this page: the kind tells them apart. */
function isSnapshot(data: unknown): data is Snapshot {
	return typeof data === "object" && data !== null && Reflect.get(data, "kind") === "snapshot";
}
