import { expect, test } from "vitest";
import { shortLine } from "../../../src/ui/text/shortLine";

test.each<[string, string]>([
	["npm ci", "npm ci"],
	["npm\n\tci  now", "npm ci now"],
	["0123456789", "0123456789"],
	["0123456789a", "012345678…"],
	[`ab${" ".repeat(200)}hidden tail`, "ab…"],
	[" ".repeat(200), "…"],
])("%j becomes one line that says when there is more", (text, line) => {
	expect(shortLine(text, 10)).toBe(line);
});
