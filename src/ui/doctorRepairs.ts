import { commands, window } from "vscode";
import type { AgentId } from "../agents/integration";
import type { Repair } from "../doctor/report";
import { COMMANDS } from "./commands";

export interface RepairDeps {
	restart(): Promise<void>;
	/** Throws where it cannot be written. */
	reinstallBridge(): void;
	connect(agent: AgentId): Promise<void>;
	openFile(path: string): Promise<void>;
}

/** Does what the person has pressed for. Rejects where that is not possible. */
export async function doRepair(deps: RepairDeps, repair: Repair): Promise<void> {
	switch (repair.kind) {
		case "restart":
			await deps.restart();
			return;
		case "reinstallBridge":
			deps.reinstallBridge();
			return;
		case "newTerminal":
			window.createTerminal().show(false);
			return;
		case "trustFolder":
			await commands.executeCommand("workbench.trust.manage");
			return;
		case "connect":
			await deps.connect(repair.agent);
			return;
		case "disconnect":
			await commands.executeCommand(COMMANDS.disconnectAgents);
			return;
		case "openSetting":
			await commands.executeCommand("workbench.action.openSettings", repair.setting);
			return;
		case "openFile":
			await deps.openFile(repair.path);
	}
}
