import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { userFiles } from "../../../src/agents/apply";

// The real writer in a process of its own, which is stopped in the middle.
const OLD = "a".repeat(900_000);
const NEW = "b".repeat(900_000);
let root: string;
let file: string;
let writer: string;

beforeAll(() => {
	root = mkdtempSync(join(tmpdir(), "parley-writer-"));
	file = join(root, "config.toml");
	const bundle = join(root, "apply.cjs");
	buildSync({ entryPoints: ["src/agents/apply.ts"], bundle: true, platform: "node", format: "cjs", outfile: bundle });
	writer = `
		const { userFiles } = require(${JSON.stringify(bundle)});
		const write = (text) => userFiles.replace(userFiles.read(${JSON.stringify(file)}), text);
		const [OLD, NEW] = ["a".repeat(900000), "b".repeat(900000)];
	`;
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe("a write that does not come to its end", () => {
	it("leaves the old file or the new one when its process is killed, never a part", async () => {
		writeFileSync(file, OLD, { mode: 0o640 });
		for (let round = 0; round < 12; round++) {
			const child = spawn(process.execPath, [
				"-e",
				`${writer} console.log("go"); for (;;) { write(NEW); write(OLD); }`,
			]);
			await new Promise((resolve) => child.stdout.once("data", resolve));
			// Some other moment of the write each time.
			await new Promise((resolve) => setTimeout(resolve, round * 3));
			const ended = new Promise((resolve) => child.once("exit", resolve));
			child.kill("SIGKILL");
			await ended;
			expect([OLD, NEW].includes(readFileSync(file, "utf8"))).toBe(true);
			expect(statSync(file).mode & 0o777).toBe(0o640);
		}
	});

	it("clears up what a killed one left when it is done the next time", () => {
		writeFileSync(file, "old");
		writeFileSync(join(root, ".config.toml.parley-0123456789ab"), "half");
		const read = userFiles.read(file);
		if (read.kind !== "file") throw new Error(read.kind);
		expect(userFiles.replace(read, "new")).toBeUndefined();
		expect([readFileSync(file, "utf8"), readdirSync(root).sort()]).toEqual(["new", ["apply.cjs", "config.toml"]]);
	});

	it("leaves the old file, says why, and clears up when there is no room", () => {
		writeFileSync(file, OLD);
		// A limit on the size of files is the nearest to a full disk that needs no right of the administrator's.
		const command = `ulimit -f 100; trap '' XFSZ; exec "$0" -e "$1"`;
		const script = `${writer} console.log(JSON.stringify(write(NEW)))`;
		const { stdout } = spawnSync("/bin/sh", ["-c", command, process.execPath, script], { encoding: "utf8" });
		expect(JSON.parse(stdout)).toMatchObject({ kind: "unwritable", reason: expect.stringMatching(/EFBIG/) as string });
		expect([readFileSync(file, "utf8") === OLD, readdirSync(root).sort()]).toEqual([
			true,
			["apply.cjs", "config.toml"],
		]);
	});
});
