import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { bootId } from "../../../src/node/bootId";
import { startOf } from "../../../src/node/processes";
import { workspaceKey } from "../../../src/node/rendezvousKey";
import { parseRendezvous } from "../../../src/wire/rendezvous";
import { deadPid, KEY, SlotWindows } from "../../support/slotWindows";

const SECOND_MS = 1_000;

let windows: SlotWindows;
beforeEach(() => {
	windows = new SlotWindows();
});
afterEach(() => windows.dispose());

test("what a window publishes is what bridges read, in a file of its user only", async () => {
	const { slot, broker } = await windows.open();
	expect({
		slot: { name: slot.name, path: slot.path },
		mode: statSync(slot.path).mode & 0o777,
		window: parseRendezvous(readFileSync(slot.path, "utf8")),
		files: windows.files,
	}).toEqual({
		slot: { name: `${KEY}-1`, path: join(windows.state.run, `${KEY}-1.json`) },
		mode: 0o600,
		window: {
			v: 1,
			url: broker.url,
			token: broker.token,
			pid: process.pid,
			bootId: bootId(),
			host: hostname(),
			instance: broker.instance,
			folders: ["/folder"],
			startedAt: windows.now,
		},
		files: [`${KEY}-1.json`],
	});
});

test("three windows that open at once get three slots, with and without a folder", async () => {
	const same = await Promise.all([windows.claim(), windows.claim(), windows.claim()]);
	const empty = await Promise.all(["empty", "empty", "empty"].map((key) => windows.claim({ key })));
	expect([...same, ...empty].map(({ name }) => name).sort()).toEqual([
		`${KEY}-1`,
		`${KEY}-2`,
		`${KEY}-3`,
		"empty-1",
		"empty-2",
		"empty-3",
	]);
});

test("a second window of the same folder leaves the first one's slot alone", async () => {
	const first = await windows.open();
	const second = await windows.open();
	first.slot.publish({ url: first.broker.url, token: first.broker.token, folders: [] });
	expect([first.slot.name, second.slot.name]).toEqual([`${KEY}-1`, `${KEY}-2`]);
});

test("a window that reloads gets its slot back, with the port that it had", async () => {
	const { slot, broker } = await windows.open();
	slot.release();
	const window = parseRendezvous(readFileSync(slot.path, "utf8"));
	windows.now += 2 * SECOND_MS;
	const again = await windows.claim();
	expect({ window, secret: readFileSync(slot.path, "utf8").includes(broker.token), again }).toMatchObject({
		window: undefined,
		secret: false,
		again: { name: `${KEY}-1`, lastPort: broker.port },
	});
});

test("of two windows that reload, the terminals' slot is taken back whatever the order", async () => {
	const [first, second] = [await windows.open(), await windows.open()];
	first.slot.release();
	windows.now += SECOND_MS;
	second.slot.release();
	const again = await windows.claim({ restored: [first.slot.path] });
	const other = await windows.claim({ restored: [second.slot.path, second.slot.path] });
	expect([again.name, other.name]).toEqual([`${KEY}-1`, `${KEY}-2`]);
});

test("the slot of most terminals wins; paths that are no slot of this folder count for nothing", async () => {
	const path = (name: string): string => join(windows.state.run, `${name}.json`);
	const restored = [path("empty-4"), "/elsewhere/run/empty-1.json", path("..-1"), path(`${KEY}-7`), path(`${KEY}-7`)];
	const slot = await windows.claim({ restored });
	const next = await windows.claim({ restored });
	expect([slot.name, next.name]).toEqual([`${KEY}-7`, "empty-4"]);
});

test("a restored slot whose old window is just leaving is waited for", async () => {
	const { slot, broker } = await windows.open();
	const claiming = windows.claim({ restored: [slot.path] });
	await setTimeout(200);
	await windows.close(broker);
	expect((await claiming).name).toBe(slot.name);
});

test("a restored slot that another window goes on using is not taken", async () => {
	const { slot } = await windows.open();
	expect((await windows.claim({ restored: [slot.path] })).name).toBe(`${KEY}-2`);
});

