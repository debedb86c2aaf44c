import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterEach, beforeEach, expect, test } from "vitest";
import { BundledCommands } from "../../../src/node/bundledCommands";

let dist: string;
let errors: string[];

beforeEach(() => {
	dist = mkdtempSync(join(tmpdir(), "parley-commands-"));
	errors = [];
});

afterEach(() => rmSync(dist, { recursive: true }));

function commands(): BundledCommands {
	const silent = (): void => undefined;
	return new BundledCommands(dist, {
		debug: silent,
		info: silent,
		warn: silent,
		error: (message) => errors.push(message),
	});
}

test("the bundle is loaded with the first text, and reads like the parser itself", async () => {
	const own = commands();
	const outfile = join(dist, "built.cjs");
	await build({
		entryPoints: [join(import.meta.dirname, "../../../src/node/posixCommands.ts")],
		bundle: true,
		platform: "node",
		format: "cjs",
		outfile,
	});
	copyFileSync(outfile, join(dist, "posixCommands.cjs"));
	expect([own.simpleCommand("git status"), own.simpleCommand("a | b"), own.commands("a | b")?.length, errors]).toEqual([
		["git", "status"],
		undefined,
		2,
		[],
	]);
});

test.each([undefined, "throw new Error('broken')", "exports.posixCommands = 1"])(
	"where the bundle holds %j no text can be read, which is told once",
	(content) => {
		if (content !== undefined) writeFileSync(join(dist, "posixCommands.cjs"), content);
		const own = commands();
		expect([own.simpleCommand("git status"), own.commands("git status"), errors]).toEqual([
			undefined,
			undefined,
			["The parser of commands could not be loaded"],
		]);
	},
);
