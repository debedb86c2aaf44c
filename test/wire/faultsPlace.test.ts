import { lstatSync, readFileSync, renameSync, rmSync, symlinkSync, truncateSync, watch, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { counted } from "../support/counted";
import { asksAgain } from "../support/faultCalls";
import { buildWindow, FaultScene } from "../support/faultScene";
import { until } from "../support/until.mjs";

let dist: string;
let scene: FaultScene;
beforeAll(async () => {
	dist = await buildWindow();
});
afterAll(() => rmSync(dist, { recursive: true, force: true }));
beforeEach(() => {
	scene = new FaultScene(dist);
});
afterEach(({ task }) => counted(task, "faults", { survived: 1 }));
afterEach(() => scene.dispose());

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
