import { isNewer, parseRules, type RuleDocument } from "../core/ruleDocument";
import type { Log, RuleStore } from "../core/ports";
import type { ApprovalRule } from "../core/rules";
import { FileLock } from "./fileLock";
import { replaceFile } from "./replaceFile";
import { readDocument } from "./storedDocument";

/** Why no rule applies any more: the file is kept under this path. */
export interface RulesUnreadable {
	/** `corrupt`: it was set aside, a fresh one begins. `newer`: it stays, and no rule can be stored either. */
	readonly reason: "corrupt" | "newer";
	readonly path: string;
}

/** The rules of one workspace in one file, beside its lock. */
export class FileRuleStore implements RuleStore {
	readonly #path: string;
	readonly #lock: FileLock;
	readonly #log: Log;
	readonly #onUnreadable: (what: RulesUnreadable) => void;
	#hasToldOfNewer = false;

	/** The folder of `path` is there. `onUnreadable` is called once for each file that cannot be understood. */
	constructor(path: string, log: Log, onUnreadable: (what: RulesUnreadable) => void) {
		this.#path = path;
		this.#lock = new FileLock(`${path}.lock`);
		this.#log = log;
		this.#onUnreadable = onUnreadable;
	}

	/** Under the lock as well: else what another window has just written could be set aside as what was read before. */
	read(): readonly ApprovalRule[] {
		return this.#lock.hold(() => this.#read());
	}

	update(change: (rules: readonly ApprovalRule[]) => readonly ApprovalRule[]): void {
		this.#lock.hold(() => {
			const rules = this.#read();
			const changed = change(rules);
			if (changed === rules) return;
			const document: RuleDocument = { v: 1, rules: changed };
			replaceFile(this.#path, JSON.stringify(document));
		});
	}

	#read(): readonly ApprovalRule[] {
		const found = { isCorrupt: false };
		const parse = (raw: unknown): RuleDocument | undefined => {
			if (isNewer(raw)) throw this.#newer();
			const document = parseRules(raw);
			found.isCorrupt = document === undefined;
			return document;
		};
		const document = readDocument(this.#path, parse, this.#log);
		if (found.isCorrupt) this.#onUnreadable({ reason: "corrupt", path: `${this.#path}.corrupt` });
		return document?.rules ?? [];
	}

	#newer(): Error {
		if (!this.#hasToldOfNewer) this.#onUnreadable({ reason: "newer", path: this.#path });
		this.#hasToldOfNewer = true;
		return new Error("a newer version of Parley has written the approval rules of this workspace");
	}
}
