import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { counted } from "../support/counted";
import { APPROVE, asksAgain, asksBoth, idOf, outcome } from "../support/faultCalls";
import { buildWindow, FaultScene } from "../support/faultScene";
import type { FaultWindow } from "../support/faultWindow";
import { blockedFolder, type FullDisk, smallDisk } from "../support/fullDisk";

let dist: string;
let scene: FaultScene;
beforeAll(async () => {
	dist = await buildWindow();
});
afterAll(() => rmSync(dist, { recursive: true, force: true }));
beforeEach(() => {
	scene = new FaultScene(dist);
});
let disk: FullDisk | undefined;
afterEach(({ task }) => counted(task, "faults", { survived: 1 }));
afterEach(async () => {
	disk?.dispose();
	disk = undefined;
	await scene.dispose();
});

describe.each(["a disk without room", "a file where a folder was"])("with %s", (kind) => {
	/** Where this machine lets nobody mount, the first way cannot be shown. */
	async function openWindow(skip: () => void): Promise<FaultWindow> {
		const isMounted = kind === "a disk without room";
		if (isMounted) disk = smallDisk(join(scene.base, "state"));
		if (isMounted && disk === undefined) skip();
		const window = await scene.window();
		disk ??= blockedFolder(join(scene.root, "windows"));
		return window;
	}

	test("a question is shown and answered, and an approval is given only once it can be stored", async ({ skip }) => {
		const window = await openWindow(skip);
		const bridge = await scene.bridge(window.path);
		disk?.fill();
		const { asked, wanted } = asksBoth(bridge);
		const shown = await window.waiting(2);
		await window.draft(idOf("question", shown), "SQ");
		const isAllowed = allowOn(window, idOf("approval", shown));
		const still = window.shown.map((each) => [each.kind, each.state]);
		await window.answer(idOf("question", shown), "SQLite");
		const got = await asked;
		const open = window.shown.map(({ id }) => id);
		disk?.free();
		await window.allow(idOf("approval", shown));
		expect({
			isAllowed,
			still,
			got,
			open,
			allowed: await wanted,
			again: await asksAgain(bridge, window),
			left: await scene.nothingLeft(),
		}).toMatchObject({
			isAllowed: "not stored",
			still: [
				["approval", "waiting"],
				["question", "waiting"],
			],
			got: { response: "SQLite", reason: "response" },
			open: [idOf("approval", shown)],
			allowed: { decision: "allow_once", reason: "user" },
			again: "response: the next one",
			left: [],
		});
	});

	test("a rule that cannot be stored allows nothing, and the request stays open", async ({ skip }) => {
		const window = await openWindow(skip);
		const bridge = await scene.bridge(window.path);
		if (kind !== "a disk without room") disk = blockedFolder(join(scene.root, "approvals"));
		const wanted = outcome(bridge, APPROVE);
		const id = idOf("approval", await window.waiting(1));
		const proposal = window.desk.approvals.proposal(id);
		disk?.fill();
		const isStored = ((): unknown => {
			try {
				return window.desk.approvals.allowAlways(id, proposal?.exact ?? { kind: "prefix", argv: [] });
			} catch {
				return "not stored";
			}
		})();
		const open = window.shown.length;
		disk?.free();
		window.desk.approvals.deny(id);
		expect({
			isStored,
			open,
			got: await wanted,
			rules: window.desk.rules.all,
			again: await asksAgain(bridge, window),
			left: await scene.nothingLeft(),
		}).toMatchObject({
			isStored: "not stored",
			open: 1,
			got: { decision: "deny", reason: "user" },
			rules: [],
			again: "response: the next one",
			left: [],
		});
	});

	test("a window that reloads keeps what was stored before, and goes on once there is room", async ({ skip }) => {
		const window = await openWindow(skip);
		const bridge = await scene.bridge(window.path);
		if (kind !== "a disk without room") disk = blockedFolder(join(scene.root, "run"));
		const { asked, wanted } = asksBoth(bridge);
		const before = await window.waiting(2);
		await window.draft(idOf("question", before), "SQ");
		disk?.fill();
		await window.leave();
		const next = await scene.window();
		const told = [...next.told];
		disk?.free();
		await next.start();
		const after = await next.waiting(2);
		await next.allow(idOf("approval", after));
		await next.answer(idOf("question", after), "SQLite");
		expect({
			told: told.length,
			path: next.path,
			ids: after.map(({ id }) => id),
			drafts: after.map(({ draft }) => draft).sort(),
			got: [await asked, await wanted],
			again: await asksAgain(bridge, next),
			left: await scene.nothingLeft(),
		}).toMatchObject({
			told: 1,
			path: join(scene.root, "run/empty-1.json"),
			ids: before.map(({ id }) => id),
			drafts: ["", "SQ"],
			got: [{ response: "SQLite" }, { decision: "allow_once" }],
			again: "response: the next one",
			left: [],
		});
	});
});

function allowOn(window: FaultWindow, id: string): unknown {
	try {
		return window.desk.approvals.allowOnce(id);
	} catch {
		return "not stored";
	}
}
