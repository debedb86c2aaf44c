import type { Act } from "./approvals";
import { Emitter } from "./events";
import type { Log, RuleStore } from "./ports";
import type { ApprovalRule, ApprovalRules } from "./rules";
import type { Session } from "./sessions";

/** The rules of this workspace in their store. They are read anew for each decision: other windows change them too. */
export class StoredRules implements ApprovalRules {
	readonly #store: RuleStore;
	readonly #log: Log;
	readonly #changed = new Emitter<void>();
	readonly onDidChange = this.#changed.event;

	constructor(store: RuleStore, log: Log) {
		this.#store = store;
		this.#log = log;
	}

	get all(): readonly ApprovalRule[] {
		try {
			return this.#store.read().toSorted((a, b) => b.createdAt - a.createdAt);
		} catch (error) {
			this.#log.error("The approval rules could not be read", error);
			return [];
		}
	}

	revoke(id: string): void {
		this.#update((rules) => rules.filter((rule) => rule.id !== id));
	}

	revokeAll(): void {
		this.#update(() => []);
	}

	setEffect(id: string, effect: ApprovalRule["effect"]): void {
		this.#update((rules) => rules.map((rule) => (rule.id === id ? { ...rule, effect } : rule)));
	}

	/** Throws when the store cannot be written. */
	add(rule: ApprovalRule): void {
		this.#update((rules) => [...rules, rule]);
	}

	/** What the person has decided for such an act of this session before; undefined: it is to be asked. */
	decide(_session: Session, _act: Act): ApprovalRule["effect"] | undefined {
		return undefined;
	}

	#update(change: (rules: readonly ApprovalRule[]) => readonly ApprovalRule[]): void {
		this.#store.update(change);
		this.#changed.fire();
	}
}
