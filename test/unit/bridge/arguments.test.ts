import { expect, test } from "vitest";
import { parseArguments } from "../../../src/bridge/arguments";

test("an entry says who its agent is and what is on", () => {
	const words = ["--agent", "claude-code", "--clarify", "--no-approval", "--budget", "4000"];
	expect([parseArguments(words), parseArguments([])]).toEqual([
		{ agent: "claude-code", clarify: true, approval: false, budgetSeconds: 4_000 },
		{ agent: undefined, clarify: false, approval: true, budgetSeconds: undefined },
	]);
});

test.each([
	[["--clarifi"], 'unknown argument "--clarifi"'],
	[["--agent"], "--agent needs a value"],
	[["--agent", "Ünsinn"], '--agent does not take "Ünsinn"'],
	[["--budget", "-1"], '--budget does not take "-1"'],
	[["--budget", "60s"], '--budget does not take "60s"'],
])("%j cannot be used, and the error names what is wrong", (words, message) => {
	expect(() => parseArguments(words)).toThrow(message);
});
