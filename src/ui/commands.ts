/** Every command of the manifest. Their titles are in `package.nls.json` under `command.<key>`. */
export const COMMANDS = {
	answerQuestion: "parley.answerQuestion",
	answerOldest: "parley.answerOldest",
	dismissQuestion: "parley.dismissQuestion",
	keepOpen: "parley.keepOpen",
	showInbox: "parley.showInbox",
	focusPanel: "parley.focusPanel",
	showTerminal: "parley.showTerminal",
	askSample: "parley.askSample",
	collapsePlans: "parley.collapsePlans",
	connectAgents: "parley.connectAgents",
	manageApprovals: "parley.manageApprovals",
	disconnectAgents: "parley.disconnectAgents",
	doctor: "parley.doctor",
	status: "parley.status",
	exportHistory: "parley.exportHistory",
	clearHistory: "parley.clearHistory",
	showLog: "parley.showLog",
	restart: "parley.restart",
	copyDiagnostics: "parley.copyDiagnostics",
} as const;

/** Set while something waits for the person. */
export const WAITING_CONTEXT = "parley.waiting";

/** Steps of the walkthrough that no command tells; each is a context key of that name after `parley.`, set for a moment. */
export type WalkthroughStep = "sampleAnswered" | "agentStarted";

/** The view of the side panel and its container. */
export const PANEL_VIEW = "parley.panel";
export const PANEL_CONTAINER = "parley";

/** The walkthrough as VS Code names it: the extension and the id in the manifest. */
export const WALKTHROUGH = "parley-dev.parley#start";
