import type { Edit, FileChange, FileEditsDeps } from "./fileChanges";
import { FileJournal } from "./fileJournal";
import type { FileRefusal, UserFile } from "./files";
import type { AgentId, ByFile, EditPlan, EditRefusal, FilePart } from "./integration";
import { JOURNAL, type JournalEntry } from "./journal";
import { reasonOf } from "./reasonOf";
import { StateDocument } from "./stateDocument";
import { withoutPart } from "./withoutPart";

export type EditPreview =
	| { readonly kind: "edit"; readonly edit: Edit }
	| { readonly kind: "unchanged" }
	| { readonly kind: "refused"; readonly file: string; readonly why: EditRefusal | FileRefusal };

/** Puts our entry into files of the user's and takes it out again, byte for byte wherever nobody else wrote in between. */
export class FileEdits {
	readonly #deps: FileEditsDeps;
	readonly #journal: StateDocument<readonly JournalEntry[]>;

	constructor(deps: FileEditsDeps) {
		this.#deps = deps;
		this.#journal = new StateDocument(deps, JOURNAL);
	}

	preview(agent: AgentId, way: ByFile, want: "connected" | "disconnected"): EditPreview {
		const changes: FileChange[] = [];
		for (const part of [way, ...(way.also ?? [])]) {
			const shown = this.#previewPart(agent, part, want);
			if (shown?.kind === "refused") return shown;
			if (shown !== undefined) changes.push(shown);
		}
		return changes.length === 0 ? { kind: "unchanged" } : { kind: "edit", edit: { agent, want, changes } };
	}

	/** Undefined: done. The journal is written before the file, so that no change is ever without it. */
	apply(edit: Edit): FileRefusal | undefined {
		try {
			return this.#journal.change((entries, write) => this.#makeAll(edit, entries, write));
		} catch (error) {
			const file = edit.changes[0]?.file.path ?? JOURNAL.path;
			return { kind: "unwritable", file, reason: reasonOf(error) };
		}
	}

	/** Undefined: there is nothing to change in this file. */
	#previewPart(
		agent: AgentId,
		part: FilePart,
		want: "connected" | "disconnected",
	): (FileChange & { kind?: never }) | Extract<EditPreview, { kind: "refused" }> | undefined {
		const { entry, files, machine } = this.#deps;
		const file = files.read(part.path(machine));
		if (file.kind !== "file") return { kind: "refused", file: file.file, why: file };
		const plan = part.plan(file.text, entry, want);
		if (plan.kind === "refused") return { kind: "refused", file: file.path, why: plan.why };
		if (plan.kind === "unchanged") return undefined;
		try {
			const without = this.#without(agent, part, file);
			return { part, file, text: want === "connected" ? textOf(plan) : without, without };
		} catch (error) {
			const why: FileRefusal = { kind: "unreadable", file: JOURNAL.path, reason: reasonOf(error) };
			return { kind: "refused", file: why.file, why };
		}
	}

	#makeAll(
		{ agent, want, changes }: Edit,
		entries: readonly JournalEntry[],
		write: (entries: readonly JournalEntry[]) => void,
	): FileRefusal | undefined {
		const journal = new FileJournal(this.#deps, entries, write);
		const made: FileChange[] = [];
		const putBack = (): void => {
			for (const change of made.toReversed()) this.#putBack(change, journal.madeFolders(change.file));
		};
		try {
			for (const change of changes) {
				const folders = journal.madeFolders(change.file);
				if (want === "connected") journal.willConnect(agent, change);
				const refusal = this.#deps.files.replace(change.file, change.text);
				if (refusal !== undefined) {
					putBack();
					journal.forget();
					return refusal;
				}
				made.push(change);
				if (want === "disconnected" && change.text === undefined) this.#deps.files.removeEmpty(folders);
			}
			if (want === "disconnected") journal.haveDisconnected(agent, changes);
			return undefined;
		} catch (error) {
			putBack();
			journal.forget();
			throw error;
		}
	}

	/** Somebody else may have written meanwhile: then the file stays as they made it. */
	#putBack({ file, text }: FileChange, folders: readonly string[]): void {
		this.#deps.files.replace({ ...file, text, missingFolders: folders }, file.text);
		if (file.text === undefined) this.#deps.files.removeEmpty(file.missingFolders);
	}

	/** What the file would be without us: the bytes we found, or, if it was changed since, what is there minus ours. */
	#without(agent: AgentId, part: FilePart, { path, text }: UserFile): string | undefined {
		if (text === undefined) return undefined;
		const { entry, hash, state } = this.#deps;
		const ours = this.#journal.read().find((each) => each.file === path && each.agent === agent);
		if (ours?.written === hash(text)) {
			const backup = ours.backup === undefined ? undefined : state.read(ours.backup);
			if (backup !== undefined || ours.backup === undefined) return backup;
		}
		return withoutPart(text, part.plan(text, entry, "disconnected"), ours?.isMade === true);
	}
}

function textOf(plan: Extract<EditPlan, { kind: "write" | "remove" }>): string | undefined {
	return plan.kind === "write" ? plan.text : undefined;
}
