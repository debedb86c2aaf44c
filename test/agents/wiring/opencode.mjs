import { symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { packagesOf } from "../installedAgents.mjs";
import { writeFileIn } from "./writeFileIn.mjs";

export function opencode({ home, url, key }) {
	const configFile = join(home, ".config/opencode/opencode.json");
	writeFileIn(configFile, JSON.stringify(openCodeConfig(url, key), undefined, 2));
	// Its own package for plug-ins, which it would bring here itself if it had the network.
	for (const name of ["node_modules", "package.json", "package-lock.json"]) {
		symlinkSync(join(packagesOf("opencode-plugin"), "..", name), join(dirname(configFile), name));
	}
	return {
		configFile,
		variables: {
			OPENCODE_DISABLE_AUTOUPDATE: "1",
			OPENCODE_DISABLE_MODELS_FETCH: "1",
			OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
		},
	};
}

/** Kilo has come from OpenCode and reads the same. */
export function openCodeConfig(url, key) {
	return {
		autoupdate: false,
		share: "disabled",
		model: "scripted/m1",
		small_model: "scripted/m1",
		provider: {
			scripted: {
				npm: "@ai-sdk/openai-compatible",
				name: "Scripted",
				options: { baseURL: `${url}/v1`, apiKey: key },
				models: {
					m1: {
						name: "m1",
						tool_call: true,
						attachment: true,
						modalities: { input: ["text", "image"], output: ["text"] },
						limit: { context: 200_000, output: 8_000 },
					},
				},
			},
		},
	};
}
