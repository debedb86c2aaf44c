import type { HistoryEntry } from "../../src/core/history";
import type { HistoryStore, ImageStore, RuleStore, SessionStore } from "../../src/core/ports";
import type { ApprovalRule } from "../../src/core/rules";
import { parseStoredSession, type StoredSession } from "../../src/core/stored";
import { parseStoredHistory } from "../../src/core/storedHistory";

/** Keeps documents as texts, as files would: what comes back has been through JSON and the parser. */
export class MemorySessionStore implements SessionStore {
	readonly documents = new Map<string, string>();
	/** While true nothing can be written. */
	isFull = false;
	saves = 0;

	load(): readonly StoredSession[] {
		return [...this.documents.values()].flatMap((text) => parseStoredSession(JSON.parse(text)) ?? []);
	}

	save(session: StoredSession): void {
		if (this.isFull) throw new Error("no space left");
		this.saves++;
		this.documents.set(session.id, JSON.stringify(session));
	}

	remove(id: string): void {
		if (this.isFull) throw new Error("no space left");
		this.documents.delete(id);
	}
}

/** The same for the history of one workspace. */
export class MemoryHistoryStore implements HistoryStore {
	text = JSON.stringify({ v: 1, entries: [] });
	/** While true nothing can be read or written. */
	isBroken = false;

	read(): readonly HistoryEntry[] {
		if (this.isBroken) throw new Error("no access");
		return parseStoredHistory(JSON.parse(this.text))?.entries ?? [];
	}

	update(change: (entries: readonly HistoryEntry[]) => readonly HistoryEntry[]): void {
		const entries = change(this.read());
		this.text = JSON.stringify({ v: 1, entries });
	}

	updateSoon(change: (entries: readonly HistoryEntry[]) => readonly HistoryEntry[]): void {
		this.update(change);
	}

	flush(): void {
		// Everything is written at once.
	}
}

/** The rules of one workspace, as JSON too. */
export class MemoryRuleStore implements RuleStore {
	text = "[]";
	/** While true nothing can be read. */
	isBroken = false;
	/** While true nothing can be written. */
	isFull = false;

	read(): readonly ApprovalRule[] {
		if (this.isBroken) throw new Error("no access");
		return JSON.parse(this.text) as ApprovalRule[];
	}

	update(change: (rules: readonly ApprovalRule[]) => readonly ApprovalRule[]): void {
		const rules = change(this.read());
		if (this.isFull) throw new Error("no space left");
		this.text = JSON.stringify(rules);
	}
}

/** Images by their id. */
export class MemoryImageStore implements ImageStore {
	readonly folder = "/state/images";
	readonly files = new Map<string, Uint8Array>();
	/** While true nothing can be written. */
	isFull = false;

	pathOf(id: string, type: string): string {
		return `${this.folder}/${id}.${type.slice("image/".length)}`;
	}

	add(id: string, _: string, bytes: Uint8Array): void {
		if (this.isFull) throw new Error("no space left");
		this.files.set(id, bytes);
	}

	keepOnly(ids: ReadonlySet<string>): void {
		for (const id of this.files.keys()) if (!ids.has(id)) this.files.delete(id);
	}

	remove(id: string): void {
		this.files.delete(id);
	}
}
