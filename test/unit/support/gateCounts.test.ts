import { describe, expect, it } from "vitest";
import { closingLine, countClosingLine, judgeRing } from "../../support/gate/counts.mjs";

describe("the gate", () => {
	it("takes the last closing line that a runner printed", () => {
		const output = "1 passed, 9 failed\nsome log: 3 passed, 3 failed\n12 passed, 0 failed, 2 skipped\nbye\n";
		expect(countClosingLine(output)).toEqual({ passed: 12, failed: 0, skipped: 2 });
	});

	it("counts nothing where a runner printed no closing line", () => {
		expect(countClosingLine("all is well")).toEqual({ passed: 0, failed: 0, skipped: 0 });
	});

	it("fails a ring that ran no test", () => {
		expect(judgeRing({ passed: 0, failed: 0, skipped: 4 }, 0)).toEqual({ passed: 0, failed: 1, skipped: 4 });
	});

	it("fails a ring that ended badly after its tests had passed", () => {
		expect(judgeRing({ passed: 5, failed: 0, skipped: 0 }, 1)).toEqual({ passed: 5, failed: 1, skipped: 0 });
	});

	it("counts a failed test once", () => {
		expect(judgeRing({ passed: 5, failed: 2, skipped: 0 }, 1)).toEqual({ passed: 5, failed: 2, skipped: 0 });
	});

	it("names skipped tests only where there are some", () => {
		expect([
			closingLine({ passed: 5, failed: 0, skipped: 0 }),
			closingLine({ passed: 5, failed: 0, skipped: 1 }),
		]).toEqual(["5 passed, 0 failed", "5 passed, 0 failed, 1 skipped"]);
	});
});
