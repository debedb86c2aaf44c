/** Agents that are started without a screen of their own: the name in pins.json, the label in Parley's list, the line for a prompt. */
export const HEADLESS = [
	{ name: "gemini", label: "Gemini CLI", headless: (prompt) => `gemini -p '${prompt}'` },
	{ name: "qwen", label: "Qwen Code", headless: (prompt) => `qwen '${prompt}'` },
	{ name: "copilot", label: "Copilot CLI", headless: (prompt) => `copilot -p '${prompt}'` },
	{ name: "kilo", label: "Kilo", headless: (prompt) => `kilo run '${prompt}'` },
	{ name: "droid", label: "Droid", headless: (prompt) => `droid exec -m custom:m1 '${prompt}'` },
	{ name: "cline", label: "Cline", headless: (prompt) => `cline 'Please: ${prompt}'` },
	{ name: "kimi", label: "Kimi", headless: (prompt) => `kimi -p '${prompt}'` },
	{ name: "dsh", label: "DeepSeek Harness", headless: (prompt) => `dsh --profile headless '${prompt}'` },
];
