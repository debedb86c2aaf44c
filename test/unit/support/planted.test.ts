import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { DEFECTS } from "../../planted/defects.mjs";

const ROOT = join(import.meta.dirname, "../../..");
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

it.each(DEFECTS)("a planted defect can still be planted: $place, $what", ({ what, file, text, test, red }) => {
	expect({
		places: read(file).split(text).length - 1,
		isTested: read(test).includes(red),
		isTold: read("CONTRIBUTING.md").includes(what),
	}).toEqual({ places: 1, isTested: true, isTold: true });
});
