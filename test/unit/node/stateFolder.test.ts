import {
	chmodSync,
	lstatSync,
	mkdirSync,
	mkdtempSync,
	realpathSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openStateFolder, stateFolderPath } from "../../../src/node/stateFolder";

let base: string;
beforeEach(() => {
	base = realpathSync(mkdtempSync(join(tmpdir(), "parley-state-")));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

test.each([
	["linux", {}, "/home/ö", "/home/ö/.local/state/parley"],
	["linux", { XDG_STATE_HOME: "/x y" }, "/home/ö", "/x y/parley"],
	["linux", { XDG_STATE_HOME: "relative" }, "/home/ö", "/home/ö/.local/state/parley"],
	["linux", { XDG_STATE_HOME: "" }, "/home/ö", "/home/ö/.local/state/parley"],
	["darwin", { XDG_STATE_HOME: "/x" }, "/Users/ö", "/Users/ö/Library/Application Support/Parley"],
	["win32", { LOCALAPPDATA: "D:\\Local" }, "C:\\Users\\ö", "D:\\Local\\Parley"],
	["win32", {}, "C:\\Users\\ö", "C:\\Users\\ö\\AppData\\Local\\Parley"],
] as const)("on %s with %j and the home %s the state folder is %s", (platform, env, home, path) => {
	expect(stateFolderPath(env, platform, home)).toBe(path);
});

test("the folder and all in it are made, closed to other users, whatever the umask lets through", () => {
	const before = process.umask(0);
	const state = openStateFolder(join(base, "a", "parley"));
	process.umask(before);
	expect(Object.values<string>({ ...state }).map((path) => [path, statSync(path).mode & 0o777])).toEqual(
		["", "/bin", "/bin/nodes", "/run", "/windows", "/history", "/approvals", "/waiting", "/images"].map((part) => [
			`${base}/a/parley${part}`,
			0o700,
		]),
	);
});

test("a folder that is there is kept with what is in it, and closed again", () => {
	const path = join(base, "parley");
	mkdirSync(join(path, "run"), { recursive: true });
	chmodSync(join(path, "run"), 0o755);
	writeFileSync(join(path, "run", "file"), "kept");
	const { run } = openStateFolder(path);
	expect([statSync(run).mode & 0o777, statSync(join(run, "file")).size]).toEqual([0o700, 4]);
});

test("the paths are real where the way to the folder has a link", () => {
	mkdirSync(join(base, "real"));
	symlinkSync(join(base, "real"), join(base, "link"));
	expect(openStateFolder(join(base, "link", "parley")).run).toBe(join(base, "real", "parley", "run"));
});

test("a link in place of the folder or of one in it is refused with its path", () => {
	mkdirSync(join(base, "elsewhere"));
	symlinkSync(join(base, "elsewhere"), join(base, "parley"));
	mkdirSync(join(base, "other"));
	symlinkSync(join(base, "elsewhere"), join(base, "other", "run"));
	const refusal = (path: string): unknown => {
		try {
			return openStateFolder(path);
		} catch (error) {
			return (error as Error).message;
		}
	};
	expect([
		refusal(join(base, "parley")),
		refusal(join(base, "other")),
		lstatSync(join(base, "elsewhere")).mode & 0o777,
	]).toEqual([
		`${join(base, "parley")} is a link; Parley needs a folder of its own there`,
		`${join(base, "other", "run")} is a link; Parley needs a folder of its own there`,
		0o755,
	]);
});

test("a file in place of the folder is refused", () => {
	writeFileSync(join(base, "parley"), "");
	expect(() => openStateFolder(join(base, "parley"))).toThrow(`${join(base, "parley")} is not a folder`);
});

test.runIf(process.getuid?.() === 0)("another user's folder is refused", async () => {
	const { chownSync } = await import("node:fs");
	mkdirSync(join(base, "parley"));
	chownSync(join(base, "parley"), 1234, 1234);
	expect(() => openStateFolder(join(base, "parley"))).toThrow(`${join(base, "parley")} belongs to another user`);
});
