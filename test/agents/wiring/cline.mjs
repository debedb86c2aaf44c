import { join } from "node:path";
import { writeFileIn } from "./writeFileIn.mjs";

export function cline({ home, url, key }) {
	const provider = "openai-compatible";
	const settings = { provider, apiKey: key, model: "m1", baseUrl: `${url}/v1` };
	const content = {
		version: 1,
		lastUsedProvider: provider,
		modes: {},
		providers: { [provider]: { settings, updatedAt: "2026-01-01T00:00:00.000Z", tokenSource: "manual" } },
	};
	writeFileIn(join(home, ".cline/data/settings/providers.json"), JSON.stringify(content, undefined, 2));
	return { variables: {} };
}
