import {
	chmodSync,
	chownSync,
	existsSync,
	lstatSync,
	readFileSync,
	renameSync,
	rmSync,
	symlinkSync,
	truncateSync,
	writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { APPROVE, asksAgain, asksBoth, idOf, outcome } from "../support/faultCalls";
import type { FaultScene } from "../support/faultScene";
import { eachFaultScene } from "../support/faultScenes";

let scene: FaultScene;
eachFaultScene((each) => (scene = each));

const FOREIGN = {
	v: 1,
	url: "http://127.0.0.1:9",
	token: "f".repeat(64),
	pid: process.pid,
	bootId: "another",
	host: "here",
	instance: "another",
	folders: [],
	startedAt: 1,
};

const ENDS: readonly [string, (path: string) => void][] = [
	["is deleted", (path) => rmSync(path)],
	["is cut off", (path) => truncateSync(path, 20)],
	["is emptied", (path) => truncateSync(path, 0)],
	[
		"is replaced by another window's that has gone",
		(path) => replace(path, JSON.stringify({ ...FOREIGN, host: hostname() })),
	],
	[
		"becomes a link",
		(path) => {
			renameSync(path, `${path}.moved`);
			symlinkSync(`${path}.moved`, path);
		},
	],
	["can be read by all", (path) => chmodSync(path, 0o644)],
	["becomes another user's", (path) => chownSync(path, 1234, 1234)],
];
// Only root can give a file away.
const POSSIBLE = ENDS.filter(([how]) => process.getuid?.() === 0 || how !== "becomes another user's");

function replace(path: string, text: string): void {
	rmSync(path);
	writeFileSync(path, text, { mode: 0o600 });
}

describe("a rendezvous file that", () => {
	test.each(POSSIBLE)("%s disturbs nothing that is open, and the next window makes it good", async (_how, spoil) => {
		const window = await scene.window();
		const { path } = window;
		const bridge = await scene.bridge(path);
		const first = asksBoth(bridge);
		await window.waiting(2);
		spoil(path);
		// Under the same connections all goes on.
		await window.allow(idOf("approval", window.shown));
		await window.answer(idOf("question", window.shown), "MySQL");
		const got = [await first.asked, await first.wanted];
		const { asked, wanted } = asksBoth(bridge);
		const before = await window.waiting(2);
		await window.draft(idOf("question", before), "SQ");
		await window.leave();

		const next = await scene.window();
		const after = await next.waiting(2);
		await next.allow(idOf("approval", after));
		await next.answer(idOf("question", after), "SQLite");
		const { mode, uid } = lstatSync(path);
		expect({
			path: next.path === path,
			file: [(mode & 0o777).toString(8), uid],
			ids: after.map(({ id }) => id),
			drafts: after.map(({ draft }) => draft).sort(),
			got: [...got, await asked, await wanted],
			told: [window.told, next.told],
			again: await asksAgain(bridge, next),
			left: await scene.nothingLeft(),
		}).toMatchObject({
			path: true,
			file: ["600", process.getuid?.() ?? uid],
			ids: before.map(({ id }) => id),
			drafts: ["", "SQ"],
			got: [{ response: "MySQL" }, { decision: "allow_once" }, { response: "SQLite" }, { decision: "allow_once" }],
			told: [[], []],
			again: "response: the next one",
			left: [],
		});
	});

	test("was cut off while the window was away is set aside, told once, and costs nothing that was open", async () => {
		const window = await scene.window();
		const { path } = window;
		const bridge = await scene.bridge(path);
		const { asked, wanted } = asksBoth(bridge);
		const before = await window.waiting(2);
		await window.leave();
		truncateSync(path, 20);
		const next = await scene.window();
		const after = await next.waiting(2);
		await next.allow(idOf("approval", after));
		await next.answer(idOf("question", after), "SQLite");
		expect({
			ids: after.map(({ id }) => id),
			got: [await asked, await wanted],
			logged: next.logged,
			aside: scene.files("run").filter((name) => name.endsWith(".corrupt")),
			again: await asksAgain(bridge, next),
			left: await scene.nothingLeft(),
		}).toMatchObject({
			ids: before.map(({ id }) => id),
			got: [{ response: "SQLite" }, { decision: "allow_once" }],
			logged: [`a rendezvous file that could not be read was set aside as ${path}.corrupt`],
			aside: ["empty-1.json.corrupt"],
			again: "response: the next one",
			left: [],
		});
	});
});

describe("what is stored and cannot be read", () => {
	test.each([
		["half of one", (text: string) => text.slice(0, text.split("\n", 1).join().length / 2)],
		["nothing", () => ""],
		["another thing", () => '{"v":1}'],
		["bytes that are no text", () => "\0\xff\xfe"],
	])(
		"of a session, %s, is set aside: its calls are asked anew, and nothing is answered by itself",
		async (_what, spoilt) => {
			const window = await scene.window();
			const bridge = await scene.bridge(window.path);
			const { asked, wanted } = asksBoth(bridge);
			const before = await window.waiting(2);
			await window.leave();
			const [name = ""] = scene.files("windows").filter((each) => each.endsWith(".json"));
			const file = join(scene.root, "windows", name);
			writeFileSync(file, spoilt(readFileSync(file, "utf8")));

			const next = await scene.window();
			const after = await next.waiting(2);
			await next.allow(idOf("approval", after));
			await next.answer(idOf("question", after), "SQLite");
			const got = [await asked, await wanted];
			await next.leave();
			const third = await scene.window();
			expect({
				isAnew: after.every(({ id }) => before.every((each) => each.id !== id)),
				texts: after.map(({ text }) => text).sort(),
				got,
				logged: [next.logged.length, third.logged],
				aside: existsSync(`${file}.corrupt`),
				again: await asksAgain(bridge, third),
				left: await scene.nothingLeft(),
			}).toMatchObject({
				isAnew: true,
				texts: ["Run the tests", "Which database?"],
				got: [{ response: "SQLite" }, { decision: "allow_once" }],
				logged: [1, []],
				aside: true,
				again: "response: the next one",
				left: [],
			});
		},
	);

	test("of a session, the end of what was saved last, costs nothing that was saved before", async () => {
		const window = await scene.window();
		const bridge = await scene.bridge(window.path);
		const { asked, wanted } = asksBoth(bridge);
		const before = await window.waiting(2);
		await window.draft(idOf("question", before), "SQ");
		await window.leave();
		const [name = ""] = scene.files("windows").filter((each) => each.endsWith(".json"));
		const file = join(scene.root, "windows", name);
		truncateSync(file, lstatSync(file).size - 10);
		const next = await scene.window();
		const after = await next.waiting(2);
		await next.allow(idOf("approval", after));
		await next.answer(idOf("question", after), "SQLite");
		expect({
			ids: after.map(({ id }) => id),
			drafts: after.map(({ draft }) => draft).sort(),
			got: [await asked, await wanted],
			logged: next.logged,
			again: await asksAgain(bridge, next),
			left: await scene.nothingLeft(),
		}).toMatchObject({
			ids: before.map(({ id }) => id),
			drafts: ["", "SQ"],
			got: [{ response: "SQLite" }, { decision: "allow_once" }],
			logged: [],
			again: "response: the next one",
			left: [],
		});
	});

	test("of the history costs no answer", async () => {
		const window = await scene.window();
		const bridge = await scene.bridge(window.path);
		const first = await asksAgain(bridge, window);
		const file = join(scene.root, "history", "empty.json");
		writeFileSync(file, readFileSync(file, "utf8").slice(0, 40));
		expect({
			first,
			again: [await asksAgain(bridge, window), await asksAgain(bridge, window)],
			kept: window.desk.history.search({ text: "" }).length,
			logged: window.logged,
			aside: existsSync(`${file}.corrupt`),
			left: await scene.nothingLeft(),
		}).toEqual({
			first: "response: the next one",
			again: ["response: the next one", "response: the next one"],
			kept: 2,
			logged: ["empty.json could not be read; it is kept as empty.json.corrupt"],
			aside: true,
			left: [],
		});
	});

	test("of the approval rules allows nothing: the person is asked again, and told once", async () => {
		const window = await scene.window();
		const bridge = await scene.bridge(window.path);
		const call = (): Promise<unknown> => outcome(bridge, APPROVE);
		const first = call();
		const id = idOf("approval", await window.waiting(1));
		window.desk.approvals.allowAlways(id, window.desk.approvals.proposal(id)?.exact ?? { kind: "prefix", argv: [] });
		const remembered = [await first, await call()];
		const file = join(scene.root, "approvals", "empty.json");
		writeFileSync(file, readFileSync(file, "utf8").slice(0, -3));
		const asked = call();
		const shown = await window.waiting(1);
		window.desk.approvals.deny(idOf("approval", shown));
		const denied = await asked;
		expect({
			remembered,
			denied,
			told: window.told,
			rules: window.desk.rules.all,
			aside: existsSync(`${file}.corrupt`),
			again: await asksAgain(bridge, window),
			left: await scene.nothingLeft(),
		}).toMatchObject({
			remembered: [
				{ decision: "allow_always", reason: "user" },
				{ decision: "allow_always", reason: "remembered" },
			],
			denied: { decision: "deny", reason: "user" },
			told: ["rules: corrupt"],
			rules: [],
			aside: true,
			again: "response: the next one",
			left: [],
		});
	});
});
