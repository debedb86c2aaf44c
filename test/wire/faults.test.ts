/*
 * What can go wrong around a question, and the test that shows what comes of it.
 *
 * window reload                       bridgeReload "a question survives reload after reload…", ui/reload
 * extension host killed               here; ui/faults in the real one
 * bridge killed                       bridgeEnds "a bridge that is killed in a call…", "…ends its session"
 * bridge ended by a signal            bridgeEnds "%s ends a bridge in a call at once…"
 * agent killed, stopped               here
 * extension updated                   here; ui/faults
 * three windows opened at once        here; node/rendezvousProcesses, ui/windows
 * broker port taken at restart        faultsConnections; brokerListen "on another if that is taken"
 * response stream cut                 faultsConnections; bridgeReload and brokerResend by hand
 * half-open socket                    faultsConnections; brokerStreams "is not blocked by a client that does not read"
 * window closed                       faultsConnections; bridge/loss "a window that stays away for a minute…"
 * a stranger on the window's port     bridgeTrust "learns nothing when it…", "gets the nonce and nothing else…"
 * rendezvous file unfit at a start    bridgeTrust "a rendezvous file is no window when…", node/rendezvousFiles
 * rendezvous file unfit later         faultsFiles; faultsPlace: an open window writes its own again
 * storage corrupt                     faultsFiles; node/sessionStore, historyStore, ruleStore each for itself
 * disk full                           faultsDisk; core/saving, approvals, allowAlways with a store that refuses
 * a write killed in the middle        agents/interruptedWrite, node/historyStore "…killed again and again…"
 * clock set, machine slept            faultsClock; core/questionTime, reconnect, reload with the clock alone
 * what these tests see                faultsSeen
 * many connections, endless bodies    brokerLoad, attackConnections
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { asksAgain, asksBoth, CLARIFY, idOf, outcome } from "../support/faultCalls";
import type { FaultScene } from "../support/faultScene";
import { eachFaultScene } from "../support/faultScenes";

let scene: FaultScene;
let dist: string;
eachFaultScene((...each) => ([scene, dist] = each));

test("an extension host that is killed loses nothing that was open: draft, time, question, approval", async () => {
	const killed = scene.process();
	const { path, port } = await killed.do("start");
	const bridge = await scene.bridge(path);
	const { asked, wanted } = asksBoth(bridge);
	const before = await killed.waiting(2);
	await killed.draft(idOf("question", before), "SQ");
	const typed = await killed.waiting(2);
	await killed.signal("SIGKILL");

	const next = scene.process();
	const started = await next.do("start");
	const after = await next.waiting(2);
	// Its time goes on from what was stored with the last change.
	const spent = typed.map(({ leftMs }, at) => leftMs - (after[at]?.leftMs ?? 0));
	await next.allow(idOf("approval", after));
	await next.answer(idOf("question", after), "SQLite");
	expect({
		path: started.path === path,
		port: started.port === port,
		ids: after.map(({ id }) => id),
		drafts: after.map(({ draft }) => draft).sort(),
		isTimeKept: spent.every((ms) => Math.abs(ms) < 5_000),
		got: [await asked, await wanted],
		again: await asksAgain(bridge, next),
		logged: (await next.do("look")).logged,
		left: await scene.nothingLeft(),
	}).toMatchObject({
		path: true,
		port: true,
		ids: before.map(({ id }) => id),
		drafts: ["", "SQ"],
		isTimeKept: true,
		got: [
			{ response: "SQLite", reason: "response" },
			{ decision: "allow_once", reason: "user" },
		],
		again: "response: the next one",
		logged: [],
		left: [],
	});
});

/** An agent as a process of its own: starts the bridge, asks one question, prints what it gets for it. */
const AGENT = `
	const [launcher, cwd] = process.argv.slice(1);
	const bridge = require("node:child_process").spawn(launcher, ["--agent", "codex", "--clarify"], { cwd, stdio: ["pipe", "pipe", "inherit"] });
	const say = (message) => bridge.stdin.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\\n");
	say({ id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "a", version: "1" } } });
	require("node:readline").createInterface({ input: bridge.stdout }).on("line", (line) => {
		const { id, result } = JSON.parse(line);
		if (id === 1) {
			say({ method: "notifications/initialized" });
			say({ id: 2, method: "tools/call", params: { name: "clarify", arguments: { question: "Whose?" }, _meta: { progressToken: 1 } } });
		}
		if (id === 2) console.log(JSON.stringify(result.structuredContent));
	});
`;

