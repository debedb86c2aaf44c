// Builds what ships into dist/. `node esbuild.mjs --meta` also writes the bundles' metafiles for size reports, `--dev`
// builds for the debugger: readable, with source maps.
import { rmSync, writeFileSync } from "node:fs";
import { build } from "esbuild";
import { lean, leanPanel } from "./lean.mjs";
import { leanIcons } from "./leanIcons.mjs";

const meta = process.argv.includes("--meta");
const dev = process.argv.includes("--dev");
const form = { bundle: true, minify: !dev, sourcemap: dev, logLevel: "warning", metafile: true };

/** VS Code 1.101, the floor of `engines.vscode`, runs Node 22; the bridge may meet the Node 20 of a PATH. */
const node = { ...form, platform: "node", format: "cjs" };

const bundles = [
	{ ...node, target: "node22", entryPoints: ["src/extension.ts"], outfile: "dist/extension.cjs", external: ["vscode"] },
	{ ...node, target: "node22", entryPoints: ["src/openDesk.ts"], outfile: "dist/desk.cjs", external: ["vscode"] },
	// No `external: vscode` here and below: an import of it fails the build, which holds the dependency rule.
	{
		...node,
		target: "node22",
		entryPoints: ["src/broker/server.ts"],
		outfile: "dist/broker.cjs",
		plugins: [lean],
	},
	{
		...node,
		// It lies beside the bridge too, for `parley-bridge --check`.
		target: "node20",
		// One bundle, because both stand on the planners and on the parsers of configuration files.
		stdin: {
			contents: `export * from "./src/agents/openConnections"; export * from "./src/doctor/doctors";`,
			resolveDir: import.meta.dirname,
		},
		outfile: "dist/agents.cjs",
		// jsonc-parser is CommonJS by a wrapper that no bundler looks through.
		mainFields: ["module", "main"],
	},
	{ ...node, target: "node22", entryPoints: ["src/node/posixCommands.ts"], outfile: "dist/posixCommands.cjs" },
	{ ...node, target: "node22", entryPoints: ["src/uninstall/main.ts"], outfile: "dist/uninstall.cjs" },
	{ ...node, target: "node20", entryPoints: ["src/bridge/main.ts"], outfile: "dist/bridge.cjs" },
	{
		...form,
		platform: "browser",
		format: "iife",
		target: "chrome128",
		entryPoints: { panel: "webview/main.ts" },
		outdir: "dist",
		loader: { ".ttf": "file" },
		assetNames: "[name]",
		plugins: [leanIcons, leanPanel],
	},
];

rmSync("dist", { recursive: true, force: true });
for (const options of bundles) {
	const { metafile } = await build(options);
	const name = options.outfile ?? "dist/panel";
	if (meta) writeFileSync(`${name}.meta.json`, JSON.stringify(metafile));
}
