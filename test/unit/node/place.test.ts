import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findPlace, type PlaceClaim, type Surroundings } from "../../../src/node/place";
import { FakeProcesses } from "../../support/fakeProcesses";

let base: string;
let processes: FakeProcesses;

beforeEach(() => {
	base = realpathSync(mkdtempSync(join(tmpdir(), "parley-place-")));
	for (const folder of ["shop", "shop/cart", "shop-two", "other"]) mkdirSync(join(base, folder));
	// A shell in a terminal, an agent in it, its bridge.
	processes = new FakeProcesses();
	processes.add(100, { parent: 1, cwd: base });
	processes.add(200, { parent: 100, cwd: join(base, "shop") });
	processes.add(300, { parent: 200, cwd: join(base, "shop"), ports: [40_000, 50_000] });
});

afterEach(() => rmSync(base, { recursive: true }));

function claim(change: Partial<PlaceClaim> = {}): PlaceClaim {
	return { agent: "pi", cwd: join(base, "shop"), pid: 300, remotePort: 40_000, localPort: 50_000, ...change };
}

function around(change: Partial<Surroundings> = {}): Surroundings {
	return {
		platform: "linux",
		processes,
		folders: [{ name: "shop", path: join(base, "shop") }],
		terminals: [
			{ name: "zsh", processId: 99 },
			{ name: "pi", processId: 100 },
		],
		...change,
	};
}

test("a process that holds the connection, works where it says and descends from a terminal is verified", async () => {
	expect(await findPlace(claim(), around())).toEqual({
		cwd: join(base, "shop"),
		folder: { name: "shop", path: join(base, "shop") },
		terminal: { name: "pi", processId: 100 },
		pid: 300,
		verification: "verified",
	});
});

describe("refuted is a claim", () => {
	test("of a process that does not hold the connection; nothing of that process is taken", async () => {
		const place = await findPlace(claim({ remotePort: 40_001, cwd: join(base, "other") }), around());
		expect(place).toMatchObject({ verification: "refuted", terminal: undefined, cwd: join(base, "other") });
	});

	test("of another folder than the process works in; where it really works is told", async () => {
		const place = await findPlace(claim({ cwd: join(base, "other") }), around());
		expect(place).toMatchObject({ verification: "refuted", cwd: join(base, "shop"), folder: { name: "shop" } });
	});

	test("of a process under no terminal of the window", async () => {
		const place = await findPlace(claim(), around({ terminals: [{ name: "zsh", processId: 99 }] }));
		expect(place).toMatchObject({ verification: "refuted", terminal: undefined });
	});

	test("of a process that is gone", async () => {
		expect(await findPlace(claim({ pid: 999 }), around())).toMatchObject({ verification: "refuted" });
	});

	test.each([{ pid: undefined }, { cwd: undefined }, { cwd: undefined, pid: undefined }])(
		"that leaves out what could be checked, %j",
		async (change) => {
			expect(await findPlace(claim(change), around())).toMatchObject({ verification: "refuted" });
		},
	);
});

test("a platform without a check leaves every claim unchecked", async () => {
	for (const change of [{}, { pid: undefined }, { remotePort: 1 }]) {
		const place = await findPlace(claim(change), around({ processes: undefined, platform: "darwin" }));
		expect(place).toMatchObject({ verification: "unchecked", cwd: join(base, "shop"), terminal: undefined });
	}
});

test("of terminals in each other the nearest is the session's", async () => {
	const terminals = [
		{ name: "outer", processId: 100 },
		{ name: "inner", processId: 200 },
	];
	expect(await findPlace(claim(), around({ terminals }))).toMatchObject({ terminal: { name: "inner" } });
});

