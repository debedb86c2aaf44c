import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { openCodeConfig } from "./opencode.mjs";
import { writeFileIn } from "./writeFileIn.mjs";

export function kilo({ home, url, key }) {
	const configFile = join(home, ".config/kilo/kilo.json");
	writeFileIn(configFile, JSON.stringify(openCodeConfig(url, key), undefined, 2));
	// It would bring the package of its plug-ins here, of which the registry has none of its version, and looks no further
	// than this. No plug-in of ours needs what is in it.
	const dependencies = { "@kilocode/plugin": "7.3.1" };
	const inFolder = (name) => join(dirname(configFile), name);
	mkdirSync(inFolder("node_modules"));
	writeFileSync(inFolder("package.json"), JSON.stringify({ dependencies }));
	writeFileSync(
		inFolder("package-lock.json"),
		JSON.stringify({ lockfileVersion: 3, packages: { "": { dependencies } } }),
	);
	return {
		configFile,
		variables: { KILO_DISABLE_AUTOUPDATE: "1", KILO_DISABLE_MODELS_FETCH: "1", KILO_DISABLE_LSP_DOWNLOAD: "1" },
	};
}
