import {
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	truncateSync,
	utimesSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { HISTORY_KEPT_MS } from "../../../src/core/limits";
import { RandomIds } from "../../../src/node/ids";
import { FolderImageStore } from "../../../src/node/imageStore";
import { image } from "../../support/images";

const ids = new RandomIds();
let folder: string;
/** What the documents of other windows and workspaces say. */
let elsewhere: readonly string[];

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "parley-images-"));
	elsewhere = [];
});
afterEach(() => {
	rmSync(folder, { recursive: true });
});

function added(): string {
	const id = ids.uuid();
	store().add(id, "image/png", image());
	return store().pathOf(id, "image/png");
}

function store(now = Date.now()): FolderImageStore {
	return new FolderImageStore(
		folder,
		() => now,
		() => elsewhere,
	);
}

it("an image is a file of its own that only this user can read, until it is removed", () => {
	const [one, two] = [ids.uuid(), ids.uuid()];
	store().add(one, "image/png", image());
	store().add(two, "image/jpeg", image("jpeg"));
	const paths = [store().pathOf(one, "image/png"), store().pathOf(two, "image/jpeg")];
	expect(paths).toEqual([join(folder, `${one}.png`), join(folder, `${two}.jpg`)]);
	expect([Uint8Array.from(readFileSync(paths[0]!)), statSync(paths[0]!).mode & 0o777]).toEqual([image(), 0o600]);
	store().remove(one);
	store().remove(one);
	expect(readdirSync(folder)).toEqual([`${two}.jpg`]);
});

it("a new one pushes out what is older than the history, and what a killed process left", () => {
	const old = added();
	const draft = join(folder, `${ids.uuid()}.png.0123456789ab.tmp`);
	const mine = join(folder, "mine.png");
	for (const path of [draft, mine]) writeFileSync(path, "");
	const then = new Date(Date.now() - HISTORY_KEPT_MS - 1_000);
	for (const path of [old, draft, mine]) utimesSync(path, then, then);
	const id = ids.uuid();
	store().add(id, "image/gif", image("gif"));
	expect(readdirSync(folder).sort()).toEqual([`${id}.gif`, "mine.png"].sort());
});

it("a new one pushes out the oldest where all together are more than 256 MiB", () => {
	const paths = [3, 2, 1].map((age) => {
		const path = added();
		// A hole in the file: it takes no place on the disk.
		truncateSync(path, 100 * 1024 * 1024);
		utimesSync(path, Date.now() / 1_000 - age * 60, Date.now() / 1_000 - age * 60);
		return path;
	});
	const newest = added();
	expect(readdirSync(folder).sort()).toEqual(
		[...paths.slice(1), newest].map((path) => path.slice(folder.length + 1)).sort(),
	);
});

it("what is older than the history goes when a window starts, too", () => {
	const old = added();
	const then = new Date(Date.now() - HISTORY_KEPT_MS - 1_000);
	utimesSync(old, then, then);
	store();
	expect(readdirSync(folder)).toEqual([]);
});

it("all but those that are kept go, and but those that other windows and workspaces name", () => {
	const [kept, named, left] = [ids.uuid(), ids.uuid(), ids.uuid()];
	for (const id of [kept, named, left]) store().add(id, "image/png", image());
	writeFileSync(join(folder, "mine.png"), "");
	elsewhere = [`{"images":[{"id":"${named}"}]}`];
	store().keepOnly(new Set([kept]));
	expect(readdirSync(folder).sort()).toEqual([`${kept}.png`, `${named}.png`, "mine.png"].sort());
});

it("a folder that cannot be written is told", () => {
	const gone = new FolderImageStore(
		join(folder, "gone"),
		() => Date.now(),
		() => [],
	);
	expect(() => gone.add(ids.uuid(), "image/png", image())).toThrow("ENOENT");
	expect(() => gone.remove(ids.uuid())).not.toThrow();
});
