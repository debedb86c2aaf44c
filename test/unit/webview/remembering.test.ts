import { expect, test } from "vitest";
import { FoldMemory } from "../../../webview/foldMemory";
import { parseMemory } from "../../../webview/panelMemory";

test("what the person folds is told once and overrules the panel's own rule", () => {
	const told: unknown[] = [];
	const folds = new FoldMemory(
		{},
		(...fold) => told.push(fold),
		() => told.push("kept"),
	);
	expect(folds.isFolded("card", true)).toBe(true);
	folds.set("card", false);
	expect([folds.isFolded("card", true), folds.all, told]).toEqual([false, { card: false }, [["card", false], "kept"]]);
});

test("the host's folds are taken over when they are new, not with each snapshot", () => {
	const folds = new FoldMemory(
		{ a: true },
		() => undefined,
		() => undefined,
	);
	folds.adopt({ version: 0, folded: { b: true } });
	folds.set("b", false);
	folds.adopt({ version: 0, folded: { b: true } });
	expect(folds.all).toEqual({ a: true, b: false });
	folds.adopt({ version: 1, folded: { b: true } });
	expect(folds.all).toEqual({ a: true, b: true });
});

test("no more than 500 folds are kept, the newest", () => {
	const folds = new FoldMemory(
		{},
		() => undefined,
		() => undefined,
	);
	for (let index = 0; index <= 500; index++) folds.set(`card-${index}`, true);
	expect([Object.keys(folds.all).length, folds.isFolded("card-0", false), folds.isFolded("card-500", false)]).toEqual([
		500,
		false,
		true,
	]);
});

test("a memory of another shape is no memory", () => {
	expect(parseMemory({ folded: { a: true, b: "x" }, told: ["q1", 2], scroll: 40, other: 1 })).toEqual({
		folded: { a: true },
		told: ["q1"],
		scroll: 40,
	});
	for (const raw of [undefined, null, 5, "x", [], { folded: [], told: {}, scroll: "1" }]) {
		expect(parseMemory(raw)).toEqual({ folded: {}, told: [], scroll: 0 });
	}
});
