import { join } from "node:path";
import { writeFileIn } from "./writeFileIn.mjs";

export function gemini({ home, url, key }) {
	const folder = join(home, ".gemini");
	const settings = {
		security: { auth: { selectedType: "gemini-api-key" } },
		general: { disableAutoUpdate: true, disableUpdateNag: true },
		privacy: { usageStatisticsEnabled: false },
		model: { name: "gemini-2.5-flash" },
	};
	writeFileIn(join(folder, "settings.json"), JSON.stringify(settings, undefined, 2));
	const trusted = {};
	return {
		configFile: join(folder, "settings.json"),
		variables: { GEMINI_API_KEY: key, GOOGLE_GEMINI_BASE_URL: url, GEMINI_CLI_NO_RELAUNCH: "true" },
		trust(path) {
			trusted[path] = "TRUST_FOLDER";
			writeFileIn(join(folder, "trustedFolders.json"), JSON.stringify(trusted));
		},
	};
}
