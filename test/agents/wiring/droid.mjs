import { join } from "node:path";
import { writeFileIn } from "./writeFileIn.mjs";

export function droid({ home, url, key }) {
	const model = {
		model: "m1",
		displayName: "m1",
		provider: "generic-chat-completion-api",
		baseUrl: `${url}/v1`,
		apiKey: key,
		maxOutputTokens: 8_000,
	};
	writeFileIn(join(home, ".factory/settings.json"), JSON.stringify({ customModels: [model] }));
	return { variables: { FACTORY_API_KEY: "fk-scripted-000" } };
}
