import { expect, test } from "vitest";
import { earlierDraft } from "../../../src/protocol/earlierDraft";

test.each<[string, string, object]>([
	["a choice is chosen, and what is typed stays", "mine", { text: "mine", choice: "SQLite" }],
	["a choice is chosen", "", { text: "", choice: "SQLite" }],
])("%s", (_, typed, draft) => {
	expect(earlierDraft(typed, ["Postgres", "SQLite"], "SQLite")).toEqual(draft);
});

test.each<[string, string, string]>([
	["stands in an empty field", "", "SQLite"],
	["takes the place of blanks", " \n", "SQLite"],
	["stands behind what is typed", "Try ", "Try\nSQLite"],
	["stands there once", "SQLite", "SQLite"],
	["stands there once, behind what is typed", "Try\nSQLite", "Try\nSQLite"],
	["is not taken for a word's end", "no SQLite", "no SQLite\nSQLite"],
])("another answer %s", (_, typed, text) => {
	expect(earlierDraft(typed, ["Postgres"], "SQLite")).toEqual({ text, choice: undefined });
});
