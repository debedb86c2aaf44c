import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import { realPath } from "../../../src/node/realPath";
import { type FoundReference, findReference } from "../../../src/ui/filePlace";

const OUT = { kind: "refused", why: "leads out of the workspace" };

describe("by name", () => {
	const folders = ["/home/ada/web-shop", "/home/ada/api/", "c:\\Users\\ada\\shop"];
	/** Every file is there, and there are no links. */
	const find = (base: string | undefined, path: string): Promise<FoundReference> =>
		findReference(
			{ path, line: 3, bases: [base], folders },
			{ realPath: (each) => each, isFile: () => Promise.resolve(true) },
		);

	test.each([
		["/home/ada/web-shop/src", "../lib//./a.ts", "/home/ada/web-shop/lib/a.ts"],
		[undefined, "/home/ada/api/x.py", "/home/ada/api/x.py"],
		["c:\\Users\\ada\\shop", "C:\\Users\\ada\\shop\\a.ts", "c:/Users/ada/shop/a.ts"],
	])("from %s, %s is in the workspace", async (base, path, place) => {
		expect(await find(base, path)).toEqual({ kind: "open", path: place });
	});

	test.each([
		["/home/ada/web-shop", "../../.ssh/id_rsa"],
		["/home/ada/web-shop", "/etc/passwd"],
		["/home/ada/web-shop", "/home/ada/web-shop/../secret"],
		["/home/ada/web-shop", "/home/ada/web-shop-2/a.ts"],
		["/home/ada/web-shop", "../".repeat(50) + "etc/passwd"],
		["/home/ada/web-shop", "\\..\\..\\x"],
		["/tmp", "a.ts"],
		["/home/ada/web-shop", "."],
		[undefined, "a.ts"],
	])("from %s, %s leads out of it", async (base, path) => {
		expect(await find(base, path)).toEqual(OUT);
	});
});

describe("on the disk", () => {
	let root: string;
	let shop: string;

	beforeEach(() => {
		root = mkdtempSync(join(tmpdir(), "parley-files-"));
		shop = join(root, "shop");
		for (const folder of ["shop/src", "shop-2", "secret"]) mkdirSync(join(root, folder), { recursive: true });
		for (const file of ["shop/src/a.ts", "shop/b.ts", "shop-2/key", "secret/key"]) writeFileSync(join(root, file), "");
	});
	afterEach(() => rmSync(root, { recursive: true }));

	const isFile = (path: string): Promise<boolean> =>
		Promise.resolve(statSync(path, { throwIfNoEntry: false })?.isFile() === true);
	const find = (path: string, folder = shop): Promise<FoundReference> =>
		findReference({ path, line: 3, bases: [join(folder, "src"), folder], folders: [folder] }, { realPath, isFile });

	it("is opened from where the agent runs, else from the folder", async () => {
		expect([await find("a.ts"), await find("b.ts"), await find(join(shop, "b.ts"))]).toEqual([
			{ kind: "open", path: join(shop, "src/a.ts") },
			{ kind: "open", path: join(shop, "b.ts") },
			{ kind: "open", path: join(shop, "b.ts") },
		]);
	});

	it.each([
		["a link to a file", "src/link", "../../secret/key", "link"],
		["a link to a folder", "linked", "../secret", "linked/key"],
		["a link to a neighbour whose name begins alike", "linked", "../shop-2", "linked/key"],
	])("is not opened where %s leads out of the workspace", async (_, link, target, path) => {
		symlinkSync(target, join(shop, link));
		expect(await find(path)).toEqual(OUT);
	});

	it("is opened through links that stay in the workspace, and in one that is itself a link", async () => {
		symlinkSync("src", join(shop, "linked"));
		symlinkSync(shop, join(root, "way"));
		expect([await find("linked/a.ts"), await find("a.ts", join(root, "way"))]).toEqual([
			{ kind: "open", path: join(shop, "linked/a.ts") },
			{ kind: "open", path: join(root, "way/src/a.ts") },
		]);
	});

	it.each([
		["gone.ts", "gone.ts:3"],
		["src", "src:3"],
		["./gone.ts", "./gone.ts:3"],
		["@scope/gone.ts", "scope/gone.ts:3"],
		..."> @ # % ? : :: @: >@#%?: + $".split(" ").map((prefix) => [`${prefix}gone.ts`, "gone.ts:3"]),
		[" >gone.ts", "gone.ts:3"],
	])("that is not there is searched for by name: %s", async (path, text) => {
		expect(await find(path)).toEqual({ kind: "search", text });
	});

	it.each([">", ">workbench.action.quit now", "task build", "ext install x", "term a\u2028", "a\nb", "\u0000a\u0000"])(
		"is not searched for where it is no name: %j",
		async (path) => {
			expect(await find(path)).toEqual({ kind: "refused", why: "is nothing to search for" });
		},
	);
});
