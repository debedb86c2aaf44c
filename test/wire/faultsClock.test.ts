import { expect, test } from "vitest";
import { asksAgain, asksBoth, idOf } from "../support/faultCalls";
import type { FaultScene } from "../support/faultScene";
import { eachFaultScene } from "../support/faultScenes";

let scene: FaultScene;
eachFaultScene((each) => (scene = each));

/** Everything that is asked is answered, and the next question too. */
const ALL_WELL = {
	got: [
		{ response: "SQLite", reason: "response" },
		{ decision: "allow_once", reason: "user" },
	],
	again: "response: the next one",
	left: [],
};

test("a machine that sleeps for an hour leaves a minute to answer, and ends no session", async () => {
	const window = await scene.window();
	const bridge = await scene.bridge(window.path);
	const { asked, wanted } = asksBoth(bridge);
	const before = await window.waiting(2);
	await window.draft(idOf("question", before), "SQ");
	scene.clock.jump(3_600_000);
	scene.clock.advance(10_000);
	const { shown } = window;
	await window.allow(idOf("approval", shown));
	await window.answer(idOf("question", shown), "SQLite");
	expect({
		left: shown.map(({ id, leftMs }) => [id, leftMs]),
		drafts: shown.map(({ draft }) => draft).sort(),
		sessions: window.desk.sessions.all.map(({ state }) => state),
	}).toEqual({
		left: before.map(({ id }) => [id, 60_000]),
		drafts: ["", "SQ"],
		sessions: ["live"],
	});
	expect({
		got: [await asked, await wanted],
		again: await asksAgain(bridge, window),
		left: await scene.nothingLeft(),
	}).toMatchObject(ALL_WELL);
});

test.each([3_600_000, 20_000])("a clock that is set back by %i ms gives nothing more time", async (byMs) => {
	const window = await scene.window();
	const bridge = await scene.bridge(window.path);
	const { asked, wanted } = asksBoth(bridge);
	const before = await window.waiting(2);
	scene.clock.jump(-byMs);
	scene.clock.advance(10_000);
	const open = window.shown.map(({ id }) => id);
	const more = window.shown.filter(({ leftMs }, at) => leftMs > (before[at]?.leftMs ?? 0));
	// The whole limit as it was at first, and what counts as a tick.
	scene.clock.advance(300_000);
	expect({
		open,
		more,
		got: [await asked, await wanted],
		again: await asksAgain(bridge, window),
		left: await scene.nothingLeft(),
	}).toMatchObject({
		open: before.map(({ id }) => id),
		more: [],
		got: [
			{ response: "", reason: "timeout" },
			{ decision: "deny", reason: "timeout" },
		],
		again: "response: the next one",
		left: [],
	});
});

test("a clock that is set on by less than a sleep takes that much time, and what is over says so", async () => {
	const window = await scene.window();
	const bridge = await scene.bridge(window.path);
	const { asked, wanted } = asksBoth(bridge);
	await window.waiting(2);
	const setOn = (): void => {
		scene.clock.jump(20_000);
		scene.clock.advance(10_000);
	};
	for (let times = 0; times < 9; times++) setOn();
	const open = window.shown.length;
	setOn();
	expect({
		open,
		got: [await asked, await wanted],
		again: await asksAgain(bridge, window),
		left: await scene.nothingLeft(),
	}).toMatchObject({
		open: 2,
		got: [
			{ response: "", reason: "timeout" },
			{ decision: "deny", reason: "timeout" },
		],
		again: "response: the next one",
		left: [],
	});
});

test.each([
	// An hour would go past the last moment of all that is open.
	["slept", 1_800_000],
	["was set back", -1_800_000],
])("a machine that %s while the window reloads keeps what was open, and the time that was left", async (_how, byMs) => {
	const window = await scene.window();
	const bridge = await scene.bridge(window.path);
	const { asked, wanted } = asksBoth(bridge);
	const before = await window.waiting(2);
	await window.draft(idOf("question", before), "SQ");
	scene.clock.advance(10_000);
	const then = window.shown;
	await window.leave();
	scene.clock.jump(byMs);
	const next = await scene.window();
	const after = await next.waiting(2);
	await next.allow(idOf("approval", after));
	await next.answer(idOf("question", after), "SQLite");
	expect({
		ids: after.map(({ id }) => id),
		drafts: after.map(({ draft }) => draft).sort(),
		time: after.map(({ leftMs }) => leftMs),
		got: [await asked, await wanted],
		again: await asksAgain(bridge, next),
		left: await scene.nothingLeft(),
	}).toMatchObject({
		...ALL_WELL,
		ids: before.map(({ id }) => id),
		drafts: ["", "SQ"],
		time: then.map(({ leftMs }) => leftMs),
	});
});
