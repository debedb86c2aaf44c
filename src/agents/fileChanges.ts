import type { Files, UserFile } from "./files";
import type { AgentId, FilePart, Machine, ServerEntry } from "./integration";
import type { SharedState } from "./stateDocument";

/** What connecting or disconnecting changes in files of the user's, as it is shown before it is made. */
export interface Edit {
	readonly agent: AgentId;
	readonly want: "connected" | "disconnected";
	/** At least one; all are made, or none. */
	readonly changes: readonly FileChange[];
}

export interface FileChange {
	readonly part: FilePart;
	readonly file: UserFile;
	/** Undefined: the file goes. */
	readonly text: string | undefined;
	/** The file as it would be without this agent's part; undefined: there would be none. */
	readonly without: string | undefined;
}

export interface FileEditsDeps extends SharedState {
	readonly machine: Machine;
	readonly files: Files;
	readonly entry: ServerEntry;
	/** SHA-256 in hex. */
	readonly hash: (text: string) => string;
}
