import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { BrokerDeps } from "../../src/broker/server";
import { BridgeProcess, publish, rendezvous, stateWithBridge } from "../support/bridgeHarness";
import { BrokerHarness } from "../support/brokerHarness";

/** Leads a session without a terminal, starts what it is told, and passes on what that hears and says. */
const DAEMON = `
	const { spawn } = require("node:child_process");
	const child = spawn(process.execPath, process.argv.slice(1), { stdio: "inherit" });
	child.on("exit", (code) => process.exit(code ?? 1));
`;

let installed: Awaited<ReturnType<typeof stateWithBridge>>;
let folder: string;
const windows: { harness: BrokerHarness; path: string }[] = [];
let bridge: BridgeProcess | undefined;

beforeAll(async () => {
	installed = await stateWithBridge();
});
afterAll(() => installed.dispose());
beforeEach(() => {
	folder = realpathSync(mkdtempSync(join(tmpdir(), "parley-claim-")));
});
afterEach(async () => {
	await bridge?.stop();
	for (const { harness, path } of windows.splice(0)) {
		rmSync(path, { force: true });
		await harness.close();
	}
	rmSync(folder, { recursive: true, force: true });
});

/** A live window; `clientStart` is what it finds in its terminals. */
async function open(clientStart: BrokerDeps["clientStart"]): Promise<{ harness: BrokerHarness; path: string }> {
	const harness = await BrokerHarness.start({ clientStart });
	const path = join(installed.state.run, `${randomBytes(8).toString("hex")}-1.json`);
	const { url } = harness.broker;
	publish(path, rendezvous({ url, token: harness.token, instance: harness.instance }));
	const window = { harness, path };
	windows.push(window);
	return window;
}

/** A file that no window writes any more. */
function closedWindow(): string {
	return join(installed.state.run, `${randomBytes(8).toString("hex")}-1.json`);
}

const has = (startedAt: number) => (): Promise<number> => Promise.resolve(startedAt);
const none = (): Promise<undefined> => Promise.resolve(undefined);

function startByDaemon(window: string, words = ["--agent", "codex", "--clarify"]): BridgeProcess {
	const command = ["setsid", process.execPath, "-e", DAEMON, installed.bridge];
	bridge = new BridgeProcess(installed.bridge, { window, cwd: folder, command, words });
	return bridge;
}

/** The windows in which the bridge's session is. */
function joined(): readonly string[] {
	return windows.filter(({ harness }) => harness.desk.sessions.all.length > 0).map(({ path }) => path);
}

describe.runIf(process.platform === "linux")("a bridge that an agent's daemon started", () => {
	it("joins the window whose terminal has the agent's program, not the one that its variable names", async () => {
		const asked: unknown[] = [];
		const named = await open(none);
		const other = await open((question) => {
			asked.push(question);
			return Promise.resolve(1);
		});
		await startByDaemon(named.path).initialize();
		expect(joined()).toEqual([other.path]);
		expect(asked).toEqual([{ agent: "codex", cwd: folder }]);
	});

	it("joins the one where it was started last if two have it", async () => {
		const windows = [await open(has(7)), await open(has(9)), await open(has(8))];
		await startByDaemon(windows[0]?.path ?? "").initialize();
		expect(joined()).toEqual([windows[1]?.path]);
	});

	it("finds its window although the one of its variable is closed", async () => {
		const other = await open(has(1));
		await startByDaemon(closedWindow()).initialize();
		expect(joined()).toEqual([other.path]);
	});

	it("waits a moment for a window that only starts now", async () => {
		let calls = 0;
		const late = await open(() => Promise.resolve(++calls > 2 ? 1 : undefined));
		await startByDaemon(closedWindow()).initialize();
		expect(joined()).toEqual([late.path]);
	});

	it("offers nothing and joins nobody where no window has it", async () => {
		const named = await open(none);
		const own = startByDaemon(named.path);
		const { result } = await own.initialize();
		expect(result).toMatchObject({ capabilities: { tools: { listChanged: true } } });
		expect(await own.request("tools/list")).toMatchObject({ result: { tools: [] } });
		expect(joined()).toEqual([]);
	});

	it("joins nobody when its entry does not say whose it is", async () => {
		const named = await open(has(1));
		await startByDaemon(named.path, ["--clarify"]).initialize();
		expect(joined()).toEqual([]);
	});

	it("does not ask a window whose file others can write", async () => {
		const asked: string[] = [];
		const unsafe = await open(() => {
			asked.push("unsafe");
			return Promise.resolve(99);
		});
		chmodSync(unsafe.path, 0o666);
		const other = await open(has(1));
		await startByDaemon(closedWindow()).initialize();
		expect({ asked, joined: joined() }).toEqual({ asked: [], joined: [other.path] });
	});

	it("asks anew each time the agent introduces itself", async () => {
		const first = await open(has(1));
		const second = await open(() => Promise.resolve(joinedOnce ? 2 : undefined));
		let joinedOnce = false;
		const own = startByDaemon(first.path);
		await own.initialize();
		expect(joined()).toEqual([first.path]);
		joinedOnce = true;
		await own.initialize();
		expect(second.harness.desk.sessions.all).toMatchObject([{ state: "live" }]);
	});
});

describe("a bridge that its agent started", () => {
	it("belongs to the window of its variable and asks no other", async () => {
		const asked: string[] = [];
		const named = await open(none);
		await open(() => {
			asked.push("other");
			return Promise.resolve(1);
		});
		bridge = new BridgeProcess(installed.bridge, { window: named.path, cwd: folder, words: ["--agent", "codex"] });
		await bridge.initialize();
		expect({ asked, joined: joined() }).toEqual({ asked: [], joined: [named.path] });
	});
});
