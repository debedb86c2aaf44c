import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export function codex({ home, url, key }) {
	const configFile = join(home, ".codex/config.toml");
	mkdirSync(join(home, ".codex"));
	writeFileSync(configFile, config(url));
	return {
		variables: { SCRIPTED_API_KEY: key },
		configFile,
		trust(folder) {
			appendFileSync(configFile, `\n[projects.${JSON.stringify(folder)}]\ntrust_level = "trusted"\n`);
		},
	};
}

function config(url) {
	return `# the person's own
model = "gpt-5.4"
model_provider = "scripted"
check_for_update_on_startup = false

[analytics]
enabled = false

[model_providers.scripted]
name = "scripted"
base_url = "${url}/v1"
env_key = "SCRIPTED_API_KEY"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0
`;
}
