import type { Approvals, OpenApproval } from "../core/approvals";
import type { Clock } from "../core/clock";
import { type Disposable, DisposableStore } from "../core/lifetime";
import { AcceptGuard } from "./acceptGuard";
import { type ApprovalAct, approvalRows, closedRow } from "./approvalRows";
import type { Cards } from "./cards";
import { itemButtons } from "./itemButtons";
import { itemTitle } from "./itemText";
import type { L10n } from "./l10n";
import type { List, NewList } from "./list";
import { approvalClosedText } from "./outcomeText";
import { cut } from "./text/cut";
import { firstLine } from "./text/oneLine";
import { closing, timeLeft } from "./timeLeft";

const PLACEHOLDER_MAX = 80;

export interface ApprovalPickDeps {
	readonly l10n: L10n;
	readonly clock: Clock;
	readonly approvals: Approvals;
	readonly cards: Cards;
	readonly newList: NewList;
	/** Shows the terminal of the agent that asks. */
	showTerminal(item: Pick<OpenApproval, "session">): void;
	/** Leads on to the rule that "Allow always" would store. */
	openRule(id: string): void;
}

/** The list of one request that the person has opened. Hiding it leaves the request open. */
export class ApprovalPick implements Disposable {
	readonly #deps: ApprovalPickDeps;
	readonly #id: string;
	/** What it depends on stays as long as the request waits; undefined while it is reconnecting. */
	#canBeRule: boolean | undefined;
	readonly #list: List<ApprovalAct>;
	readonly #guard: AcceptGuard;
	readonly #owned = new DisposableStore();
	readonly #onDidClose: () => void;
	/** Who wants what and where; it outlives the request. */
	#asked = "";
	/** Why the last press decided nothing. */
	#trouble: "away" | "not-stored" | undefined;
	#isClosed = false;
	#tick: Disposable | undefined;

	constructor(deps: ApprovalPickDeps, approval: OpenApproval, onDidClose: () => void) {
		this.#deps = deps;
		this.#onDidClose = onDidClose;
		this.#id = approval.id;
		this.#guard = new AcceptGuard(deps.clock);
		this.#list = this.#owned.add(
			deps.newList<ApprovalAct>({
				typed: () => this.#guard.restart(),
				accepted: (act) => {
					if (this.#guard.accepts) this.#do(act);
				},
				pressed: (act) => this.#do(act),
				hidden: () => this.dispose(),
			}),
		);
		this.#owned.add(deps.approvals.onDidChange(() => this.#draw()));
		this.#list.placeholder = cut(firstLine(approval.act.action), PLACEHOLDER_MAX);
		this.#draw();
		this.#list.show();
	}

	dispose(): void {
		if (this.#isClosed) return;
		this.#isClosed = true;
		this.#tick?.dispose();
		this.#owned.dispose();
		this.#onDidClose();
	}

	get #approval(): OpenApproval | undefined {
		return this.#deps.approvals.open.find(({ id }) => id === this.#id);
	}

	#draw(): void {
		this.#tick?.dispose();
		const { l10n, clock, approvals } = this.#deps;
		const approval = this.#approval;
		if (approval === undefined) {
			this.#guard.restart();
			this.#list.title = this.#asked;
			this.#list.draw([closedRow(approvalClosedText(l10n, approvals.outcomeOf(this.#id)))]);
			this.#list.drawButtons([]);
			return;
		}
		const now = clock.now();
		this.#asked = itemTitle(l10n, { kind: "approval", id: this.#id, approval });
		this.#list.title = this.#troubleText(approval) ?? this.#asked;
		this.#list.draw(approvalRows(l10n, approval, this.#canAllowAlways(approval), now));
		const acts = { terminal: "terminal", keepOpen: "keep-open" } as const;
		const extensionMs = approvals.extensionMs(this.#id);
		this.#list.drawButtons(itemButtons<ApprovalAct>(l10n, approval.session.intro.place, extensionMs, acts));
		const { staysMs } = closing(l10n, timeLeft(approval, now));
		this.#tick = staysMs === undefined ? undefined : clock.after(staysMs, () => this.#draw());
	}

	#troubleText({ state }: OpenApproval): string | undefined {
		const { l10n } = this.#deps;
		if (this.#trouble === "not-stored") {
			return l10n.t("That could not be stored, so nothing was allowed. The log says why.");
		}
		return this.#trouble === "away" && state === "reconnecting"
			? l10n.t("The agent is reconnecting. You can decide when it is back.")
			: undefined;
	}

	#canAllowAlways({ id, state }: OpenApproval): boolean {
		if (state === "reconnecting") return false;
		this.#canBeRule ??= this.#deps.approvals.proposal(id) !== undefined;
		return this.#canBeRule;
	}

	#do(act: ApprovalAct): void {
		const { approvals, cards } = this.#deps;
		switch (act) {
			case "read":
				this.dispose();
				cards.show(this.#id);
				return;
			case "deny":
				this.#decide(() => approvals.deny(this.#id));
				return;
			case "allow-once":
				this.#decide(() => approvals.allowOnce(this.#id));
				return;
			case "allow-always":
				this.dispose();
				this.#deps.openRule(this.#id);
				return;
			case "in-terminal":
				this.#decide(() => approvals.decideInTerminal(this.#id));
				return;
			case "keep-open":
				approvals.extend(this.#id);
				return;
			case "terminal":
				if (this.#approval !== undefined) this.#deps.showTerminal(this.#approval);
				return;
			case "close":
				this.dispose();
		}
	}

	#decide(decide: () => boolean): void {
		this.#trouble = undefined;
		try {
			if (decide()) {
				this.dispose();
				return;
			}
			this.#trouble = "away";
		} catch (error) {
			this.#trouble = "not-stored";
			throw error;
		} finally {
			if (!this.#isClosed) this.#draw();
		}
	}
}
