/** User settings that keep a workbench quiet and deterministic; a test adds its own on top. */
export const quietSettings = {
	"telemetry.telemetryLevel": "off",
	"extensions.autoUpdate": false,
	"extensions.autoCheckUpdates": false,
	"extensions.ignoreRecommendations": true,
	"workbench.startupEditor": "none",
	"workbench.tips.enabled": false,
	"workbench.enableExperiments": false,
	"workbench.secondarySideBar.defaultVisibility": "hidden",
	"chat.disableAIFeatures": false, // true also removes every "MCP: …" command
	"git.enabled": false,
	"terminal.integrated.gpuAcceleration": "off", // its text is then readable in the DOM
	"terminal.integrated.defaultProfile.linux": "bash",
	"terminal.integrated.shellIntegration.enabled": false,
	"terminal.integrated.enablePersistentSessions": false, // otherwise a reload brings old terminals back
	"window.restoreWindows": "none",
	"remote.autoForwardPorts": false, // otherwise every listening port may raise a notification
};
