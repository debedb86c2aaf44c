import type { ShellDoctor } from "../wire/shellCheck";
import { checkFromShell } from "./shellDoctor";
import { examineWindow } from "./windowDoctor";

/** What a window and the bridge load when somebody asks: the entry of a bundle of its own. */
export interface Doctors extends ShellDoctor {
	readonly examineWindow: typeof examineWindow;
}

export const doctors: Doctors = { checkFromShell, examineWindow };
