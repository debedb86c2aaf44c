// Bundles the suites for the extension host, which loads them from disk with require(): one file per *.test.ts and
// suite.js, which runs them. mocha loads its reporters by path, so it stays a package.
import { readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const outdir = join(here, "../../out/host");

rmSync(outdir, { recursive: true, force: true });
await build({
	bundle: true,
	platform: "node",
	format: "cjs",
	target: "node22",
	sourcemap: true,
	logLevel: "warning",
	outdir,
	entryPoints: readdirSync(here)
		.filter((name) => name.endsWith(".test.ts") || name === "suite.ts")
		.map((name) => join(here, name)),
	external: ["vscode", "mocha"],
});
