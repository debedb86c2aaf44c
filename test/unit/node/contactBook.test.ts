import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ContactBook } from "../../../src/node/contactBook";
import { openStateFolder, type StateFolder } from "../../../src/node/stateFolder";

const QUIET = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

let base: string;
let state: StateFolder;
let now: number;
const open = (): ContactBook => new ContactBook(state, QUIET, () => now);

beforeEach(() => {
	base = mkdtempSync(join(tmpdir(), "parley-contacts-"));
	state = openStateFolder(join(base, "parley"));
	now = 1_000_000;
});
afterEach(() => rmSync(base, { recursive: true }));

it("keeps handshakes over a reload and calls as long as the window lives, closed to others", () => {
	const book = open();
	book.onHandshake("codex");
	now += 5_000;
	book.onCall("codex");
	expect([book.lastHandshake("codex"), book.lastCall("codex")]).toEqual([1_000_000, 1_005_000]);
	const later = open();
	expect([later.lastHandshake("codex"), later.lastCall("codex"), later.lastHandshake("pi")]).toEqual([
		1_000_000,
		undefined,
		undefined,
	]);
	expect(statSync(join(state.root, "handshakes.json")).mode & 0o777).toBe(0o600);
});

it("keeps nothing of Parley itself: the Doctor's bridge is no agent", () => {
	const book = open();
	book.onHandshake("doctor");
	expect([book.lastHandshake("doctor"), existsSync(join(state.root, "handshakes.json"))]).toEqual([undefined, false]);
});

it("adds what another window has seen", () => {
	open().onHandshake("codex");
	now += 60_000;
	open().onHandshake("pi");
	expect(["codex", "pi"].map((id) => open().lastHandshake(id))).toEqual([1_000_000, 1_060_000]);
});

it("does not grow with the names that entries give themselves", () => {
	const book = open();
	for (let each = 0; each < 200; each++) {
		now++;
		book.onHandshake(`agent-${each}`);
	}
	expect([book.lastHandshake("agent-0"), book.lastHandshake("agent-199")]).toEqual([undefined, now]);
});

it.each(["", "{", "null", '{"agents":[]}', '{"agents":{"codex":"soon"}}'])("begins anew where it reads %j", (text) => {
	writeFileSync(join(state.root, "handshakes.json"), text);
	const book = open();
	expect(book.lastHandshake("codex")).toBeUndefined();
	book.onHandshake("codex");
	expect(book.lastHandshake("codex")).toBe(now);
});
