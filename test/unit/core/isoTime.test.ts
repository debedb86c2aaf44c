import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isoTime } from "../../../src/core/isoTime";

describe("a moment as text", () => {
	it("is what the platform says, from 1970 to 9999, leap days included", () => {
		const last = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
		fc.assert(
			fc.property(fc.integer({ min: 0, max: last }), (ms) => {
				expect(isoTime(ms)).toBe(new Date(ms).toISOString());
			}),
		);
		for (const ms of [0, last, Date.UTC(2000, 1, 29), Date.UTC(2100, 2, 1) - 1, Date.UTC(2024, 11, 31)]) {
			expect(isoTime(ms)).toBe(new Date(ms).toISOString());
		}
	});

	it("is whole milliseconds, and never before 1970", () => {
		expect(isoTime(1.9)).toBe("1970-01-01T00:00:00.001Z");
		expect(isoTime(-5)).toBe("1970-01-01T00:00:00.000Z");
	});
});
