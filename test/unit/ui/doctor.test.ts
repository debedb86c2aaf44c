import { beforeEach, describe, expect, it } from "vitest";
import type { Repair, Report, Row } from "../../../src/doctor/report";
import { Doctor } from "../../../src/ui/doctor";
import { settled } from "../../support/deskFixture";
import { english } from "./english";
import { FakeLists } from "./fakeList";
import { FakeNotifications } from "./fakeNotifications";

const PORT: Row = { id: "broker.running", status: "ok", title: "Broker", detail: "It listens." };
const OLD: Row = {
	id: "bridge.node",
	status: "warning",
	title: "Node",
	detail: "It is gone.",
	remedy: "Write it anew.",
};
const FILE: Row = {
	id: "rendezvous.file",
	status: "failed",
	title: "Rendezvous file",
	detail: "It is missing.",
	remedy: "Start again.",
	repair: { kind: "restart" },
};

let lists: FakeLists;
let notifications: FakeNotifications;
let report: Report;
let repairs: Repair[];
let cannot: string | undefined;
let copied: string[];
let opened: string[];
let failures: unknown[];
let doctor: Doctor;
let examine: () => Promise<Report>;

beforeEach(() => {
	failures = [];
	[lists, notifications, repairs, copied, opened, cannot] = [
		new FakeLists(),
		new FakeNotifications(),
		[],
		[],
		[],
		undefined,
	];
	report = {
		sections: [
			{ title: "This window", rows: [PORT, FILE] },
			{ title: "Codex", rows: [OLD] },
		],
	};
	examine = () => Promise.resolve(report);
	doctor = new Doctor({
		l10n: english,
		notify: notifications.notify,
		newList: lists.newList,
		examine: () => examine(),
		document: ({ sections }) => `${sections.length} sections`,
		copy: (text) => Promise.resolve(void copied.push(text)),
		open: (text) => Promise.resolve(void opened.push(text)),
		repair: (repair) => {
			if (cannot !== undefined) return Promise.reject(new Error(cannot));
			repairs.push(repair);
			return Promise.resolve();
		},
		failed: (error) => void failures.push(error),
	});
});

async function accept(label: string): Promise<void> {
	lists.top.accept(label);
	await settled();
}

describe("the Doctor's list", () => {
	it("says that it examines until it has", async () => {
		let found: (report: Report) => void = () => undefined;
		examine = () => new Promise((resolve) => (found = resolve));
		const run = doctor.run();
		expect(lists.top.labels).toEqual(["Examining…"]);
		found(report);
		await run;
		expect(lists.top.labels).toContain("This window: Broker");
	});

	it("has what does not work first, the worst before the rest, and says each state in words", async () => {
		await doctor.run();
		expect(lists.top.labels).toEqual([
			"What needs you",
			"This window: Rendezvous file",
			"Codex: Node",
			"Report",
			"Copy report",
			"Open report",
			"Examine again",
			"This window",
			"This window: Broker",
		]);
		expect(lists.top.activeLabel).toBe("This window: Rendezvous file");
		expect(lists.top.rows[1]).toMatchObject({
			icon: "error",
			description: "Fault",
			detail: "It is missing. Start again.",
		});
	});

	it("says that all is well where it is", async () => {
		report = { sections: [{ title: "This window", rows: [PORT] }] };
		await doctor.run();
		expect(lists.top.labels).toEqual([
			"Everything that was examined works.",
			"Copy report",
			"Open report",
			"Examine again",
			"This window",
			"This window: Broker",
		]);
	});

	it("goes where nothing could be examined, and says why", async () => {
		examine = () => Promise.reject(new Error("no bundle"));
		void doctor.run();
		await settled();
		expect([lists.shown, notifications.messages, failures.length]).toEqual([
			undefined,
			["The Doctor could not run: no bundle"],
			1,
		]);
	});

	it("does nothing more once it was hidden while it examines", async () => {
		let found: (report: Report) => void = () => undefined;
		examine = () => new Promise((resolve) => (found = resolve));
		const run = doctor.run();
		const list = lists.top;
		list.escape();
		found(report);
		await run;
		expect([list.labels, lists.shown]).toEqual([["Examining…"], undefined]);
	});
});

describe("a row", () => {
	it("is told whole; the repair waits for its button, and then all is examined again", async () => {
		await doctor.run();
		await accept("This window: Rendezvous file");
		expect([notifications.last.severity, notifications.last.message, notifications.last.buttons, repairs]).toEqual([
			"error",
			"This window, Rendezvous file: It is missing. Start again.",
			["Start again", "Open report"],
			[],
		]);
		report = { sections: [{ title: "This window", rows: [PORT] }] };
		await notifications.last.press("Start again");
		await settled();
		expect([repairs, lists.top.labels[0]]).toEqual([[{ kind: "restart" }], "Everything that was examined works."]);
	});

	it("says where its repair did not work", async () => {
		cannot = "no space left";
		await doctor.run();
		await accept("This window: Rendezvous file");
		await notifications.last.press("Start again");
		expect([notifications.last.message, lists.shown]).toEqual(["That did not work: no space left", undefined]);
	});

	it("repairs nothing when its message is closed", async () => {
		await doctor.run();
		await accept("This window: Rendezvous file");
		await notifications.last.close();
		expect([repairs, lists.shown]).toEqual([[], undefined]);
	});

	it("without a repair leads to the report", async () => {
		await doctor.run();
		await accept("Codex: Node");
		expect([notifications.last.severity, notifications.last.buttons]).toEqual(["warning", ["Open report"]]);
		await notifications.last.press("Open report");
		expect(opened).toEqual(["2 sections"]);
	});
});

it("copies the report and says what is not in it", async () => {
	await doctor.run();
	await accept("Copy report");
	expect([copied, notifications.messages]).toEqual([
		["2 sections"],
		["Report copied. It holds no question, no answer and no secret."],
	]);
});

it("examines again", async () => {
	await doctor.run();
	report = { sections: [{ title: "This window", rows: [PORT] }] };
	await accept("Examine again");
	expect(lists.top.labels[0]).toBe("Everything that was examined works.");
});
