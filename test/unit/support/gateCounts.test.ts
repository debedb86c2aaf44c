import { describe, expect, it } from "vitest";
import { closingLine, countClosingLine, countedLines, judgeRing, toldCounts } from "../../support/gate/counts.mjs";

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

	it("tells the sum of what each suite has tried, and of a run without any nothing", () => {
		const fuzz = { suite: "fuzz", numbers: { inputs: 1_500, targets: 1 } };
		const faults = { suite: "faults", numbers: { survived: 1 } };
		expect([countedLines([fuzz, faults, fuzz]), countedLines([])]).toEqual([
			["counted faults: 1 survived", "counted fuzz: 3000 inputs, 2 targets"],
			[],
		]);
	});

	it("passes those lines on, whatever else was printed", () => {
		const output =
			"\u001b[90mstdout | a test\n\u001b[22m\u001b[39mcounted soak: 4 h, 0 left\n\nhas counted on it\n  counted x: 1\ncounted fuzz: 2 inputs\r\n";
		expect(toldCounts(output)).toEqual(["soak: 4 h, 0 left", "fuzz: 2 inputs"]);
	});
});
