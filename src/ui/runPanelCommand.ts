import { commands } from "vscode";
import type { Log } from "../core/ports";
import type { PanelCommand } from "../protocol/intents";
import { COMMANDS } from "./commands";

/** What each button of the panel runs. Undefined: this version has no such command. */
const IDS: Record<PanelCommand, string | undefined> = {
	askSample: COMMANDS.askSample,
	restart: COMMANDS.restart,
	manageTrust: "workbench.trust.manage",
	connectAgents: COMMANDS.connectAgents,
	openWalkthrough: undefined,
	runDoctor: undefined,
	exportHistory: COMMANDS.exportHistory,
};

export function runPanelCommand(log: Log, command: PanelCommand): void {
	const id = IDS[command];
	if (id === undefined) {
		log.warn(`the panel asked for ${command}, which is not there yet`);
		return;
	}
	Promise.resolve(commands.executeCommand(id)).catch((error: unknown) => log.error(`${command} failed`, error));
}
