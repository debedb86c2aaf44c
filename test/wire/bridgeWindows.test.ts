import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { BridgeProcess, publish, rendezvous, stateWithBridge } from "../support/bridgeHarness";
import { LiveWindow } from "../support/liveWindow";
import { StubBroker } from "../support/stubBroker";
import { until } from "../support/until.mjs";

let installed: Awaited<ReturnType<typeof stateWithBridge>>;
const windows: LiveWindow[] = [];
const bridges: BridgeProcess[] = [];

beforeAll(async () => {
	installed = await stateWithBridge();
});
afterAll(() => installed.dispose());
afterEach(async () => {
	for (const bridge of bridges.splice(0)) await bridge.stop();
	for (const window of windows.splice(0)) await window.dispose();
	rmSync(join(installed.state.root, "settings.json"), { force: true });
});

async function openWindow(key?: string, folders?: readonly string[]): Promise<LiveWindow> {
	const window = await LiveWindow.open(installed.state, key, folders);
	windows.push(window);
	return window;
}

function start(window: string | undefined, cwd?: string): BridgeProcess {
	const words = ["--agent", "codex", "--clarify"];
	const bridge = new BridgeProcess(installed.bridge, { window, words, ...(cwd === undefined ? {} : { cwd }) });
	bridges.push(bridge);
	return bridge;
}

async function toolNames(bridge: BridgeProcess): Promise<readonly string[]> {
	const { tools } = (await bridge.request("tools/list")).result as { tools: { name: string }[] };
	return tools.map(({ name }) => name);
}

const CLARIFY = { name: "clarify", arguments: { question: "Which database?" } };

test("an agent outside any window gets no tools, though windows are open", async () => {
	await openWindow();
	const bridge = start(undefined);
	const { result } = await bridge.initialize();
	const called = await bridge.request("tools/call", CLARIFY);
	expect([result?.["capabilities"], await toolNames(bridge), called.result?.["isError"]]).toEqual([
		{ tools: { listChanged: true } },
		[],
		true,
	]);
});

test("the introduction waits for a window that is a little late", async () => {
	const bridge = start(join(installed.state.run, "0123456789abcdef-1.json"));
	const introduced = bridge.initialize();
	await openWindow();
	expect((await introduced).result?.["serverInfo"]).toMatchObject({ version: "1.2.3" });
});

test("a window that comes later is joined within two seconds, and the agent is told to look again", async () => {
	const bridge = start(join(installed.state.run, "0123456789abcdef-1.json"));
	await bridge.initialize();
	const before = await toolNames(bridge);
	await openWindow();
	const opened = performance.now();
	await until("the agent is told", () => bridge.notifications("notifications/tools/list_changed") === 1);
	const took = performance.now() - opened;
	expect({ before, after: await toolNames(bridge), isSoon: took < 2_000 }).toEqual({
		before: [],
		after: ["clarify", "update_plan", "request_approval"],
		isSoon: true,
	});
});

test("of two windows with the same folder a bridge keeps to its own, also while that one reloads", async () => {
	const [mine, other] = [await openWindow(), await openWindow()];
	const bridge = start(mine.path);
	await bridge.initialize();
	const asked = bridge.request("tools/call", CLARIFY);
	const { id } = await mine.question();
	await mine.leave();
	// Long enough for more than one attempt.
	await new Promise((resolve) => setTimeout(resolve, 700));
	const strayed = other.sessions.length;
	await mine.start();
	await mine.answer("SQLite");
	expect({ strayed, answered: (await asked).result?.["structuredContent"] }).toEqual({
		strayed: 0,
		answered: { clarify_id: id, response: "SQLite", reason: "response" },
	});
});

test("agents in two windows ask each in its own", async () => {
	const [one, two] = [await openWindow(), await openWindow("empty")];
	const answers = [one, two].map(async (window, at) => {
		const bridge = start(window.path);
		await bridge.initialize();
		const asked = bridge.request("tools/call", CLARIFY);
		await window.answer(`window ${at}`);
		return ((await asked).result?.["structuredContent"] as { response: string }).response;
	});
	expect(await Promise.all(answers)).toEqual(["window 0", "window 1"]);
});

test("with the setting on, an agent outside joins the one live window with the nearest folder", async () => {
	const work = join(installed.state.root, "work");
	const deep = join(work, "web", "src");
	mkdirSync(deep, { recursive: true });
	mkdirSync(`${work}-other`, { recursive: true });
	writeFileSync(join(installed.state.root, "settings.json"), '{"attachOutsideTerminals":true}', { mode: 0o600 });
	const [outer, inner] = [
		await openWindow("aaaaaaaaaaaaaaaa", [work]),
		await openWindow("bbbbbbbbbbbbbbbb", [join(work, "web")]),
	];
	const gone = await StubBroker.listen();
	const stale = join(installed.state.run, "cccccccccccccccc-1.json");
	publish(stale, rendezvous(gone, [deep]));
	await gone.close();
	const places = {
		deep: start(undefined, deep),
		outer: start(undefined, work),
		beside: start(undefined, `${work}-other`),
	};
	for (const bridge of Object.values(places)) await bridge.initialize();
	const joined = {
		inner: inner.claims.map(({ cwd }) => cwd),
		outer: outer.claims.map(({ cwd }) => cwd),
		beside: await toolNames(places.beside),
	};
	rmSync(stale);
	expect(joined).toEqual({ inner: [deep], outer: [work], beside: [] });
});

test("with the setting on, two windows with the same folder are none, and a terminal's window stays the only one", async () => {
	const work = join(installed.state.root, "work");
	mkdirSync(work, { recursive: true });
	writeFileSync(join(installed.state.root, "settings.json"), '{"attachOutsideTerminals":true}', { mode: 0o600 });
	await openWindow("aaaaaaaaaaaaaaaa", [work]);
	const away = start(join(installed.state.run, "0123456789abcdef-9.json"), work);
	await away.initialize();
	await openWindow("aaaaaaaaaaaaaaaa", [work]);
	const outside = start(undefined, work);
	await outside.initialize();
	expect([await toolNames(away), await toolNames(outside)]).toEqual([[], []]);
});

test("a setting that others could have written counts for nothing", async () => {
	const work = join(installed.state.root, "work");
	mkdirSync(work, { recursive: true });
	writeFileSync(join(installed.state.root, "settings.json"), '{"attachOutsideTerminals":true}', { mode: 0o644 });
	await openWindow("aaaaaaaaaaaaaaaa", [work]);
	const bridge = start(undefined, work);
	await bridge.initialize();
	expect(await toolNames(bridge)).toEqual([]);
});
