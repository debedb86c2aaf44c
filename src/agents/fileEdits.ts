import type { FileRefusal, Files, StateFiles, UserFile } from "./files";
import type { AgentId, ByFile, EditRefusal, Machine, ServerEntry } from "./integration";
import { formatJournal, type JournalEntry, parseJournal } from "./journal";

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

export interface FileEditsDeps {
	readonly machine: Machine;
	readonly files: Files;
	readonly state: StateFiles;
	readonly entry: ServerEntry;
	/** SHA-256 in hex. */
	readonly hash: (text: string) => string;
}

const JOURNAL = "journal.json";

/** Puts our entry into files of the user's and takes it out again, byte for byte wherever nobody else wrote in between. */
export class FileEdits {
	readonly #deps: FileEditsDeps;

	constructor(deps: FileEditsDeps) {
		this.#deps = deps;
	}

	preview(agent: AgentId, way: ByFile, want: "connected" | "disconnected"): EditPreview {
		const { entry, files, machine } = this.#deps;
		const file = files.read(way.path(machine));
		if (file.kind !== "file") return { kind: "refused", file: file.file, why: file };
		const plan = way.plan(file.text, entry, want);
		if (plan.kind === "refused") return { kind: "refused", file: file.path, why: plan.why };
		if (plan.kind === "unchanged") return plan;
		const without = this.#without(agent, way, file);
		const text = want === "connected" ? plan.text : without;
		return { kind: "edit", edit: { agent, want, file, text, without } };
	}

	/** Undefined: done. The journal is written before the file, so that no change is ever without it. */
	apply({ agent, want, file, text, without }: Edit): FileRefusal | undefined {
		const { files, state } = this.#deps;
		const journal = this.#read();
		const others = journal.filter((entry) => entry.file !== file.path);
		const backup = `backups/${agent}-${this.#deps.hash(file.path).slice(0, 12)}`;
		const made = journal.find((entry) => entry.file === file.path)?.madeFolders ?? file.missingFolders;
		try {
			if (want === "connected" && text !== undefined) {
				if (without !== undefined) state.write(backup, without);
				const written = this.#deps.hash(text);
				const entry = { agent, file: file.path, madeFolders: made, written };
				this.#write([...others, without === undefined ? entry : { ...entry, backup }]);
			}
			const refusal = files.replace(file, text);
			if (refusal !== undefined) {
				this.#write(journal);
				return refusal;
			}
			if (want === "disconnected") {
				if (text === undefined) files.removeEmpty(made);
				this.#write(others);
				state.remove(backup);
			}
			return undefined;
		} catch (error) {
			return { kind: "unwritable", file: file.path, reason: error instanceof Error ? error.message : String(error) };
		}
	}

	/** What the file would be without us: the bytes we found, or, if it was changed since, what is there minus ours. */
	#without(agent: AgentId, way: ByFile, { path, text }: UserFile): string | undefined {
		if (text === undefined) return undefined;
		const { entry, hash, state } = this.#deps;
		const ours = this.#read().find((each) => each.file === path && each.agent === agent);
		if (ours?.written === hash(text)) {
			const backup = ours.backup === undefined ? undefined : state.read(ours.backup);
			if (backup !== undefined || ours.backup === undefined) return backup;
		}
		const plan = way.plan(text, entry, "disconnected");
		const rest = plan.kind === "write" ? plan.text : text;
		return rest === "" && ours !== undefined && ours.backup === undefined ? undefined : rest;
	}

	#read(): readonly JournalEntry[] {
		const journal = parseJournal(this.#deps.state.read(JOURNAL));
		if (journal === undefined) this.#deps.state.setAside(JOURNAL);
		return journal ?? [];
	}

	#write(edits: readonly JournalEntry[]): void {
		if (edits.length === 0) this.#deps.state.remove(JOURNAL);
		else this.#deps.state.write(JOURNAL, formatJournal(edits));
	}
}
