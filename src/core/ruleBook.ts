import type { Act, RulePreview, RuleProposal } from "./approvals";
import type { Clock } from "./clock";
import type { CommandParser } from "./commandParser";
import { type Danger } from "./dangers";
import { dangersOf } from "./dangersOf";
import { InteractionError } from "./errors";
import { Emitter } from "./events";
import type { Ids, Log, RuleStore } from "./ports";
import { withRule } from "./ruleLimits";
import { isMatch, isRuleFor, isSameScope, type RuledAct, scopeOf } from "./ruleMatch";
import type { ApprovalRule, ApprovalRules, RuleMatch } from "./rules";
import type { Session } from "./sessions";

interface RuleBookDeps {
	readonly clock: Clock;
	readonly ids: Ids;
	readonly store: RuleStore;
	readonly log: Log;
	readonly parser: CommandParser;
	/** Commands of agents on this machine run in a POSIX shell; elsewhere no text is read as one and rules are exact. */
	readonly isPosix: boolean;
}

/** The rules of this workspace, read from their store for each decision: other windows change them too. */
export class RuleBook implements ApprovalRules {
	readonly #deps: RuleBookDeps;
	readonly #changed = new Emitter<void>();
	readonly onDidChange = this.#changed.event;
	/** Ids of rules that the person did not give after all. One whose store failed meanwhile is still in it. */
	readonly #takenBack = new Set<string>();

	constructor(deps: RuleBookDeps) {
		this.#deps = deps;
	}

	get all(): readonly ApprovalRule[] {
		return this.#given(this.#deps.store.read()).toSorted((a, b) => b.createdAt - a.createdAt);
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

	dangersOf(act: Act): readonly Danger[] {
		return dangersOf(act, this.#deps.parser);
	}

	/**
	 * What the person has decided for such an act of this session before; undefined: it is to be asked. Never throws. The use
	 * is noted before an act is allowed: where the store cannot be written, nothing is.
	 */
	decide(session: Session, act: Act): ApprovalRule["effect"] | undefined {
		const ruled = this.#ruled(session, act);
		if (ruled === undefined) return undefined;
		const decision: { rule?: ApprovalRule } = {};
		try {
			this.#deps.store.update((stored) => {
				const rules = this.#given(stored);
				const rule = this.#ruleFor(ruled, rules);
				if (rule === undefined) return rules;
				decision.rule = rule;
				return rules.map((each) => (each === rule ? { ...rule, lastUsedAt: this.#deps.clock.now() } : each));
			});
		} catch (error) {
			this.#deps.log.error("The approval rules could not be applied", error);
			return decision.rule?.effect === "deny" ? "deny" : undefined;
		}
		if (decision.rule !== undefined) this.#changed.fire();
		return decision.rule?.effect;
	}

	/** What could be remembered of this act; undefined: nothing. */
	proposal(session: Session, act: Act): RuleProposal | undefined {
		const ruled = this.#ruled(session, act);
		if (ruled === undefined || this.dangersOf(act).length > 0) return undefined;
		const { scope, argv, isVerified } = ruled;
		const exact = { kind: "exact", action: act.action, detail: act.detail } as const;
		const isPattern = isVerified && argv !== undefined && isMatch({ kind: "prefix", argv }, ruled);
		return { scope, exact, argv: isPattern ? argv : undefined };
	}

	/** What a rule for `act` would make of it and of earlier acts of the agent in the same place. */
	preview(session: Session, act: Act, match: RuleMatch, earlier: readonly Act[]): readonly RulePreview[] {
		return [act, ...earlier].map((each) => ({
			text: each.detail ?? each.action,
			isAllowed: each.kind === act.kind && this.#wouldAllow(session, each, match),
		}));
	}

	/**
	 * Stores that such acts are allowed from now on. What it returns takes that back, for a caller who cannot go through with
	 * it: the rule is no more, and those that went for it are back. It never throws.
	 * @throws InteractionError `invalid_input` where the rule would not allow this very act; the store's error where it cannot
	 * be written.
	 */
	allow(session: Session, act: Act, match: RuleMatch): () => void {
		const { clock, ids } = this.#deps;
		const scope = scopeOf(session, act);
		if (scope === undefined || !this.#wouldAllow(session, act, match)) {
			throw new InteractionError("invalid_input", "rule: does not allow this request");
		}
		const rule = {
			...scope,
			match,
			id: ids.uuid(),
			effect: "allow",
			createdAt: clock.now(),
			lastUsedAt: undefined,
		} as const;
		let gone: readonly ApprovalRule[] = [];
		this.#update((rules) => {
			const others = rules.filter((each) => !isSameAllowance(each, rule));
			const changed = withRule(others, rule);
			gone = rules.filter((each) => !changed.includes(each));
			return changed;
		});
		return () => this.#takeBack(rule.id, gone);
	}

	#takeBack(id: string, gone: readonly ApprovalRule[]): void {
		this.#takenBack.add(id);
		try {
			this.#update((rules) => [...rules, ...gone]);
		} catch (error) {
			this.#deps.log.error("An approval rule could not be taken back; this window does not apply it", error);
		}
	}

	#given(rules: readonly ApprovalRule[]): readonly ApprovalRule[] {
		const given = rules.filter(({ id }) => !this.#takenBack.has(id));
		return given.length === rules.length ? rules : given;
	}

	#wouldAllow(session: Session, act: Act, match: RuleMatch): boolean {
		const ruled = this.#ruled(session, act);
		if (ruled === undefined || (match.kind === "prefix" && !ruled.isVerified)) return false;
		return isMatch(match, ruled) && this.dangersOf(act).length === 0;
	}

	#ruleFor(ruled: RuledAct, rules: readonly ApprovalRule[]): ApprovalRule | undefined {
		const matching = rules.filter((rule) => isRuleFor(rule, ruled));
		const denying = matching.find(({ effect }) => effect === "deny");
		const allowing = matching.find(({ effect }) => effect === "allow");
		return denying ?? (allowing !== undefined && this.dangersOf(ruled.act).length === 0 ? allowing : undefined);
	}

	#ruled(session: Session, act: Act): RuledAct | undefined {
		const scope = scopeOf(session, act);
		if (scope === undefined) return undefined;
		const { isPosix, parser } = this.#deps;
		const argv = isPosix && act.kind === "command" ? parser.simpleCommand(act.detail ?? act.action) : undefined;
		return { scope, act, argv, isVerified: session.intro.place.verification === "verified" };
	}

	#update(change: (rules: readonly ApprovalRule[]) => readonly ApprovalRule[]): void {
		this.#deps.store.update((rules) => change(this.#given(rules)));
		this.#changed.fire();
	}
}

function isSameAllowance(one: ApprovalRule, other: ApprovalRule): boolean {
	return one.effect === "allow" && isSameScope(one, other) && isSameMatch(one.match, other.match);
}

function isSameMatch(one: RuleMatch, other: RuleMatch): boolean {
	if (one.kind === "exact") return other.kind === "exact" && one.action === other.action && one.detail === other.detail;
	return (
		other.kind === "prefix" &&
		one.argv.length === other.argv.length &&
		one.argv.every((word, at) => word === other.argv[at])
	);
}
