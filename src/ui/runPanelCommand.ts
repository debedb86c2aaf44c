import { commands } from "vscode";
import type { Log } from "../core/ports";
import type { PanelCommand } from "../protocol/intents";
import { COMMANDS, WALKTHROUGH } from "./commands";

/** What each button of the panel runs. */
const IDS: Record<PanelCommand, string> = {
	askSample: COMMANDS.askSample,
	restart: COMMANDS.restart,
	manageTrust: "workbench.trust.manage",
	connectAgents: COMMANDS.connectAgents,
	manageApprovals: COMMANDS.manageApprovals,
	openWalkthrough: "workbench.action.openWalkthrough",
	doctor: COMMANDS.doctor,
	exportHistory: COMMANDS.exportHistory,
};

export function runPanelCommand(log: Log, command: PanelCommand): void {
	const args = command === "openWalkthrough" ? [WALKTHROUGH] : [];
	Promise.resolve(commands.executeCommand(IDS[command], ...args)).catch((error: unknown) =>
		log.error(`${command} failed`, error),
	);
}
