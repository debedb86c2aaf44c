import {
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
	utimesSync,
	writeFileSync,
	type FSWatcher,
} from "node:fs";
import type * as NodeFs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { WaitingCounts } from "../../../src/node/waitingCounts";
import { FakeClock } from "../../support/fakeClock";

/** A process id that no process has: more than Linux ever gives. */
const NOBODY = 2 ** 22 + 1;
const HERE = { pid: process.pid, bootId: "boot", host: "machine" };

/** The real ones, to let one fail. */
const watchers = vi.hoisted((): FSWatcher[] => []);
vi.mock("node:fs", async (original) => {
	const fs = await original<typeof NodeFs>();
	const watch = (path: string, options: { persistent: boolean }, changed: NodeFs.WatchListener<string>) => {
		const watcher = fs.watch(path, options, changed);
		watchers.push(watcher);
		return watcher;
	};
	return { ...fs, watch };
});

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

	it.each([{ pid: 1 }, { host: "another" }, { bootId: "another" }])(
		"stays another window's when that has taken the place meanwhile: %j",
		(other) => {
			const api = opened("api");
			api.tell(1);
			const path = file("api-1.json", { ...record, ...other });
			api.dispose();
			expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject(other);
		},
	);

	it.each<[string, readonly string[], number]>([
		["without a name", ["", "api", ""], 1],
		["with names too long to be written all", Array.from({ length: 64 }, () => "目".repeat(250)), 43],
		["with characters that are written as six", Array.from({ length: 64 }, () => "\u0001".repeat(255)), 21],
		["more than are written", Array.from({ length: 70 }, () => "a"), 64],
	])("is seen by the others with folders %s", (_, folders, count) => {
		const [shop, api] = [opened("web-shop"), opened("api", folders)];
		api.tell(2);
		shop.refresh();
		expect(shop.all.map((other) => [other.count, other.folders.length])).toEqual([[2, count]]);
	});

	it("is written once it can be, though nothing has changed since", () => {
		const api = opened("api");
		mkdirSync(join(folder, "api-1.json"));
		api.tell(1);
		rmSync(join(folder, "api-1.json"), { recursive: true });
		api.refresh();
		expect(JSON.parse(readFileSync(join(folder, "api-1.json"), "utf8"))).toMatchObject({ count: 1 });
	});

	it("still reaches a window that has got another place, when the watching of the one before fails", async () => {
		const shop = opened("web-shop");
		const before = watchers.at(-1);
		shop.use({ folder, name: "web-shop-2", owner: HERE });
		before?.emit("error", new Error("gone"));
		opened("api").tell(1);
		await vi.waitFor(() => {
			clock.advance(100);
			expect(shop.all).toEqual([{ folders: ["api"], count: 1 }]);
		});
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

	it("is swept when it is older than a week, whoever has put it there, unless its window is there", () => {
		const names = Object.entries({
			"live-1.json": record,
			"elsewhere-1.json": { ...record, host: "another" },
			"corrupt-1.json": "{",
		});
		const day = 24 * 3_600_000;
		for (const age of [6, 8]) {
			for (const [name, content] of names) {
				const at = new Date(clock.now() - age * day);
				utimesSync(file(`${age}-${name}`, content), at, at);
			}
		}
		opened("web-shop");
		const left = readdirSync(folder).sort();
		expect(left).toEqual(["6-corrupt-1.json", "6-elsewhere-1.json", "6-live-1.json", "8-live-1.json"]);
	});

	it("hides no live window, however much of it there is", () => {
		for (let at = 0; at < 205; at++) file(`${at}-1.json`, { ...record, host: "another" });
		file("live-1.json", record);
		expect(opened("web-shop").all).toEqual([{ folders: ["api"], count: 2 }]);
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
