import { join } from "node:path";
import { writeFileIn } from "./writeFileIn.mjs";

export function copilot({ home, url, key }) {
	const trusted_folders = [];
	return {
		variables: {
			COPILOT_OFFLINE: "true",
			COPILOT_AUTO_UPDATE: "false",
			COPILOT_PROVIDER_TYPE: "openai",
			COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
			COPILOT_PROVIDER_API_KEY: key,
			COPILOT_MODEL: "m1",
		},
		trust(folder) {
			trusted_folders.push(folder);
			writeFileIn(join(home, ".copilot/config.json"), JSON.stringify({ trusted_folders }));
		},
	};
}
