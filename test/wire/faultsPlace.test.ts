import {
	existsSync,
	lstatSync,
	readFileSync,
	renameSync,
	rmSync,
	symlinkSync,
	truncateSync,
	watch,
	writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { asksAgain } from "../support/faultCalls";
import type { FaultScene } from "../support/faultScene";
import { eachFaultScene } from "../support/faultScenes";
import { until } from "../support/until.mjs";

let scene: FaultScene;
eachFaultScene((each) => (scene = each));

function becomeLink(path: string): void {
	renameSync(path, `${path}.moved`);
	symlinkSync(`${path}.moved`, path);
}

describe("the rendezvous file of an open window that", () => {
	test.each<[string, (path: string) => void]>([
		["is deleted", (path) => rmSync(path)],
		["is cut off", (path) => truncateSync(path, 20)],
		["is emptied", (path) => truncateSync(path, 0)],
		["becomes a link", becomeLink],
	])("%s is written again, and agents and windows that come then find it", async (_how, spoil) => {
		const window = await scene.window();
		const { path } = window;
		const before = readFileSync(path, "utf8");
		spoil(path);
		await until("it is there again", () => lstatSync(path).isFile() && readFileSync(path, "utf8") === before);
		const other = await scene.window();
		const bridge = await scene.bridge(path);
		expect({
			mode: (lstatSync(path).mode & 0o777).toString(8),
			isOther: other.path !== path,
			logged: window.logged,
			again: await asksAgain(bridge, window),
			left: await scene.nothingLeft(),
		}).toEqual({
			mode: "600",
			isOther: true,
			logged: ["the rendezvous file was gone or could not be read; it was written again"],
			again: "response: the next one",
			left: [],
		});
	});

	test("is deleted while others hold the lock is written again once they let go", async () => {
		const { path } = await scene.window();
		const lock = join(dirname(path), "lock");
		writeFileSync(lock, JSON.stringify({ pid: process.ppid, host: hostname() }));
		const before = readFileSync(path, "utf8");
		rmSync(path);
		// Longer than one attempt waits.
		await pause(400);
		rmSync(lock);
		await until("it is there again", () => existsSync(path) && readFileSync(path, "utf8") === before);
	});

	test.each<[string, (path: string) => string]>([
		["its folder", (path) => dirname(path)],
		["the state folder", (path) => dirname(dirname(path))],
	])("is deleted with %s is written again, and later windows take another place", async (_what, gone) => {
		const { path } = await scene.window();
		const before = readFileSync(path, "utf8");
		const isThere = (): boolean => existsSync(path) && readFileSync(path, "utf8") === before;
		// In one step, as if it had never been there.
		renameSync(gone(path), join(scene.base, "away"));
		rmSync(join(scene.base, "away"), { recursive: true });
		await until("it is there again", isThere);
		const other = await scene.window();
		expect(other.path).not.toBe(path);
		rmSync(path);
		await until("the new folder is watched", isThere);
		await scene.bridge(path);
	});

	test("becomes the note of a window that has left is written again", async () => {
		const { path } = await scene.window();
		const before = readFileSync(path, "utf8");
		const note = { v: 1, state: "freed", at: 0, pid: 1, bootId: "x", host: "elsewhere", instance: "z" };
		writeFileSync(path, JSON.stringify(note));
		await until("it is there again", () => readFileSync(path, "utf8") === before);
	});

	test("becomes another window's is left to that one", async () => {
		const window = await scene.window();
		const { path } = window;
		const own = JSON.parse(readFileSync(path, "utf8")) as object;
		const foreign = JSON.stringify({ ...own, instance: "another", host: hostname() });
		const seen: string[] = [];
		const watcher = watch(dirname(path), (_, name) => void seen.push(String(name)));
		writeFileSync(path, foreign);
		// Changes are told in their order.
		writeFileSync(`${path}.after`, "");
		await until("what came later is told", () => seen.some((name) => name.endsWith(".after")));
		watcher.close();
		expect([readFileSync(path, "utf8"), window.logged]).toEqual([foreign, []]);
	});
});
