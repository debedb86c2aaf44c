import { join } from "node:path";
import { writeFileIn } from "./writeFileIn.mjs";

export function qwen({ home, url, key }) {
	const configFile = join(home, ".qwen/settings.json");
	const settings = {
		$version: 4,
		security: { auth: { selectedType: "openai" } },
		general: { enableAutoUpdate: false },
		privacy: { usageStatisticsEnabled: false },
		model: { name: "m1" },
	};
	writeFileIn(configFile, JSON.stringify(settings, undefined, 2));
	return { configFile, variables: { OPENAI_API_KEY: key, OPENAI_BASE_URL: `${url}/v1`, OPENAI_MODEL: "m1" } };
}
