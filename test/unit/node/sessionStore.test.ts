import {
	appendFileSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Log } from "../../../src/core/ports";
import { FolderSessionStore } from "../../../src/node/sessionStore";
import { DeskFixture } from "../../support/deskFixture";

let base: string;
let folder: string;
let told: string[];
const log: Log = {
	debug: () => undefined,
	info: () => undefined,
	warn: (message) => told.push(`warn ${message}`),
	error: (message) => told.push(`error ${message}`),
};

beforeEach(() => {
	base = mkdtempSync(join(tmpdir(), "parley-sessions-"));
	folder = join(base, "window-1");
	told = [];
});

afterEach(() => rmSync(base, { recursive: true }));

function store(): FolderSessionStore {
	return new FolderSessionStore(folder, log);
}

/** Documents of real sessions with a question and a plan each, as the desk stores them. */
function documents(count: number): readonly (readonly [string, string])[] {
	const fixture = new DeskFixture();
	for (let index = 0; index < count; index++) {
		const session = fixture.open({ key: index.toString(16).padStart(32, "0") });
		fixture.ask(session);
		fixture.desk.updatePlan(session, { plan: [{ id: "a", step: "Read", status: "pending" }] }, fixture.call());
	}
	return [...fixture.sessionStore.documents];
}

function save(into: FolderSessionStore, text: string): void {
	into.save(JSON.parse(text) as Parameters<FolderSessionStore["save"]>[0]);
}

test("what is saved is loaded by the next window, as it was", () => {
	const saved = documents(3);
	for (const [, text] of saved) save(store(), text);
	const loaded = store().load();
	const byId = (a: { id: string }, b: { id: string }): number => a.id.localeCompare(b.id);
	expect([...loaded].sort(byId)).toEqual(saved.map(([, text]) => JSON.parse(text) as { id: string }).sort(byId));
	expect(told).toEqual([]);
});

test("a session is saved over what was saved of it, and removed once and again", () => {
	const [[id, text] = ["", ""]] = documents(1);
	const own = store();
	save(own, text);
	save(own, text.replaceAll('"Read"', '"Write"'));
	expect(JSON.stringify(own.load())).toContain("Write");
	expect(readdirSync(folder)).toEqual([`${id}.json`]);
	own.remove(id);
	own.remove(id);
	expect(own.load()).toEqual([]);
});

describe("of a session that is saved again and again", () => {
	const steps = (text: string): readonly string[] => text.match(/"step":"[^"]*"/g) ?? [];
	const saved = (own: FolderSessionStore): readonly string[] => steps(JSON.stringify(own.load()));
	const versions = (count: number): readonly string[] => {
		const [[, text] = ["", ""]] = documents(1);
		return Array.from({ length: count }, (_, index) => text.replaceAll('"Read"', `"Step ${index}"`));
	};

	test("the newest counts, and the file stays within its bound", () => {
		const own = store();
		let largest = 0;
		for (const text of versions(800)) {
			save(own, text);
			largest = Math.max(largest, statSync(join(folder, readdirSync(folder)[0]!)).size);
		}
		expect(saved(own)).toContain('"step":"Step 799"');
		expect(saved(own)).not.toContain('"step":"Step 798"');
		expect(largest).toBeLessThanOrEqual(512 * 1024);
		expect(largest).toBeGreaterThan(256 * 1024);
	});

	test.each([
		["cut off", (line: string) => line.slice(0, -20)],
		["zeros", () => "\0".repeat(4096)],
		["of another version", (line: string) => line.replace('"v":1', '"v":2')],
	])("one whose last line is %s comes back as it was saved before", (_, spoil) => {
		const own = store();
		const [before, after] = versions(2) as [string, string];
		save(own, before);
		appendFileSync(join(folder, readdirSync(folder)[0]!), spoil(after));
		expect([saved(store()).at(-1), told]).toEqual(['"step":"Step 0"', []]);
		save(store(), after);
		expect(saved(store()).at(-1)).toBe('"step":"Step 1"');
	});

	test("one that could not be added to is replaced, whatever the failure left in its file", () => {
		const own = store();
		const [first, second, third] = versions(3) as [string, string, string];
		save(own, first);
		const [name] = readdirSync(folder);
		rmSync(join(folder, name!));
		mkdirSync(join(folder, name!));
		expect(() => save(own, second)).toThrow(/EISDIR/);
		rmSync(join(folder, name!), { recursive: true });
		writeFileSync(join(folder, name!), second.slice(0, 40));
		save(own, third);
		expect(saved(own).at(-1)).toBe('"step":"Step 2"');
		expect(readFileSync(join(folder, name!), "utf8")).toBe(`${third}\n`);
	});
});

test("files are for their owner only", () => {
	const [[id, text] = ["", ""]] = documents(1);
	save(store(), text);
	expect(statSync(join(folder, `${id}.json`)).mode & 0o777).toBe(0o600);
	expect(statSync(folder).mode & 0o777).toBe(0o700);
});

describe("a document that is no session", () => {
	test.each([
		["cut off", (text: string) => text.slice(0, -20)],
		["empty", () => ""],
		["zeros", () => "\0".repeat(4096)],
		["another version's", (text: string) => text.replace('"v":1', '"v":2')],
		["something else", () => '{"hello":"world"}'],
	])("being %s, is set aside and told once, and the others are loaded", (_, spoil) => {
		const [[id, text] = ["", ""], [other, otherText] = ["", ""]] = documents(2);
		const own = store();
		save(own, otherText);
		writeFileSync(join(folder, `${id}.json`), spoil(text));
		expect(own.load().map((session) => session.id)).toEqual([other]);
		expect(store().load()).toHaveLength(1);
		expect(told).toEqual([`warn ${id}.json could not be read; it is kept as ${id}.json.corrupt`]);
		expect(readFileSync(join(folder, `${id}.json.corrupt`), "utf8")).toBe(spoil(text));
		save(own, text);
		expect(own.load()).toHaveLength(2);
	});

	test("but a folder, keeps the others no more away", () => {
		const [[id] = ["", ""], [, otherText] = ["", ""]] = documents(2);
		const own = store();
		save(own, otherText);
		mkdirSync(join(folder, `${id}.json`));
		expect(own.load()).toHaveLength(1);
		expect(told).toEqual([`error the stored session ${id}.json could not be read`]);
	});
});

test("files of others in the folder are left alone", () => {
	const own = store();
	writeFileSync(join(folder, "notes.txt"), "mine");
	expect(own.load()).toEqual([]);
	expect(readdirSync(folder)).toEqual(["notes.txt"]);
});

test("what a write left that was cut off goes at the next start", () => {
	const [[id, text] = ["", ""]] = documents(1);
	const own = store();
	save(own, text);
	writeFileSync(join(folder, `${id}.json.0badc0de.tmp`), text.slice(0, 10));
	expect(store().load()).toHaveLength(1);
	expect(readdirSync(folder)).toEqual([`${id}.json`]);
});

test("a save that fails throws and leaves nothing behind", () => {
	const [[, text] = ["", ""]] = documents(1);
	const own = store();
	save(own, text);
	rmSync(folder, { recursive: true });
	expect(() => save(own, text)).toThrow(/ENOENT/);
	writeFileSync(folder, "no folder");
	expect(() => save(own, text)).toThrow();
	expect(readdirSync(base)).toEqual(["window-1"]);
});
