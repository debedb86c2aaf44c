import type { ShellDoctor } from "../wire/shellCheck";
import { agentStandings } from "./agentStandings";
import { checkFromShell } from "./shellDoctor";
import { examineWindow } from "./windowDoctor";

/** What a window and the bridge load when somebody asks: the entry of a bundle of its own. */
export interface Doctors extends ShellDoctor {
	readonly examineWindow: typeof examineWindow;
	readonly agentStandings: typeof agentStandings;
}

export const doctors: Doctors = { checkFromShell, examineWindow, agentStandings };
