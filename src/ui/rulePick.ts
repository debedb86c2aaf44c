import type { Act, Approvals, RulePreview, RuleProposal } from "../core/approvals";
import type { Clock } from "../core/clock";
import { InteractionError } from "../core/errors";
import { type Disposable, DisposableStore } from "../core/lifetime";
import type { RuleMatch } from "../core/rules";
import type { RuleCover, RuleProblem } from "../protocol/snapshot";
import { AcceptGuard } from "./acceptGuard";
import type { Cards } from "./cards";
import type { L10n } from "./l10n";
import type { List, NewList } from "./list";
import { patternProblem, patternText, ruleMatch } from "./patternText";
import { coverRows, patternRows, type RuleAct } from "./ruleRows";

export interface RulePickDeps {
	readonly l10n: L10n;
	readonly clock: Clock;
	readonly approvals: Approvals;
	readonly cards: Cards;
	readonly newList: NewList;
}

/** The rule that "Allow always" would store, before it is stored: this act alone, or a pattern that can be edited. */
export class RulePick implements Disposable {
	readonly #deps: RulePickDeps;
	readonly #id: string;
	readonly #whole: string;
	readonly #proposal: RuleProposal;
	readonly #list: List<RuleAct>;
	readonly #guard: AcceptGuard;
	readonly #owned = new DisposableStore();
	readonly #onDidClose: () => void;
	#isClosed = false;
	#covers: RuleCover = "exact";
	#pattern: string;
	#problem: RuleProblem | undefined;
	#earlier: readonly Act[] | undefined;

	constructor(
		deps: RulePickDeps,
		{ id, whole, proposal }: { readonly id: string; readonly whole: string; readonly proposal: RuleProposal },
		onDidClose: () => void,
	) {
		this.#deps = deps;
		this.#id = id;
		this.#whole = whole;
		this.#proposal = proposal;
		this.#onDidClose = onDidClose;
		this.#pattern = patternText(proposal.argv ?? []);
		this.#guard = new AcceptGuard(deps.clock);
		this.#list = this.#owned.add(
			deps.newList<RuleAct>({
				typed: (value) => this.#type(value),
				accepted: (act) => {
					if (this.#guard.accepts) this.#do(act);
				},
				pressed: () => undefined,
				hidden: () => this.dispose(),
			}),
		);
		this.#owned.add(
			deps.approvals.onDidChange(() => {
				if (!deps.approvals.open.some((each) => each.id === id)) this.dispose();
			}),
		);
		this.#list.title = deps.l10n.t("Allow this from now on?");
		this.#show();
		this.#list.show();
	}

	dispose(): void {
		if (this.#isClosed) return;
		this.#isClosed = true;
		this.#owned.dispose();
		this.#onDidClose();
	}

	get #match(): RuleMatch | undefined {
		return ruleMatch(this.#proposal, this.#covers, this.#pattern);
	}

	get #checks(): readonly RulePreview[] {
		const match = this.#match;
		if (match === undefined) return [];
		const { approvals } = this.#deps;
		this.#earlier ??= approvals.earlierActs(this.#id);
		return approvals.preview(this.#id, match, this.#earlier);
	}

	/** The other step: a second click of a double click would meet one of its rows. */
	#switchTo(covers: RuleCover): void {
		this.#covers = covers;
		this.#problem = undefined;
		this.#guard.restart();
		this.#list.value = covers === "pattern" ? this.#pattern : "";
		this.#show();
	}

	#show(): void {
		const { l10n } = this.#deps;
		if (this.#covers === "exact") {
			this.#list.placeholder = l10n.t("Check the rule before it is stored");
			this.#list.draw(coverRows(l10n, this.#proposal, this.#whole, this.#problem));
			return;
		}
		const checks = this.#checks;
		const problem = patternProblem(this.#proposal, this.#match, checks) ?? this.#problem;
		this.#list.placeholder = l10n.t("The words that a command begins with");
		this.#list.draw(patternRows(l10n, this.#proposal, this.#pattern, checks, problem));
	}

	#type(value: string): void {
		if (this.#covers !== "pattern" || value === this.#pattern) return;
		this.#pattern = value;
		this.#problem = undefined;
		this.#guard.restart();
		this.#show();
	}

	#do(act: RuleAct): void {
		switch (act) {
			case "exact":
			case "save":
				this.#save();
				return;
			case "pattern":
				this.#switchTo("pattern");
				return;
			case "back":
				this.#switchTo("exact");
				return;
			case "panel":
				this.dispose();
				this.#deps.cards.show(this.#id);
				return;
			case "none":
		}
	}

	#save(): void {
		const match = this.#match;
		try {
			if (match !== undefined && this.#deps.approvals.allowAlways(this.#id, match)) {
				this.dispose();
				return;
			}
			this.#problem = "not-stored";
		} catch (error) {
			const isRefused = error instanceof InteractionError;
			this.#problem = isRefused ? "no-match" : "not-stored";
			this.#guard.restart();
			this.#show();
			if (!isRefused) throw error;
			return;
		}
		this.#show();
	}
}
