import { join } from "node:path";
import { openCodeConfig } from "./opencode.mjs";
import { writeFileIn } from "./writeFileIn.mjs";

export function kilo({ home, url, key }) {
	const configFile = join(home, ".config/kilo/kilo.json");
	writeFileIn(configFile, JSON.stringify(openCodeConfig(url, key), undefined, 2));
	return {
		configFile,
		variables: { KILO_DISABLE_AUTOUPDATE: "1", KILO_DISABLE_MODELS_FETCH: "1", KILO_DISABLE_LSP_DOWNLOAD: "1" },
	};
}
