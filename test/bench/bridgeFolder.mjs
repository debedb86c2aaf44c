// A state folder with the bridge built into it as it ships.
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";

/** Its path, the built bridge, the value of `PARLEY_WINDOW`, and `remove`. */
export async function makeBridgeFolder() {
	const path = realpathSync(mkdtempSync(join(tmpdir(), "parley-bench-")));
	const bridge = join(path, "bin/bridge.cjs");
	mkdirSync(join(path, "run"), { mode: 0o700 });
	await build({
		entryPoints: [join(import.meta.dirname, "../../src/bridge/main.ts")],
		outfile: bridge,
		bundle: true,
		platform: "node",
		format: "cjs",
		target: "node20",
		minify: true,
		logLevel: "warning",
	});
	const window = join(path, "run/0123456789abcdef-1.json");
	return { path, bridge, window, remove: () => rmSync(path, { recursive: true, force: true }) };
}
