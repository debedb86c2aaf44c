import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { stateFiles } from "../../../src/agents/apply";
import { setAside } from "../../../src/node/setAside";
import { readDocument } from "../../../src/node/storedDocument";
import { KEY, SlotWindows } from "../../support/slotWindows";

let base: string;
beforeEach(() => {
	base = mkdtempSync(join(tmpdir(), "parley-aside-"));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

/** A folder with something in it. */
function fullFolder(path: string): void {
	mkdirSync(path);
	writeFileSync(join(path, "in-it"), "");
}

test.each<[string, (path: string) => void]>([
	["an older file", (path) => writeFileSync(path, "older")],
	["a folder with something in it", fullFolder],
])("what is set aside takes the place of %s", (_what, put) => {
	const path = join(base, "a.json");
	writeFileSync(path, "new");
	put(`${path}.corrupt`);
	expect([setAside(path), readFileSync(`${path}.corrupt`, "utf8"), readdirSync(base)]).toEqual([
		`${path}.corrupt`,
		"new",
		["a.json.corrupt"],
	]);
});

test("a folder in a slot's place is set aside twice", async () => {
	const windows = new SlotWindows();
	const path = join(windows.state.run, `${KEY}-1.json`);
	for (const times of [1, 2]) {
		rmSync(path, { force: true });
		fullFolder(path);
		const slot = await windows.claim();
		expect([slot.path, windows.setAside.length]).toEqual([path, times]);
	}
	expect(windows.setAside).toEqual([`${KEY}-1.json.corrupt`, `${KEY}-1.json.corrupt`]);
	await windows.dispose();
});

test("a document that cannot be parsed is set aside over a folder", () => {
	const path = join(base, "history.json");
	writeFileSync(path, "{");
	fullFolder(`${path}.corrupt`);
	const warned: string[] = [];
	const log = {
		debug: () => undefined,
		info: () => undefined,
		error: () => undefined,
		warn: (text: string) => void warned.push(text),
	};
	expect([readDocument<string>(path, () => undefined, log), readdirSync(base), warned.length]).toEqual([
		undefined,
		["history.json.corrupt"],
		1,
	]);
});

test("so is the file about connected agents", () => {
	const path = join(base, "agents.json");
	writeFileSync(path, "{");
	fullFolder(`${path}.corrupt`);
	expect([stateFiles(base).setAside("agents.json"), readFileSync(`${path}.corrupt`, "utf8")]).toEqual([
		`${path}.corrupt`,
		"{",
	]);
});