describe("the folder", () => {
	const folderOf = async (cwd: string, paths: readonly string[], platform: NodeJS.Platform = "darwin") => {
		const folders = paths.map((path) => ({ name: path, path }));
		return (await findPlace(claim({ cwd }), around({ processes: undefined, platform, folders }))).folder?.name;
	};

	test("is the one with the longest path that holds the working directory", async () => {
		const paths = [base, join(base, "shop"), join(base, "shop/cart")];
		expect(await folderOf(join(base, "shop/cart"), paths)).toBe(join(base, "shop/cart"));
		expect(await folderOf(join(base, "shop"), paths)).toBe(join(base, "shop"));
		expect(await folderOf(join(base, "other"), paths)).toBe(base);
	});

	test("ends at a path boundary, and outside all of them is none", async () => {
		expect(await folderOf(join(base, "shop-two"), [join(base, "shop")])).toBeUndefined();
		expect(await folderOf(base, [join(base, "shop")])).toBeUndefined();
		expect(await folderOf(join(base, "shop"), [])).toBeUndefined();
	});

	test("is found through links on either side, and told as the window names it", async () => {
		symlinkSync(join(base, "shop"), join(base, "link"));
		expect(await folderOf(join(base, "link/cart"), [join(base, "shop")])).toBe(join(base, "shop"));
		expect(await folderOf(join(base, "shop/cart"), [join(base, "link")])).toBe(join(base, "link"));
		symlinkSync(join(base, "other"), join(base, "shop/leads-out"));
		expect(await folderOf(join(base, "shop/leads-out"), [join(base, "shop")])).toBeUndefined();
	});

	test("may be the root, may end in a separator, and need not exist any more", async () => {
		expect(await folderOf(join(base, "shop"), ["/"])).toBe("/");
		expect(await folderOf(join(base, "shop"), [`${base}/`])).toBe(`${base}/`);
		expect(await folderOf("/gone/project/src", ["/gone/project"])).toBe("/gone/project");
		expect(await folderOf("/gone/project/../secret", ["/gone/project"])).toBeUndefined();
	});

	test.each([
		["win32", "c:\\Users\\Ada\\Shop\\src", "C:\\users\\ada\\shop", true],
		["win32", "C:/Users/Ada/Shop", "C:\\Users\\Ada\\Shop", true],
		["win32", "C:\\Users\\Ada\\Shop2", "C:\\Users\\Ada\\Shop", false],
		["win32", "D:\\Shop", "C:\\", false],
		["win32", "\\\\wsl$\\Debian\\home\\ada\\shop\\src", "\\\\wsl$\\Debian\\home\\ada\\shop", true],
		["darwin", "/gone/ADA/Shop/src", "/gone/ada/shop", true],
		["linux", "/gone/ADA/Shop/src", "/gone/ada/shop", false],
	] as const)("on %s of %s is %s: %s", async (platform, cwd, folder, holds) => {
		expect(await folderOf(cwd, [folder], platform)).toBe(holds ? folder : undefined);
	});
});

describe("a bridge that an agent's daemon started", () => {
	beforeEach(() => {
		processes.add(200, { parent: 100, cwd: "/", hasTerminal: false, command: ["/usr/bin/pi", "daemon"] });
		processes.add(150, { parent: 1, cwd: base });
	});

	const terminals = [
		{ name: "first", processId: 100 },
		{ name: "second", processId: 150 },
	];

	test("belongs to the terminal in which its agent works in its folder, not to the one the daemon came from", async () => {
		processes.add(250, { parent: 150, cwd: join(base, "shop"), command: ["node", "/opt/pi.js"] });
		const place = await findPlace(claim(), around({ terminals }));
		expect(place).toMatchObject({ terminal: { name: "second" }, verification: "verified" });
	});

	test("is refuted when no such agent works there", async () => {
		processes.add(250, { parent: 150, cwd: join(base, "other"), command: ["pi"] });
		processes.add(251, { parent: 150, cwd: join(base, "shop"), command: ["vim", "notes.txt"] });
		expect(await findPlace(claim(), around({ terminals }))).toMatchObject({
			terminal: undefined,
			verification: "refuted",
		});
	});
});
