import type { FileRefusal, Files, UserFile } from "./files";
import type { AgentId, ByFile, EditRefusal, Machine, ServerEntry } from "./integration";
import { JOURNAL, type JournalEntry } from "./journal";
import { reasonOf } from "./reasonOf";
import { type SharedState, StateDocument } from "./stateDocument";

/** One change of one file of the user's, as it is shown before it is made. */
export interface Edit {
	readonly agent: AgentId;
	readonly want: "connected" | "disconnected";
	readonly file: UserFile;
	/** Undefined: the file goes. */
	readonly text: string | undefined;
	/** The file as it would be without us; undefined: there would be none. */
	readonly without: string | undefined;
}

export type EditPreview =
	| { readonly kind: "edit"; readonly edit: Edit }
	| { readonly kind: "unchanged" }
	| { readonly kind: "refused"; readonly file: string; readonly why: EditRefusal | FileRefusal };

export interface FileEditsDeps extends SharedState {
	readonly machine: Machine;
	readonly files: Files;
	readonly entry: ServerEntry;
	/** SHA-256 in hex. */
	readonly hash: (text: string) => string;
}

/** Puts our entry into files of the user's and takes it out again, byte for byte wherever nobody else wrote in between. */
export class FileEdits {
	readonly #deps: FileEditsDeps;
	readonly #journal: StateDocument<readonly JournalEntry[]>;

	constructor(deps: FileEditsDeps) {
		this.#deps = deps;
		this.#journal = new StateDocument(deps, JOURNAL);
	}

	preview(agent: AgentId, way: ByFile, want: "connected" | "disconnected"): EditPreview {
		const { entry, files, machine } = this.#deps;
		const file = files.read(way.path(machine));
		if (file.kind !== "file") return { kind: "refused", file: file.file, why: file };
		const plan = way.plan(file.text, entry, want);
		if (plan.kind === "refused") return { kind: "refused", file: file.path, why: plan.why };
		if (plan.kind === "unchanged") return plan;
		try {
			const without = this.#without(agent, way, file);
			const text = want === "connected" ? plan.text : without;
			return { kind: "edit", edit: { agent, want, file, text, without } };
		} catch (error) {
			const why: FileRefusal = { kind: "unreadable", file: JOURNAL.path, reason: reasonOf(error) };
			return { kind: "refused", file: why.file, why };
		}
	}

	/** Undefined: done. The journal is written before the file, so that no change is ever without it. */
	apply(edit: Edit): FileRefusal | undefined {
		try {
			return this.#journal.change((journal, write) => this.#make(edit, journal, write));
		} catch (error) {
			return { kind: "unwritable", file: edit.file.path, reason: reasonOf(error) };
		}
	}

	#make(
		{ agent, want, file, text, without }: Edit,
		journal: readonly JournalEntry[],
		writeJournal: (entries: readonly JournalEntry[]) => void,
	): FileRefusal | undefined {
		const { files, hash, state } = this.#deps;
		const write = (entries: readonly JournalEntry[]): void => {
			if (entries.length === 0) state.remove(JOURNAL.path);
			else writeJournal(entries);
		};
		const others = journal.filter((entry) => entry.file !== file.path);
		const backup = `backups/${agent}-${hash(file.path).slice(0, 12)}`;
		const made = journal.find((entry) => entry.file === file.path)?.madeFolders ?? file.missingFolders;
		if (want === "connected" && text !== undefined) {
			if (without !== undefined) state.write(backup, without);
			const entry = { agent, file: file.path, madeFolders: made, written: hash(text) };
			write([...others, without === undefined ? entry : { ...entry, backup }]);
		}
		const refusal = files.replace(file, text);
		if (refusal !== undefined) {
			write(journal);
			return refusal;
		}
		if (want === "disconnected") {
			if (text === undefined) files.removeEmpty(made);
			write(others);
			state.remove(backup);
		}
		return undefined;
	}

	/** What the file would be without us: the bytes we found, or, if it was changed since, what is there minus ours. */
	#without(agent: AgentId, way: ByFile, { path, text }: UserFile): string | undefined {
		if (text === undefined) return undefined;
		const { entry, hash, state } = this.#deps;
		const ours = this.#journal.read().find((each) => each.file === path && each.agent === agent);
		if (ours?.written === hash(text)) {
			const backup = ours.backup === undefined ? undefined : state.read(ours.backup);
			if (backup !== undefined || ours.backup === undefined) return backup;
		}
		const plan = way.plan(text, entry, "disconnected");
		const rest = plan.kind === "write" ? plan.text : text;
		return rest === "" && ours !== undefined && ours.backup === undefined ? undefined : rest;
	}
}
