/**
 * Agents that are started without a screen of their own: the name in pins.json, the label in Parley's list, the line for a
 * prompt. `isHooked`: a prompt brings the id of its turn.
 */
export const HEADLESS = [
	{ name: "gemini", label: "Gemini CLI", headless: (prompt) => `gemini -p '${prompt}'`, isHooked: true },
	{ name: "qwen", label: "Qwen Code", headless: (prompt) => `qwen '${prompt}'`, isHooked: true },
	{ name: "copilot", label: "Copilot CLI", headless: (prompt) => `copilot -p '${prompt}'`, isHooked: true },
	{ name: "kilo", label: "Kilo", headless: (prompt) => `kilo run '${prompt}'`, isHooked: true },
	{ name: "droid", label: "Droid", headless: (prompt) => `droid exec -m custom:m1 '${prompt}'` },
	{ name: "cline", label: "Cline", headless: (prompt) => `cline 'Please: ${prompt}'` },
	{ name: "kimi", label: "Kimi", headless: (prompt) => `kimi -p '${prompt}'` },
	{ name: "dsh", label: "DeepSeek Harness", headless: (prompt) => `dsh --profile headless '${prompt}'` },
];
