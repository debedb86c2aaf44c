import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { examineAll } from "../../../src/doctor/examine";
import { reportDocument } from "../../../src/doctor/document";
import { isHealthy, type Row } from "../../../src/doctor/report";
import { timeAgo } from "../../../src/doctor/timeAgo";
import { english } from "../ui/english";

const HEAD = { version: "1.2.3", place: "a test", at: "now" };

describe("an examination", () => {
	beforeEach(() => void vi.useFakeTimers());
	afterEach(() => void vi.useRealTimers());

	it("that throws, rejects or never ends is a row that says so, and holds nothing up", async () => {
		const rows = examineAll(english, [
			{ id: "a", title: "A", run: () => ({ status: "ok", detail: "fine" }) },
			{
				id: "b",
				title: "B",
				run: () => {
					throw new Error("thrown");
				},
			},
			{ id: "c", title: "C", run: () => Promise.reject(new Error("rejected")) },
			{ id: "d", title: "D", withinMs: 2_000, run: () => new Promise(() => undefined) },
		]);
		await vi.advanceTimersByTimeAsync(2_000);
		expect((await rows).map(({ id, status, detail }) => `${id} ${status}: ${detail}`)).toEqual([
			"a ok: fine",
			"b failed: It could not be examined: thrown",
			"c failed: It could not be examined: rejected",
			"d failed: It could not be examined within 2 seconds.",
		]);
		expect(vi.getTimerCount()).toBe(0);
	});
});

function report(...rows: readonly Row[]) {
	return { sections: [{ title: "This window", rows }] };
}

describe("the document", () => {
	it("keeps to one line a row, whatever a program says", () => {
		const row: Row = { id: "a", status: "failed", title: "A", detail: "one\n# two\n\n- three", remedy: "do\nit" };
		expect(reportDocument(english, report(row), HEAD, "/home/ada").split("\n").slice(6)).toEqual([
			"## This window",
			"",
			"- **Fault** A (a): one # two - three",
			"  - What to do: do it",
			"",
		]);
	});

	it("leaves out what is as long as a secret, and the home folder", () => {
		const secret = "0123456789abcdef".repeat(4);
		const row: Row = { id: "a", status: "ok", title: "A", detail: `/home/ada/x ${secret} ${secret.slice(0, 32)}` };
		expect(reportDocument(english, report(row), HEAD, "/home/ada")).toContain("(a): ~/x … …\n");
	});

	it("counts what does not work", () => {
		const rows = (["failed", "warning", "warning", "ok"] as const).map((status): Row => ({
			id: status,
			status,
			title: status,
			detail: "",
		}));
		expect(reportDocument(english, report(...rows), HEAD, "/")).toContain("\nFaults: 1, warnings: 2.\n");
		expect([isHealthy(report(...rows)), isHealthy(report(...rows.slice(1)))]).toEqual([false, true]);
	});
});

it.each([
	[-5_000, "less than a minute ago"],
	[59_999, "less than a minute ago"],
	[60_000, "1 min ago"],
	[3_600_000, "1 h ago"],
	[200 * 3_600_000, "8 d ago"],
])("%i ms are %s", (ms, text) => {
	expect(timeAgo(english, 1_000_000_000_000 - ms, 1_000_000_000_000)).toBe(text);
});
