import {
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { WaitingCounts } from "../../../src/node/waitingCounts";
import { FakeClock } from "../../support/fakeClock";

/** A process id that no process has: more than Linux ever gives. */
const NOBODY = 2 ** 22 + 1;
const HERE = { pid: process.pid, bootId: "boot", host: "machine" };

let folder: string;
let clock: FakeClock;
let log: string[];
let windows: WaitingCounts[];

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "parley-waiting-"));
	clock = new FakeClock();
	log = [];
	windows = [];
});
afterEach(() => {
	for (const window of windows) window.dispose();
	rmSync(folder, { recursive: true, force: true });
});

function opened(name: string, folders: readonly string[] = [name]): WaitingCounts {
	const note = (text: string): void => void log.push(text);
	const window = new WaitingCounts({
		clock,
		log: { debug: note, info: note, warn: note, error: note },
		folders: () => folders,
	});
	windows.push(window);
	window.use({ folder, name: `${name}-1`, owner: HERE });
	return window;
}

function file(name: string, content: unknown): string {
	const path = join(folder, name);
	writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
	return path;
}

const record = { v: 1, ...HERE, folders: ["api"], count: 2 };

describe("a window's count", () => {
	it("is seen by the others as a number and the names of its folders, and by itself not", () => {
		const [shop, api] = [opened("web-shop"), opened("api", ["api", "lib"])];
		api.tell(2);
		shop.tell(1);
		shop.refresh();
		api.refresh();
		expect([shop.all, api.all]).toEqual([
			[{ folders: ["api", "lib"], count: 2 }],
			[{ folders: ["web-shop"], count: 1 }],
		]);
	});

	it("is a file of its own, closed to other users, written whole and only when it changes", () => {
		const api = opened("api");
		api.tell(2);
		const path = join(folder, "api-1.json");
		const { ino, mode } = statSync(path);
		api.tell(2);
		api.refresh();
		expect([readdirSync(folder), mode & 0o777, statSync(path).ino, JSON.parse(readFileSync(path, "utf8"))]).toEqual([
			["api-1.json"],
			0o600,
			ino,
			record,
		]);
		api.tell(3);
		expect(statSync(path).ino).not.toBe(ino);
	});

	it("is not there while nothing waits, and no longer once the window has gone", () => {
		const [shop, api] = [opened("web-shop"), opened("api")];
		api.tell(1);
		shop.tell(1);
		api.tell(0);
		expect(readdirSync(folder)).toEqual(["web-shop-1.json"]);
		shop.dispose();
		expect(readdirSync(folder)).toEqual([]);
	});

	it("that came before the window had its place is told then", () => {
		const early = new WaitingCounts({ clock, log: silent(), folders: () => [] });
		windows.push(early);
		early.tell(4);
		early.use({ folder, name: "empty-1", owner: HERE });
		const api = opened("api");
		expect(api.all).toEqual([{ folders: [], count: 4 }]);
	});

	it("reaches the others by itself, with one timer, and none while nothing happens", async () => {
		const [shop, api] = [opened("web-shop"), opened("api")];
		let changes = 0;
		shop.onDidChange(() => changes++);
		api.tell(1);
		api.tell(2);
		await vi.waitFor(() => expect(clock.armed).toBeGreaterThan(0));
		clock.advance(100);
		await vi.waitFor(() => {
			clock.advance(100);
			expect([shop.all, clock.armed]).toEqual([[{ folders: ["api"], count: 2 }], 0]);
		});
		expect(changes).toBe(1);
	});

	it("stays another window's when that has taken the place meanwhile", () => {
		const api = opened("api");
		api.tell(1);
		const path = file("api-1.json", { ...record, pid: 1 });
		api.dispose();
		expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({ pid: 1 });
	});

	it("that cannot be written is told to the log, and nothing else is hurt", () => {
		const api = opened("api");
		mkdirSync(join(folder, "api-1.json"));
		api.tell(1);
		api.tell(1);
		expect([log.length, api.all]).toEqual([1, []]);
	});
});

describe("what lies there and is no live window's", () => {
	it.each<[string, unknown]>([
		["no JSON", "{"],
		["nothing", ""],
		["a number", 5],
		["null", "null"],
		["a later form", { ...record, v: 2 }],
		["no count", { ...record, count: undefined }],
		["a count of none", { ...record, count: 0 }],
		["half a count", { ...record, count: 1.5 }],
		["a count beyond all measure", { ...record, count: 1e9 }],
		["a folder that is no text", { ...record, folders: [1] }],
		["a folder without a name", { ...record, folders: [""] }],
		["a name without end", { ...record, folders: ["a".repeat(256)] }],
		["folders without end", { ...record, folders: Array.from({ length: 65 }, () => "a") }],
		["a file without end", `${JSON.stringify(record)}${" ".repeat(40_000)}`],
		["a process that is gone", { ...record, pid: NOBODY }],
		["a process before the machine's last start", { ...record, bootId: "another" }],
		["a process of another machine", { ...record, host: "another" }],
		["a process id that means everybody", { ...record, pid: 0 }],
	])("counts for nothing: %s", (_, content) => {
		const shop = opened("web-shop");
		file("other-1.json", content);
		shop.refresh();
		expect(shop.all).toEqual([]);
	});

	it("is not followed where it is a link, and not opened where it is no file", () => {
		const target = file("target", record);
		symlinkSync(target, join(folder, "link-1.json"));
		mkdirSync(join(folder, "folder-1.json"));
		expect(opened("web-shop").all).toEqual([]);
	});

	it("is swept by a starting window if its process is gone, and left alone otherwise", () => {
		file("gone-1.json", { ...record, pid: NOBODY });
		file("before-1.json", { ...record, bootId: "another" });
		for (const [name, content] of Object.entries({
			"live-1.json": record,
			"elsewhere-1.json": { ...record, pid: NOBODY, host: "another" },
			"corrupt-1.json": "{",
		})) {
			file(name, content);
		}
		opened("web-shop");
		expect(readdirSync(folder).sort()).toEqual(["corrupt-1.json", "elsewhere-1.json", "live-1.json"]);
	});

	it("is nothing at all: a folder that has gone is read as empty, and the log says that it is not watched", () => {
		rmSync(folder, { recursive: true });
		const shop = opened("web-shop");
		expect([shop.all, log.length]).toEqual([[], 1]);
	});
});

function silent() {
	const nothing = (): void => undefined;
	return { debug: nothing, info: nothing, warn: nothing, error: nothing };
}
