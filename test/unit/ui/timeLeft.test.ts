import { describe, expect, it } from "vitest";
import { closing, countdown, inWords, type TimeLeft } from "../../../src/ui/timeLeft";
import { english } from "./english";

const left = (seconds: number): TimeLeft => ({ kind: "left", ms: seconds * 1_000 });

describe("the countdown", () => {
	it.each([
		[300, "5:00", 10_000],
		[299.9, "5:00", 9_900],
		[290, "4:50", 10_000],
		[60.001, "1:10", 1],
		[60, "1:00", 1_000],
		[38.2, "0:39", 200],
		[0.5, "0:01", 500],
	])("of %d s says %s and stays right for %d ms", (seconds, text, staysMs) => {
		expect(countdown(english, left(seconds))).toEqual({ text, isNearlyOver: seconds < 60, staysMs });
	});

	it("stands still at the end, on hold and while its agent is away", () => {
		expect(
			[left(0), { kind: "hold" } as const, { kind: "reconnecting" } as const].map((each) => countdown(english, each)),
		).toEqual([
			{ text: "0:00", isNearlyOver: true, staysMs: undefined },
			{ text: "on hold", isNearlyOver: false, staysMs: undefined },
			{ text: "reconnecting", isNearlyOver: false, staysMs: undefined },
		]);
	});
});

describe("when a list says that its question closes", () => {
	it("changes at whole minutes, then at 30 and 10 s", () => {
		const seen: [string, number][] = [];
		for (let ms: number | undefined = 150_000; ms !== undefined;) {
			const { text, staysMs } = closing(english, { kind: "left", ms });
			seen.push([text, ms]);
			ms = staysMs === undefined ? undefined : ms - staysMs;
		}
		expect(seen).toEqual([
			["closes in 3 min", 150_000],
			["closes in 2 min", 120_000],
			["closes in 1 min", 60_000],
			["closes in 30 s", 30_000],
			["closes in 10 s", 10_000],
		]);
	});
});

describe("time in words", () => {
	it.each([
		[220_000, "3 minutes 40 seconds"],
		[61_000, "1 minute 1 second"],
		[120_000, "2 minutes"],
		[0, "0 seconds"],
	])("of %d ms is %s", (ms, text) => {
		expect(inWords(english, ms)).toBe(text);
	});
});
