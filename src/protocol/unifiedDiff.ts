/** The changes of one file in a unified diff. */
export interface DiffFile {
	/** As the diff names it, without the `a/` and `b/` of git; both names where they differ. Empty: it names none. */
	readonly path: string;
	/** Everything that the diff says of this file, in its order. */
	readonly lines: readonly DiffLine[];
	readonly added: number;
	readonly removed: number;
}

export interface DiffLine {
	/** `gap`: the head of a hunk. `note`: anything else that is no line of the file. */
	readonly kind: "same" | "added" | "removed" | "gap" | "note";
	readonly text: string;
	/** In the file as it will be, for a removed line as it was; undefined where the diff gives no numbers. */
	readonly number: number | undefined;
}

/**
 * Reads a unified diff, also one with wrong or missing line counts, as agents write them. Every line of the text is in the
 * result, or is a name or a head that the result tells: nothing can hide in it. Undefined: it is none.
 */
export function parseUnifiedDiff(text: string): readonly DiffFile[] | undefined {
	const reader = new Reader();
	const lines = text.replace(/\n$/, "").split("\n");
	for (const [index, line] of lines.entries()) reader.read(line, lines[index + 1]);
	return reader.hunks === 0 ? undefined : reader.files;
}

/** The head of a file's first hunk, where it says no more than the numbers beside the lines. `at`: the line's place. */
export function isPlainHead({ kind, text }: DiffLine, at: number): boolean {
	return at === 0 && kind === "gap" && /^@@ -[\d,]+ \+[\d,]+ @@$/.test(text);
}

const HUNK = /^@@(?: -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@.*|.*)$/;
/** A line of a file; an empty one has lost its blank on the way. */
const LINE = /^(?:[-+ ]|$)/;
/** The name of a file that is not there. */
const NOTHING = "/dev/null";
/** What git writes before a file and its names say again. */
const PLAIN_HEAD = /^(?:diff --git .*|index [0-9a-f]+\.\.[0-9a-f]+(?: \d+)?)$/;

interface Building {
	path: string;
	readonly lines: DiffLine[];
	added: number;
	removed: number;
}

class Reader {
	readonly files: Building[] = [];
	hunks = 0;
	#old: number | undefined;
	#new: number | undefined;
	/** Lines of the hunk that its head still announces; undefined outside a hunk. */
	#left: { old: number; new: number } | undefined;
	#oldName: string | undefined;

	read(line: string, next: string | undefined): void {
		// By its counts, as the tools that apply a diff do: a removed line "-- a" looks like a file's name else.
		const isAnnounced = this.#left !== undefined && (this.#left.old > 0 || this.#left.new > 0);
		if (!(isAnnounced && LINE.test(line)) && this.#readHead(line, next)) return;
		if (this.#left === undefined) this.#add("note", line);
		else this.#readLine(line, isAnnounced);
	}

	#readHead(line: string, next: string | undefined): boolean {
		if (this.#oldName !== undefined && line.startsWith("+++ ")) {
			this.#name(this.#oldName, line.slice(4));
			this.#oldName = undefined;
			return true;
		}
		if (line.startsWith("--- ") && next?.startsWith("+++ ") === true) {
			if (this.#left !== undefined || this.files.length === 0) this.#begin();
			this.#oldName = line.slice(4);
			return true;
		}
		const hunk = HUNK.exec(line);
		if (hunk !== null) {
			this.#beginHunk(line, hunk);
			return true;
		}
		if (!PLAIN_HEAD.test(line)) return false;
		if (line.startsWith("diff ")) this.#begin();
		this.#add("note", line);
		return true;
	}

	#begin(): void {
		this.files.push({ path: "", lines: [], added: 0, removed: 0 });
		this.#left = undefined;
	}

	#name(before: string, after: string): void {
		const [from, to] = [nameIn(before, "a/"), nameIn(after, "b/")];
		const whole = from === to ? from : `${from} → ${to}`;
		this.#file().path = before === NOTHING ? to : after === NOTHING ? from : whole;
		// What is no plain name on both sides, a file that begins or ends for example, is told in full.
		if (before !== `a/${to}` && before !== to) this.#add("note", `--- ${before}`);
		if (after !== `b/${from}` && after !== from) this.#add("note", `+++ ${after}`);
	}

	#beginHunk(
		line: string,
		[, oldStart, oldCount = "1", newStart, newCount = "1"]: readonly (string | undefined)[],
	): void {
		this.hunks++;
		this.#old = oldStart === undefined ? undefined : Number(oldStart);
		this.#new = newStart === undefined ? undefined : Number(newStart);
		this.#left = oldStart === undefined ? { old: 0, new: 0 } : { old: Number(oldCount), new: Number(newCount) };
		this.#add("gap", line);
	}

	/** `isAnnounced` false: the head has counted too few lines, or none. */
	#readLine(line: string, isAnnounced: boolean): void {
		const [sign, text] = [line.slice(0, 1), line.slice(1)];
		const left = this.#left;
		if (left === undefined || !LINE.test(line)) {
			this.#add("note", line);
			return;
		}
		if (isAnnounced) {
			if (sign !== "+") left.old--;
			if (sign !== "-") left.new--;
		}
		if (sign === "+") {
			this.#file().added++;
			this.#add("added", text, this.#new);
			this.#new = following(this.#new);
		} else if (sign === "-") {
			this.#file().removed++;
			this.#add("removed", text, this.#old);
			this.#old = following(this.#old);
		} else {
			this.#add("same", text, this.#new);
			this.#old = following(this.#old);
			this.#new = following(this.#new);
		}
	}

	#add(kind: DiffLine["kind"], text: string, number?: number): void {
		this.#file().lines.push({ kind, text, number });
	}

	#file(): Building {
		if (this.files.length === 0) this.#begin();
		const last = this.files.at(-1);
		if (last === undefined) throw new Error("a file has begun");
		return last;
	}
}

function following(line: number | undefined): number | undefined {
	return line === undefined ? undefined : line + 1;
}

/** After the name a tab and a time may follow. */
function nameIn(text: string, prefix: string): string {
	const name = text.split("\t", 1)[0] ?? "";
	return name.startsWith(prefix) ? name.slice(prefix.length) : name;
}
