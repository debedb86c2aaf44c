import { join } from "node:path";
import { writeFileIn } from "./writeFileIn.mjs";

export function grok({ home, url, key }) {
	const configFile = join(home, ".grok/config.toml");
	writeFileIn(configFile, config(url));
	return {
		configFile,
		variables: {
			SCRIPTED_API_KEY: key,
			GROK_TELEMETRY_ENABLED: "false",
			GROK_FEEDBACK_ENABLED: "false",
			GROK_TELEMETRY_TRACE_UPLOAD: "false",
		},
	};
}

function config(url) {
	return `[cli]
auto_update = false

[features]
telemetry = false
feedback = false

[telemetry]
trace_upload = false

[models]
default = "scripted"

[model.scripted]
model = "scripted"
name = "Scripted"
base_url = "${url}/v1"
env_key = "SCRIPTED_API_KEY"
context_window = 200000
`;
}
