import type { Event } from "./events";

/** Another window of the person that has items waiting. */
export interface OtherWindow {
	/** The names of its folders, no paths; empty for a window without a folder. Foreign text. */
	readonly folders: readonly string[];
	/** At least 1. */
	readonly count: number;
}

/** What windows tell each other about what waits: numbers and names of folders. */
export interface OtherWindows {
	/** By name; windows in which nothing waits are left out. */
	readonly all: readonly OtherWindow[];
	readonly onDidChange: Event<void>;
	/** How many items wait in this window. Never throws. */
	tell(count: number): void;
}