async function agentProcess(window: string): Promise<ReturnType<typeof spawn>> {
	const words = ["-e", AGENT, join(scene.root, "bin/parley-bridge"), scene.folder];
	const agent = spawn(process.execPath, words, {
		env: { PATH: process.env["PATH"], PARLEY_WINDOW: window },
		stdio: ["ignore", "pipe", "inherit"],
	});
	await once(agent, "spawn");
	return agent;
}

test("an agent that is killed takes its question along, and its bridge", async () => {
	const window = await scene.window();
	const agent = await agentProcess(window.path);
	const [question] = await window.waiting(1);
	await window.draft(question?.id ?? "", "half an ans");
	agent.kill("SIGKILL");
	await window.waiting(0);
	const bridge = await scene.bridge(window.path);
	expect({
		outcome: window.desk.clarifications.outcomeOf(question?.id ?? ""),
		drafts: window.desk.clarifications.drafts.map(({ draft, reason }) => [draft.text, reason]),
		again: await asksAgain(bridge, window),
		left: await scene.nothingLeft(),
	}).toEqual({
		outcome: { reason: "cancelled", response: "" },
		drafts: [["half an ans", "cancelled"]],
		again: "response: the next one",
		left: [],
	});
});

test("an agent that is stopped keeps its question, and gets the answer when it goes on", async () => {
	const window = await scene.window();
	const agent = await agentProcess(window.path);
	const [question] = await window.waiting(1);
	agent.kill("SIGSTOP");
	// Its bridge writes signs of life all the while, which nobody reads.
	scene.clock.advance(240_000);
	const still = await window.waiting(1);
	await window.answer(question?.id ?? "", "mine");
	await window.waiting(0);
	const lines = agent.stdout === null ? undefined : createInterface({ input: agent.stdout });
	const said = lines === undefined ? undefined : once(lines, "line");
	agent.kill("SIGCONT");
	const [line] = ((await said) ?? []) as readonly string[];
	agent.kill();
	const bridge = await scene.bridge(window.path);
	expect({
		still: still.map(({ id }) => id === question?.id),
		got: JSON.parse(line ?? "") as unknown,
		again: await asksAgain(bridge, window),
		left: await scene.nothingLeft(),
	}).toMatchObject({
		still: [true],
		got: { response: "mine", reason: "response" },
		again: "response: the next one",
		left: [],
	});
});

test("a bridge that is stopped for longer than any sign of life keeps its calls", async () => {
	const window = await scene.window();
	const bridge = await scene.bridge(window.path);
	const { asked, wanted } = asksBoth(bridge);
	const before = await window.waiting(2);
	bridge.child.kill("SIGSTOP");
	for (let second = 0; second < 200; second += 10) scene.clock.advance(10_000);
	const after = await window.waiting(2);
	await window.allow(idOf("approval", after));
	await window.answer(idOf("question", after), "SQLite");
	bridge.child.kill("SIGCONT");
	expect({
		ids: after.map(({ id }) => id),
		got: [await asked, await wanted],
		again: await asksAgain(bridge, window),
		left: await scene.nothingLeft(),
	}).toMatchObject({
		ids: before.map(({ id }) => id),
		got: [{ response: "SQLite" }, { decision: "allow_once" }],
		again: "response: the next one",
		left: [],
	});
});

