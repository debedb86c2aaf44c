/** Every setting of the manifest. */
export const SETTINGS = {
	attention: "parley.attention",
	sound: "parley.sound",
	timeLimit: "parley.question.timeLimit",
	historyEnabled: "parley.history.enabled",
	historyReuse: "parley.history.reuse",
	terminalIntegration: "parley.terminalIntegration",
	attachOutsideTerminals: "parley.attachOutsideTerminals",
	agents: "parley.agents",
} as const;

/** The values of {@link SETTINGS.attention}. */
export const ATTENTION_MODES = ["notification", "quickPick", "panel", "statusBar"] as const;