test("the lowest slot is taken that is neither in use nor freed a moment ago", async () => {
	const [first, second] = [await windows.open(), await windows.open(), await windows.open()];
	first.slot.release();
	windows.now += 30 * SECOND_MS;
	second.slot.release();
	windows.now += 29 * SECOND_MS;
	const recent = await windows.claim();
	recent.release();
	windows.now += 31 * SECOND_MS;
	expect([recent.name, (await windows.claim()).name]).toEqual([`${KEY}-2`, `${KEY}-1`]);
});

test("the slots of a window that crashed, of another boot and of a port that is a stranger's now are free", async () => {
	const [crashed, rebooted, stranger, live] = [
		await windows.listen(),
		await windows.listen(),
		await windows.listen(),
		await windows.listen(),
	];
	stranger.provesWith = "f".repeat(64);
	windows.write(1, crashed, { pid: deadPid() });
	windows.write(2, rebooted, { bootId: "another" });
	windows.write(3, stranger);
	windows.write(4, live);
	const names: string[] = [];
	for (let times = 0; times < 4; times++) names.push((await windows.claim()).name);
	expect(names).toEqual([`${KEY}-1`, `${KEY}-2`, `${KEY}-3`, `${KEY}-5`]);
});

test("a window that is too busy to answer keeps its slot, and so does one of another machine", async () => {
	const busy = createServer().listen(0, "127.0.0.1");
	await once(busy, "listening");
	const { port } = busy.address() as AddressInfo;
	windows.write(1, { url: `http://127.0.0.1:${port}`, token: "0".repeat(64), instance: "busy" });
	windows.write(2, await windows.listen(), { host: "elsewhere", bootId: "another", pid: deadPid() });
	const slot = await windows.claim();
	busy.close();
	expect(slot.name).toBe(`${KEY}-3`);
});

test("a window that restarts keeps its slot although nobody listens meanwhile", async () => {
	const { slot, broker } = await windows.open();
	const isKept = slot.keep();
	await windows.close(broker);
	const kept = readFileSync(slot.path, "utf8");
	windows.now += 10 * 60 * SECOND_MS;
	const other = await windows.claim({ restored: [slot.path] });
	const next = await windows.listen();
	const isPublished = slot.publish({ url: next.url, token: next.token, folders: [] });
	expect({ isKept, secret: kept.includes(broker.token), other: other.name, isPublished }).toEqual({
		isKept: true,
		secret: false,
		other: `${KEY}-2`,
		isPublished: true,
	});
});

test("a slot is kept for a window that starts as long as its process lives, however long it takes", async () => {
	await windows.claim();
	windows.now += 24 * 3_600 * SECOND_MS;
	const second = await windows.claim({ owner: windows.owner({ pid: deadPid() }) });
	expect([second.name, (await windows.claim()).name]).toEqual([`${KEY}-2`, `${KEY}-2`]);
});

test.runIf(process.platform === "linux")("a process that has only got the id of a window's keeps no slot", async () => {
	const processStart = await startOf(process.pid);
	await windows.claim({ owner: windows.owner({ processStart }) });
	await windows.claim({ owner: windows.owner({ processStart: Number(processStart) - 1 }) });
	expect((await windows.claim()).name).toBe(`${KEY}-2`);
});

test("the key of a workspace is 16 hex digits of its URI, and empty without a folder", () => {
	expect([
		workspaceKey("file:///home/a/project"),
		workspaceKey("file:///home/a/project2"),
		workspaceKey(undefined),
	]).toEqual([
		createHash("sha256").update("file:///home/a/project").digest("hex").slice(0, 16),
		expect.not.stringMatching(workspaceKey("file:///home/a/project")),
		"empty",
	]);
});

test("a window that opens while others are at it for long takes its place once they are done", async () => {
	const lock = join(windows.state.run, "lock");
	writeFileSync(lock, JSON.stringify({ pid: process.pid, bootId: bootId(), host: hostname() }));
	const claimed = windows.claim();
	// Longer than a window may stand still for a lock.
	await setTimeout(300);
	const before = windows.files;
	rmSync(lock);
	expect([before, (await claimed).name, windows.files]).toEqual([["lock"], `${KEY}-1`, [`${KEY}-1.json`]]);
});