test("an extension host that is stopped answers when it goes on, and nobody else answers meanwhile", async () => {
	const window = scene.process();
	const { path } = await window.do("start");
	const bridge = await scene.bridge(path);
	const { asked, wanted } = asksBoth(bridge);
	const before = await window.waiting(2);
	await window.signal("SIGSTOP");
	// A second window of the same folder opens meanwhile: the slot is not free.
	const other = scene.process();
	const opened = await other.do("start");
	const pinged = bridge.request("tools/list");
	await window.signal("SIGCONT");
	await pinged;
	const after = await window.waiting(2);
	await window.allow(idOf("approval", after));
	await window.answer(idOf("question", after), "SQLite");
	expect({
		ids: after.map(({ id }) => id),
		isOther: opened.path !== path,
		shownThere: (await other.do("look")).shown,
		got: [await asked, await wanted],
		again: await asksAgain(bridge, window),
		left: await scene.nothingLeft(),
	}).toMatchObject({
		ids: before.map(({ id }) => id),
		isOther: true,
		shownThere: [],
		got: [{ response: "SQLite" }, { decision: "allow_once" }],
		again: "response: the next one",
		left: [],
	});
});

test("three windows that are opened at once ask each for itself", async () => {
	const windows = [scene.process(), scene.process(), scene.process()];
	const opened = await Promise.all(windows.map((window) => window.do("start")));
	const bridges = await Promise.all(opened.map(({ path }) => scene.bridge(path)));
	const calls = bridges.map((bridge) => outcome(bridge, CLARIFY));
	for (const [at, window] of windows.entries()) {
		await window.answer(idOf("question", await window.waiting(1)), `window ${at}`);
	}
	const got = (await Promise.all(calls)) as readonly { readonly response: string }[];
	expect({
		paths: new Set(opened.map(({ path }) => path)).size,
		ports: new Set(opened.map(({ port }) => port)).size,
		stores: scene.files("windows").filter((name) => !name.includes("/")).length,
		got: got.map(({ response }) => response),
		told: opened.flatMap(({ told, logged }) => [...told, ...logged]),
		left: await scene.nothingLeft(),
	}).toEqual({ paths: 3, ports: 3, stores: 3, got: ["window 0", "window 1", "window 2"], told: [], left: [] });
});

test("an extension that is updated while a question is open answers it, with the bridge of before", async () => {
	const newer = join(scene.base, "newer");
	cpSync(dist, newer, { recursive: true });
	appendFileSync(join(newer, "bridge.cjs"), "\n// newer\n");
	const window = await scene.window();
	const { path } = window;
	const bridge = await scene.bridge(path);
	const { asked, wanted } = asksBoth(bridge);
	const before = await window.waiting(2);
	await window.draft(idOf("question", before), "SQ");
	await window.leave();

	const updated = await scene.window({ dist: newer, version: "1.3.0" });
	const after = await updated.waiting(2);
	await updated.allow(idOf("approval", after));
	await updated.answer(idOf("question", after), "SQLite");
	const installed = (): string => readFileSync(join(scene.root, "bin/bridge.cjs"), "utf8");
	const next = await scene.bridge(path);
	expect({
		path: updated.path === path,
		ids: after.map(({ id }) => id),
		draft: after.find(({ kind }) => kind === "question")?.draft,
		got: [await asked, await wanted],
		isNewer: installed().endsWith("// newer\n"),
		again: [await asksAgain(bridge, updated), await asksAgain(next, updated)],
		logged: updated.logged,
		left: await scene.nothingLeft(),
	}).toMatchObject({
		path: true,
		ids: before.map(({ id }) => id),
		draft: "SQ",
		got: [{ response: "SQLite" }, { decision: "allow_once" }],
		isNewer: true,
		again: ["response: the next one", "response: the next one"],
		logged: [],
		left: [],
	});
});
