import type { FileChange, FileEditsDeps } from "./fileChanges";
import type { AgentId, EditPlan, FilePart } from "./integration";
import { JOURNAL, type JournalEntry } from "./journal";
import type { UserFile } from "./files";
import { withoutPart } from "./withoutPart";

/**
 * The journal during one edit. Two agents may have their parts in one file: what is kept of it for one of them follows
 * what the other changes, so that each comes out alone and the last leaves the first bytes.
 */
export class FileJournal {
	readonly #deps: FileEditsDeps;
	readonly #before: readonly JournalEntry[];
	readonly #write: (entries: readonly JournalEntry[]) => void;
	/** What the backups held that this edit has written over. */
	readonly #overwritten = new Map<string, string | undefined>();
	#now: readonly JournalEntry[];

	constructor(
		deps: FileEditsDeps,
		entries: readonly JournalEntry[],
		write: (entries: readonly JournalEntry[]) => void,
	) {
		this.#deps = deps;
		this.#before = entries;
		this.#now = entries;
		this.#write = write;
	}

	/** The folders that we have made for a file, or are about to make, outermost first. */
	madeFolders({ path, missingFolders }: UserFile): readonly string[] {
		return this.#before.find(({ file }) => file === path)?.madeFolders ?? missingFolders;
	}

	/** To be called before the file is written. */
	willConnect(agent: AgentId, change: FileChange): void {
		const { file, text = "", without } = change;
		const isMade = file.text === undefined || this.#now.some((each) => each.file === file.path && each.isMade === true);
		const entry = {
			agent,
			file: file.path,
			madeFolders: this.madeFolders(file),
			written: this.#deps.hash(text),
			...(isMade && { isMade }),
			...this.#backup(agent, file.path, without),
		};
		this.#keep([...this.#others(agent, change, "connected"), entry]);
	}

	/** To be called after the files were written: until then the journal says how to put them back. */
	haveDisconnected(agent: AgentId, changes: readonly FileChange[]): void {
		for (const change of changes) {
			this.#now = this.#others(agent, change, "disconnected");
			this.#deps.state.remove(backupPath(this.#deps, agent, change.file.path));
		}
		this.#keep(this.#now);
	}

	/** The edit was not made: everything is kept as it was before it. */
	forget(): void {
		for (const [path, text] of this.#overwritten) {
			if (text === undefined) this.#deps.state.remove(path);
			else this.#deps.state.write(path, text);
		}
		this.#keep(this.#before);
	}

	/** All entries but this agent's own for the file, as the change leaves them. */
	#others(agent: AgentId, change: FileChange, want: "connected" | "disconnected"): readonly JournalEntry[] {
		const { file, part, text } = change;
		const isHere = (entry: JournalEntry): boolean => entry.file === file.path;
		const others = this.#now.filter((entry) => !(isHere(entry) && entry.agent === agent));
		if (text === undefined) return others.filter((entry) => !isHere(entry));
		const known = this.#deps.hash(file.text ?? "");
		return others.map((entry) =>
			isHere(entry) && entry.written === known ? this.#followed(entry, part, want, text) : entry,
		);
	}

	#followed(entry: JournalEntry, part: FilePart, want: "connected" | "disconnected", text: string): JournalEntry {
		const { state, entry: server, hash } = this.#deps;
		const kept = entry.backup === undefined ? undefined : state.read(entry.backup);
		// The backup is lost: what is then left to do is to take the entry out by its meaning.
		if (kept === undefined && entry.backup !== undefined) return entry;
		const without = rest(kept, part.plan(kept, server, want), entry.isMade === true);
		const { agent, file, madeFolders, isMade } = entry;
		const backup = this.#backup(agent, file, without);
		return { agent, file, madeFolders, written: hash(text), ...(isMade === true && { isMade }), ...backup };
	}

	#backup(agent: string, file: string, text: string | undefined): { backup?: string } {
		const { state } = this.#deps;
		const backup = backupPath(this.#deps, agent, file);
		if (!this.#overwritten.has(backup)) this.#overwritten.set(backup, state.read(backup));
		if (text === undefined) {
			state.remove(backup);
			return {};
		}
		state.write(backup, text);
		return { backup };
	}

	#keep(entries: readonly JournalEntry[]): void {
		this.#now = entries;
		if (entries.length === 0) this.#deps.state.remove(JOURNAL.path);
		else this.#write(entries);
	}
}

function rest(text: string | undefined, plan: EditPlan, isMade: boolean): string | undefined {
	if (text !== undefined) return withoutPart(text, plan, isMade);
	return plan.kind === "write" ? plan.text : undefined;
}

function backupPath({ hash }: FileEditsDeps, agent: string, file: string): string {
	return `backups/${agent}-${hash(file).slice(0, 12)}`;
}
