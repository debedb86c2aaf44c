import { join } from "node:path";
import { writeFileIn } from "./writeFileIn.mjs";

export function pi({ home, url, key }) {
	const folder = join(home, ".pi/agent");
	const models = [{ id: "m1", input: ["text", "image"] }];
	const scripted = { baseUrl: `${url}/v1`, api: "openai-completions", apiKey: key, models };
	writeFileIn(join(folder, "models.json"), JSON.stringify({ providers: { scripted } }));
	const settings = { defaultProvider: "scripted", defaultModel: "m1", enableInstallTelemetry: false };
	writeFileIn(join(folder, "settings.json"), JSON.stringify(settings));
	return { variables: { PI_OFFLINE: "1", PI_TELEMETRY: "0" } };
}
