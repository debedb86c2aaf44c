import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
	EXCERPT_READ_MAX,
	type Excerpt,
	excerptText,
	pathBelow,
	readingEnd,
	withExcerpt,
} from "../../../src/core/excerpt";
import { ANSWER_MAX, codePoints, EXCERPT_MAX } from "../../../src/core/limits";

function excerpt(change: Partial<Excerpt> = {}): string {
	const firstLine = change.firstLine ?? 12;
	const text = change.text ?? "let a = 1;\nlet b = 2;";
	const lastLine = firstLine + text.replace(/\r?\n$/, "").split("\n").length - 1;
	return excerptText({
		path: "src/a.ts",
		firstLine,
		lastLine,
		text,
		language: "typescript",
		isUnsaved: false,
		...change,
	});
}

describe("an excerpt", () => {
	it("says where it is from and stands in a block of its language", () => {
		expect(excerpt()).toBe("src/a.ts:12-13\n```typescript\nlet a = 1;\nlet b = 2;\n```");
		expect(excerpt({ text: "a\r\nb\r\n" })).toBe("src/a.ts:12-13\n```typescript\na\nb\n```");
		expect(excerpt({ text: "a", isUnsaved: true })).toBe("src/a.ts:12 (with unsaved changes)\n```typescript\na\n```");
	});

	it("is cut at whole lines, and says so", () => {
		const text = Array.from({ length: 2_000 }, (_, index) => `line ${index}`).join("\n");
		const cut = excerpt({ text, firstLine: 1 });
		expect(cut).toMatch(/^src\/a\.ts:1-2000\n```typescript\nline 0\n[^]*\n```\n\(Cut here: lines 1-\d+ of 1-2000\.\)$/);
		expect(codePoints(cut)).toBeLessThan(EXCERPT_MAX + 100);
		const last = Number(/lines 1-(\d+) of/.exec(cut)?.[1]);
		expect(cut).toContain(`\nline ${last - 1}\n\`\`\`\n(`);
	});

	it("of one endless line has its beginning", () => {
		const cut = excerpt({ text: `${"😀".repeat(EXCERPT_MAX + 1)}\nmore` });
		expect(cut).toBe(
			`src/a.ts:12-13\n\`\`\`typescript\n${"😀".repeat(EXCERPT_MAX)}\n\`\`\`\n(Cut here: lines 12 of 12-13.)`,
		);
	});

	it("of which only the beginning was read says what it is a part of", () => {
		const cut = excerpt({ text: "x\n".repeat(EXCERPT_READ_MAX / 2), lastLine: 5_000_011 });
		expect(cut.split("\n")[0]).toBe("src/a.ts:12-5000011");
		expect(cut).toMatch(/\(Cut here: lines 12-\d+ of 12-5000011\.\)$/);
	});

	it("looks at no more of a text than it may show", () => {
		const text = Buffer.alloc(30_000_000, "x").toString("latin1");
		const begun = performance.now();
		excerptText({ path: "a", firstLine: 1, lastLine: 1, text, language: "json", isUnsaved: false });
		expect(performance.now() - begun).toBeLessThan(100);
	});

	it("lets neither a file's name nor a language's become another line", () => {
		expect(excerpt({ path: "a\u202eb\u200b\u{e0041}c\ue000d" })).toMatch(/^a\ufffdb\ufffdc\ufffdd:/);
		expect(excerpt({ path: "a\n```\u2028b", language: "c\n```" }).split("\n").slice(0, 2)).toEqual([
			"a�```�b:12-13",
			"```",
		]);
	});

	it("can be closed by nothing that is in it, and loses nothing that fits", () => {
		const lines = fc.array(fc.oneof(fc.string(), fc.stringMatching(/^[ ]{0,3}`{1,9}[a-z]*$/)), { minLength: 1 });
		fc.assert(
			fc.property(lines, (all) => {
				const text = all.join("\n").replace(/\r\n?/g, "\n").replace(/\n$/, "");
				const [, opening = "", ...rest] = excerpt({ text: all.join("\n") }).split("\n");
				const fence = /^`{3,}/.exec(opening)?.[0] ?? "";
				const end = rest.findIndex((line) => /^ {0,3}`+\s*$/.test(line) && line.trim().length >= fence.length);
				expect([end, rest.slice(0, end).join("\n")]).toEqual([rest.length - 1, text]);
			}),
		);
	});
});

describe("a draft with an excerpt", () => {
	it("has it at its end, a blank line below what was written", () => {
		expect(["", "see", "see\n", "see\n\n"].map((draft) => withExcerpt(draft, "a.ts:1"))).toEqual([
			"a.ts:1\n",
			"see\n\na.ts:1\n",
			"see\n\na.ts:1\n",
			"see\n\na.ts:1\n",
		]);
	});

	it("begins with the draft as it was, or is none where it would be too long", () => {
		fc.assert(
			fc.property(fc.string({ unit: "binary", maxLength: 50 }), (draft) => withExcerpt(draft, "x")!.startsWith(draft)),
		);
		expect(withExcerpt("x".repeat(ANSWER_MAX - 4), "y")).toHaveLength(ANSWER_MAX);
		expect(withExcerpt("x".repeat(ANSWER_MAX - 3), "y")).toBeUndefined();
	});
});

it("a path is told from the folder on, and whole outside of it", () => {
	const paths = [
		pathBelow("/ws", "/ws/src/a.ts"),
		pathBelow("/ws/", "/ws/a.ts"),
		pathBelow("/ws", "/ws2/a.ts"),
		pathBelow("/ws", "/ws"),
		pathBelow(undefined, "/ws/a.ts"),
		pathBelow("C:\\ws", "C:\\ws\\src\\a.ts"),
		pathBelow("/", "/etc/a"),
	];
	expect(paths).toEqual(["src/a.ts", "a.ts", "/ws2/a.ts", "/ws", "/ws/a.ts", "src/a.ts", "etc/a"]);
});

it("of a long document no more is read than may be shown, from where it begins to where it ends at most", () => {
	const end = (lines: readonly number[], from: readonly [number, number], to: readonly [number, number]) => {
		const lengthOf = (line: number): number => lines[line] ?? 0;
		const { line, character } = readingEnd(
			lengthOf,
			{ line: from[0], character: from[1] },
			{ line: to[0], character: to[1] },
		);
		return [line, character];
	};
	const huge = 30_000_000;
	expect([
		end([3, 4], [0, 1], [1, 2]),
		end([huge], [0, 0], [0, huge]),
		end([huge], [0, 900_000], [0, huge]),
		// What stands before the selection is not read.
		end([huge, 5, 6], [0, huge - 2], [2, 6]),
		end([10, huge, 10], [0, 0], [2, 10]),
		end(new Array<number>(1_000_000).fill(0), [0, 0], [999_999, 0]),
	]).toEqual([
		[1, 2],
		[0, EXCERPT_READ_MAX],
		[0, 900_000 + EXCERPT_READ_MAX],
		[2, 6],
		[1, EXCERPT_READ_MAX],
		// Behind the end of that line, as VS Code allows.
		[EXCERPT_READ_MAX, EXCERPT_READ_MAX],
	]);
});
