import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { type DiffFile, parseUnifiedDiff } from "../../../src/protocol/unifiedDiff";

const LIMITS = [
	"--- a/config/limits.ts",
	"+++ b/config/limits.ts",
	"@@ -11,4 +11,5 @@",
	" export const LIMITS = {",
	"-  partner: { perMinute: 60 },",
	"+  // agreed with the partner team on 12 May",
	"+  partner: { perMinute: 600, burst: 40 },",
	"   account: { perMinute: 30 },",
	" };",
	"",
].join("\n");

/** As a person would write it down. */
function shown(files: readonly DiffFile[] | undefined): unknown {
	return files?.map(({ path, lines }) => [path, ...lines.map(({ kind, number, text }) => `${number} ${kind} ${text}`)]);
}

describe("a unified diff", () => {
	it("tells each line with its number, before for a removed one and after for the others", () => {
		expect(parseUnifiedDiff(LIMITS)).toEqual([
			{
				path: "config/limits.ts",
				added: 2,
				removed: 1,
				lines: [
					{ kind: "gap", text: "@@ -11,4 +11,5 @@", number: undefined },
					{ kind: "same", text: "export const LIMITS = {", number: 11 },
					{ kind: "removed", text: "  partner: { perMinute: 60 },", number: 12 },
					{ kind: "added", text: "  // agreed with the partner team on 12 May", number: 12 },
					{ kind: "added", text: "  partner: { perMinute: 600, burst: 40 },", number: 13 },
					{ kind: "same", text: "  account: { perMinute: 30 },", number: 14 },
					{ kind: "same", text: "};", number: 15 },
				],
			},
		]);
	});

	it("of several files is told file by file, with what git says of them", () => {
		const diff = [
			"diff --git a/one b/two",
			"similarity index 90%",
			"rename from one",
			"--- a/one",
			"+++ b/two",
			"@@ -1 +1 @@ function f()",
			"-a",
			"+b",
			"\\ No newline at end of file",
			"diff --git a/new b/new",
			"--- /dev/null",
			"+++ b/new",
			"@@ -0,0 +1 @@",
			"+c",
		];
		expect(shown(parseUnifiedDiff(diff.join("\n")))).toEqual([
			[
				"one → two",
				"undefined note diff --git a/one b/two",
				"undefined note similarity index 90%",
				"undefined note rename from one",
				"undefined note --- a/one",
				"undefined note +++ b/two",
				"undefined gap @@ -1 +1 @@ function f()",
				"1 removed a",
				"1 added b",
				"undefined note \\ No newline at end of file",
			],
			[
				"new",
				"undefined note diff --git a/new b/new",
				"undefined note --- /dev/null",
				"undefined note +++ b/new",
				"undefined gap @@ -0,0 +1 @@",
				"1 added c",
			],
		]);
	});

	it("whose hunks have no numbers, or wrong ones, is read all the same", () => {
		const diff = ["--- a/x", "+++ b/x", "@@", "-a", "+b", "@@ -1,1 +1,1 @@", " c", "+d", "-e", "", "@@ -9 +9 @@", "+f"];
		expect(shown(parseUnifiedDiff(diff.join("\n")))).toEqual([
			[
				"x",
				"undefined gap @@",
				"undefined removed a",
				"undefined added b",
				"undefined gap @@ -1,1 +1,1 @@",
				"1 same c",
				"2 added d",
				"2 removed e",
				"3 same ",
				"undefined gap @@ -9 +9 @@",
				"9 added f",
			],
		]);
	});

	it("may remove a line that looks like a name of a file", () => {
		const diff = ["--- a/x", "+++ b/x", "@@ -1,2 +1,2 @@", "--- a/y", "+++ b/y", " z"];
		expect(shown(parseUnifiedDiff(diff.join("\n")))).toEqual([
			["x", "undefined gap @@ -1,2 +1,2 @@", "1 removed -- a/y", "1 added ++ b/y", "2 same z"],
		]);
	});

	it.each(["rm -rf build", "--- a\n+++ b\n", "+ one\n- two", "@ -1 +1 @\n+a"])("is not %j", (text) => {
		expect(parseUnifiedDiff(text)).toBeUndefined();
	});
});

const line = fc.oneof(
	fc.constantFrom(
		"--- a/x",
		"+++ b/x",
		"+++ b/y\t2026",
		"@@ -1,3 +1,4 @@",
		"@@",
		"diff --git a/x b/x",
		"index 1..2",
		"",
	),
	fc.string({ maxLength: 8 }).map((text) => text.replaceAll("\n", "")),
	fc
		.tuple(fc.constantFrom("+", "-", " ", "\\"), fc.string({ maxLength: 8 }))
		.map(([a, b]) => a + b.replaceAll("\n", "")),
);

test("no line of any text is lost: it is in the result, or says a name that is", () => {
	fc.assert(
		fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
			const files = parseUnifiedDiff(lines.join("\n"));
			if (files === undefined) return;
			const told = files.flatMap((file) => [file.path, ...file.lines.map(({ text }) => text)]);
			for (const each of lines) {
				const name = each.replace(/^(?:--- a\/|\+\+\+ b\/)/, "");
				const found = told.some((text) => text === each || text === each.slice(1) || (name !== each && text === name));
				expect(found || each === "", JSON.stringify([each, told])).toBe(true);
			}
		}),
		{ numRuns: 2_000 },
	);
});
