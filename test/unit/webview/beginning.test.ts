import { expect, test } from "vitest";
import { beginning } from "../../../webview/beginning";

test.each([
	["all of it.", 20, "all of it."],
	["A line.\nAnother.", 20, "A line…"],
	["Which one,\nplease?", 20, "Which one…"],
	["Really?\nYes.", 20, "Really?…"],
	["第一行。\n第二行。", 20, "第一行…"],
	["more than fits", 5, "more…"],
])("the beginning of %j in %i characters", (text, max, shown) => {
	expect(beginning(text, max)).toBe(shown);
});
