import type { Uri } from "vscode";
import type { Clock } from "../core/clock";
import type { Event } from "../core/events";
import type { Ids, Log } from "../core/ports";
import type { Place, Session } from "../core/sessions";
import type { PanelCommand } from "../protocol/intents";
import type { DiffEditor } from "./diffEditor";
import type { L10n } from "./l10n";
import type { ExcerptWish, ReadExcerpt } from "./panelAttachments";
import type { Presence } from "./presence";

export interface PanelDeps {
	readonly extensionUri: Uri;
	readonly clock: Clock;
	readonly ids: Ids;
	readonly log: Log;
	readonly l10n: L10n;
	/** BCP 47, `vscode.env.language`. */
	readonly language: string;
	readonly broker: Pick<Presence, "state" | "onDidChange">;
	readonly terminals: PanelTerminals;
	/** Without any link in it; undefined where nothing is there. */
	readonly realPath: (path: string) => string | undefined;
	readonly diffEditor: Pick<DiffEditor, "diff">;
	/** Whether the person wants to hear that something has come. */
	readonly sound: { isOn(): boolean; readonly onDidChange: Event<void> };
	/** Reads the active editor; its path is told as a session in that place finds it. */
	readonly excerpt: (wish: ExcerptWish, place: Place) => ReadExcerpt;
	/** The folder of attached images; undefined: none is kept. */
	readonly images: string | undefined;
	/** Runs one of our own commands; errors are the command's to show. */
	run(command: PanelCommand): void;
}

/** The integrated terminals of this window, by the process id of their shell. */
export interface PanelTerminals {
	/** Something opened or closed. */
	readonly onDidChange: Event<void>;
	isOpen(processId: number): boolean;
	show(processId: number): void;
	/** Whether the session's own process lives in its terminal now: only then text may be typed into it. */
	holds(session: Session): boolean;
	/** Types text, made safe for a terminal, without Enter. */
	type(processId: number, text: string): void;
}
