import type { Clock } from "../core/clock";
import type { Log } from "../core/ports";
import type { ApprovalRule, ApprovalRules } from "../core/rules";
import { AcceptGuard } from "./acceptGuard";
import type { L10n } from "./l10n";
import type { List, ListRow, NewList } from "./list";
import type { Notify } from "./notify";
import { matchText, ruleDocument, ruleRow } from "./ruleText";
import { notificationPart } from "./text/notificationText";
import { shortLine } from "./text/shortLine";

const TITLE_MAX = 80;

type ManageAct =
	| { readonly kind: "rule" | "read" | "revoke" | "allow" | "deny"; readonly rule: ApprovalRule }
	| { readonly kind: "revoke-all" | "back" | "close" };

export interface ManageApprovalsDeps {
	readonly l10n: L10n;
	readonly clock: Clock;
	readonly log: Log;
	readonly rules: ApprovalRules;
	readonly newList: NewList;
	readonly notify: Notify;
	/** "12 May 2026, 10:31" */
	date(at: number): string;
	/** Shows a text in an editor. */
	showText(name: string, text: string): Promise<void>;
}

/** The rules of this workspace: all of them, and what can be done with one. */
export class ManageApprovals {
	readonly #deps: ManageApprovalsDeps;

	constructor(deps: ManageApprovalsDeps) {
		this.#deps = deps;
	}

	show(): void {
		const { l10n } = this.#deps;
		this.#open(l10n.t("Approval rules of this workspace"), l10n.t("Choose a rule"), this.#rows());
	}

	#rows(): readonly ListRow<ManageAct>[] {
		const { l10n, log, rules } = this.#deps;
		try {
			const { all } = rules;
			return all.length === 0 ? [this.#noRule()] : this.#ruleRows(all);
		} catch (error) {
			log.error("the approval rules could not be read", error);
			const label = l10n.t("The approval rules could not be read");
			const detail = l10n.t("Until they can be, every request is asked for. The log says why.");
			return [{ kind: "row", icon: "error", label, detail, alwaysShow: true, act: { kind: "close" } }];
		}
	}

	#noRule(): ListRow<ManageAct> {
		const { l10n } = this.#deps;
		const label = l10n.t("No rule is stored in this workspace");
		const detail = l10n.t("“Allow always…” in a request stores one, after you have checked it.");
		return { kind: "row", icon: "info", label, detail, alwaysShow: true, act: { kind: "close" } };
	}

	#ruleRows(all: readonly ApprovalRule[]): readonly ListRow<ManageAct>[] {
		const { l10n } = this.#deps;
		return [
			...all.map((rule) => ruleRow<ManageAct>(l10n, rule, (at) => this.#deps.date(at), { kind: "rule", rule })),
			{ kind: "separator", label: l10n.t("All rules") },
			{ kind: "row", icon: "trash", label: l10n.t("Revoke all…"), act: { kind: "revoke-all" } },
		];
	}

	#showRule(rule: ApprovalRule): void {
		const { l10n } = this.#deps;
		const turn: ListRow<ManageAct> =
			rule.effect === "allow"
				? {
						kind: "row",
						icon: "circle-slash",
						label: l10n.t("Turn into a deny rule"),
						detail: l10n.t("It wins over every rule that allows."),
						act: { kind: "deny", rule },
					}
				: {
						kind: "row",
						icon: "check",
						label: l10n.t("Turn into an allow rule"),
						act: { kind: "allow", rule },
					};
		this.#open(shortLine(matchText(rule), TITLE_MAX), l10n.t("Choose what to do with this rule"), [
			{ kind: "row", icon: "book", label: l10n.t("Show the whole rule"), act: { kind: "read", rule } },
			{ kind: "row", icon: "trash", label: l10n.t("Revoke"), act: { kind: "revoke", rule } },
			turn,
			{ kind: "row", icon: "arrow-left", label: l10n.t("Back"), act: { kind: "back" } },
		]);
	}

	#open(title: string, placeholder: string, rows: readonly ListRow<ManageAct>[]): void {
		const guard = new AcceptGuard(this.#deps.clock);
		const list: List<ManageAct> = this.#deps.newList<ManageAct>({
			typed: () => undefined,
			accepted: (act) => {
				if (!guard.accepts) return;
				list.dispose();
				this.#do(act).catch((error: unknown) => this.#failed(error));
			},
			pressed: () => undefined,
			hidden: () => list.dispose(),
		});
		list.title = title;
		list.placeholder = placeholder;
		list.draw(rows);
		list.show();
	}

	async #do(act: ManageAct): Promise<void> {
		const { l10n, rules } = this.#deps;
		switch (act.kind) {
			case "rule":
				this.#showRule(act.rule);
				return;
			case "read":
				await this.#deps.showText(
					l10n.t("Approval rule"),
					ruleDocument(l10n, act.rule, (at) => this.#deps.date(at)),
				);
				return;
			case "revoke":
				rules.revoke(act.rule.id);
				this.show();
				return;
			case "allow":
			case "deny":
				rules.setEffect(act.rule.id, act.kind);
				this.show();
				return;
			case "revoke-all":
				await this.#revokeAll();
				return;
			case "back":
				this.show();
				return;
			case "close":
		}
	}

	async #revokeAll(): Promise<void> {
		const { l10n, rules, notify } = this.#deps;
		const message = l10n.t("Revoke all approval rules of this workspace? Rules: {0}", rules.all.length);
		if ((await notify("warning", message, [{ label: l10n.t("Revoke all") }])) !== undefined) rules.revokeAll();
	}

	#failed(error: unknown): void {
		const { l10n, log, notify } = this.#deps;
		log.error("the approval rules could not be changed", error);
		const reason = notificationPart(error instanceof Error ? error.message : String(error));
		void notify("error", l10n.t("The approval rules could not be changed: {0}", reason), []);
	}
}
