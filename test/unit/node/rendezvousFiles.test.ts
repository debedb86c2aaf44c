import { existsSync, lstatSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { deadPid, KEY, SlotWindows } from "../../support/slotWindows";

const SECOND_MS = 1_000;

let windows: SlotWindows;
beforeEach(() => {
	windows = new SlotWindows();
});
afterEach(() => windows.dispose());

test.each(["", "{", '{"v":1,"url":"http://127.0.0.1:1"}', '{"v":1,"state":"freed","at":"yesterday"}', "null"])(
	"a file that says %j is set aside and a fresh one begins",
	async (text) => {
		writeFileSync(join(windows.state.run, `${KEY}-1.json`), text);
		const slot = await windows.claim();
		expect({ name: slot.name, setAside: windows.setAside, files: windows.files }).toEqual({
			name: `${KEY}-1`,
			setAside: [`${KEY}-1.json.corrupt`],
			files: [`${KEY}-1.json`, `${KEY}-1.json.corrupt`],
		});
	},
);

test("a link in a slot's place is set aside and what it points to stays as it is", async () => {
	const target = join(windows.base, "target.json");
	writeFileSync(target, "mine");
	symlinkSync(target, join(windows.state.run, `${KEY}-1.json`));
	const { slot } = await windows.open();
	expect([readFileSync(target, "utf8"), lstatSync(slot.path).isFile(), windows.setAside]).toEqual([
		"mine",
		true,
		[`${KEY}-1.json.corrupt`],
	]);
});

test("a window writes nothing once another one has its slot", async () => {
	const first = await windows.open();
	windows.write(1, await windows.listen());
	const before = readFileSync(first.slot.path, "utf8");
	const published = first.slot.publish({ url: first.broker.url, token: first.broker.token, folders: [] });
	const kept = first.slot.keep();
	first.slot.release();
	expect([published, kept, readFileSync(first.slot.path, "utf8")]).toEqual([false, false, before]);
});

test("a window can go when its file cannot be written any more", async () => {
	const { slot } = await windows.open();
	rmSync(windows.state.root, { recursive: true });
	expect(() => slot.release()).not.toThrow();
});

test("a starting window deletes what is provably dead, of any workspace, and nothing else", async () => {
	const [closed, listens] = [await windows.listen(), await windows.listen()];
	const gone = { url: closed.url, token: closed.token, instance: closed.instance };
	await windows.close(closed);
	const pid = deadPid();
	windows.write(1, gone, { pid }, "aaaaaaaaaaaaaaaa");
	windows.write(2, gone, { pid, bootId: "another" }, "aaaaaaaaaaaaaaaa");
	windows.write(3, gone, { pid, host: "elsewhere" }, "aaaaaaaaaaaaaaaa");
	windows.write(4, gone, {}, "aaaaaaaaaaaaaaaa");
	windows.write(5, listens, { pid }, "aaaaaaaaaaaaaaaa");
	await windows.claim();
	expect(windows.files).toEqual([
		`${KEY}-1.json`,
		"aaaaaaaaaaaaaaaa-2.json",
		"aaaaaaaaaaaaaaaa-3.json",
		"aaaaaaaaaaaaaaaa-4.json",
		"aaaaaaaaaaaaaaaa-5.json",
	]);
});

test("the note of a freed slot stays for a day", async () => {
	const { slot } = await windows.open({ key: "bbbbbbbbbbbbbbbb", owner: windows.owner({ pid: deadPid() }) });
	slot.release();
	windows.now += 23 * 3_600 * SECOND_MS;
	await windows.claim();
	const within = existsSync(slot.path);
	windows.now += 2 * 3_600 * SECOND_MS;
	await windows.claim();
	expect([within, existsSync(slot.path)]).toEqual([true, false]);
});

test("a slot is mended where a dead window has taken it, and left to one that lives", async () => {
	const { slot, broker } = await windows.open();
	const where = { url: broker.url, token: broker.token, folders: [] };
	const other = await windows.listen();
	const { url, token, instance } = other;
	windows.write(1, other);
	const ofLiving = await slot.mend(() => where);
	await windows.close(other);
	windows.write(1, { url, token, instance }, { pid: deadPid() });
	const onceOver = await slot.mend(() => undefined);
	expect([ofLiving, onceOver, await slot.mend(() => where), slot.keep()]).toEqual([false, false, true, true]);
});
