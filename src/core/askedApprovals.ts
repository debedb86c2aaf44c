import type {
	Act,
	ApprovalOrigin,
	ApprovalOutcome,
	Approvals,
	OpenApproval,
	PermissionPrompt,
	RulePreview,
	RuleProposal,
	SettledApproval,
} from "./approvals";
import type { Changes } from "./changes";
import type { Call } from "./clarifications";
import type { Clock } from "./clock";
import { callerPatienceMs, extended, extensionOf, newDeadline } from "./deadlines";
import { InteractionError } from "./errors";
import type { HistoryBook } from "./historyBook";
import {
	ANSWER_MAX,
	APPROVAL_RESULTS_KEPT,
	BLOCKING_LIMIT_MS,
	codePoints,
	OPEN_APPROVALS_MAX,
	STORED_DETAIL_MAX,
} from "./limits";
import { OpenItems } from "./openItems";
import type { Ids } from "./ports";
import type { RuleBook } from "./ruleBook";
import type { RuleMatch } from "./rules";
import type { Session } from "./sessions";
import { SettledCalls } from "./settledCalls";
import type { StoredSession } from "./stored";
import type { WaitingClock } from "./waitingClock";

interface AskedApprovalsDeps {
	readonly clock: Clock;
	readonly waitingClock: WaitingClock;
	readonly ids: Ids;
	readonly changes: Changes;
	readonly history: HistoryBook;
	readonly rules: RuleBook;
	timeLimitMs: () => number;
}

/** What a session's document holds of its approvals. */
type ApprovalPart = Pick<StoredSession, "approvals" | "decided">;

/** Requests with all that people do to them and their outcomes. */
export class AskedApprovals implements Approvals {
	readonly #deps: AskedApprovalsDeps;
	readonly #open: OpenItems<OpenApproval, ApprovalOutcome, SettledApproval>;
	readonly #settled: SettledCalls<SettledApproval>;
	#isDisposed = false;
	readonly onDidSettle: Approvals["onDidSettle"] = (listener) =>
		this.#open.onDidSettle(({ item, outcome }) => listener({ approval: item, outcome }));

	constructor(deps: AskedApprovalsDeps) {
		const { clock, waitingClock, changes } = deps;
		this.#deps = deps;
		this.#settled = new SettledCalls(clock, APPROVAL_RESULTS_KEPT);
		this.#open = new OpenItems({
			clock,
			waitingClock,
			changes,
			unsettled: ({ origin }, reason) => undecided(origin, reason),
			close: (...closing) => this.#close(...closing),
		});
	}

	get open(): readonly OpenApproval[] {
		return this.#open.all;
	}

	get onDidChange(): Approvals["onDidChange"] {
		return this.#open.onDidChange;
	}

	get onDidAsk(): Approvals["onDidAsk"] {
		return this.#open.onDidAsk;
	}

	allowOnce(id: string): boolean {
		if (this.#waiting(id) === undefined) return false;
		this.#open.settleSaved(id, { decision: "allow_once", reason: "user" });
		return true;
	}

	deny(id: string, message = ""): boolean {
		if (this.#waiting(id) === undefined) return false;
		if (codePoints(message) > ANSWER_MAX) {
			throw new InteractionError("invalid_input", `message: must be at most ${ANSWER_MAX} characters`);
		}
		const denied = { decision: "deny", reason: "user" } as const;
		this.#open.settle(id, message.trim() === "" ? denied : { ...denied, message });
		return true;
	}

	proposal(id: string): RuleProposal | undefined {
		const approval = this.#waiting(id);
		return approval === undefined ? undefined : this.#deps.rules.proposal(approval.session, approval.act);
	}

	earlierActs(id: string): readonly Act[] {
		const approval = this.#waiting(id);
		return approval === undefined ? [] : this.#deps.history.earlierActs(approval.session, approval.act);
	}

	preview(id: string, match: RuleMatch, earlier: readonly Act[]): readonly RulePreview[] {
		const approval = this.#waiting(id);
		return approval === undefined ? [] : this.#deps.rules.preview(approval.session, approval.act, match, earlier);
	}

	allowAlways(id: string, match: RuleMatch): boolean {
		const approval = this.#waiting(id);
		if (approval === undefined || this.proposal(id) === undefined) return false;
		const takeBack = this.#deps.rules.allow(approval.session, approval.act, match);
		try {
			this.#open.settleSaved(id, { decision: "allow_always", reason: "user" });
		} catch (error) {
			takeBack();
			throw error;
		}
		return true;
	}

	decideInTerminal(id: string): boolean {
		const origin = this.#waiting(id)?.origin;
		if (origin?.kind !== "prompt" || !origin.blocksTerminal) return false;
		this.#open.settle(id, { decision: "none", reason: "terminal" });
		return true;
	}

	extend(id: string): boolean {
		if (this.extensionMs(id) === 0) return false;
		this.#open.edit(id, (approval) => ({ ...approval, ...extended(approval) }));
		return true;
	}

	extensionMs(id: string): number {
		const approval = this.#waiting(id);
		return approval === undefined ? 0 : extensionOf(approval);
	}

	outcomeOf(id: string): ApprovalOutcome | undefined {
		return this.#settled.values.find(({ approvalId }) => approvalId === id)?.outcome;
	}

	/** The call was made before: its outcome, or the request that is open under its key. */
	join(session: Session, call: Call): Promise<SettledApproval> | undefined {
		const settled = this.#settled.find(session, call.key);
		return settled === undefined ? this.#open.join(session, call) : Promise.resolve(settled);
	}

	/** @throws InteractionError `too_many_pending` while so many of this session are open that nobody can keep up. */
	assertRoom(session: Session): void {
		if (this.#open.of(session).length < OPEN_APPROVALS_MAX) return;
		throw new InteractionError(
			"too_many_pending",
			`${OPEN_APPROVALS_MAX} requests of this session are open already; nothing was asked`,
		);
	}

	/** What a rule decides, as the outcome of the call; undefined: the person is to be asked. */
	remembered(session: Session, act: Act, call: Call): SettledApproval | undefined {
		const { clock, changes, history, rules } = this.#deps;
		const effect = rules.decide(session, act);
		if (effect === undefined) return undefined;
		const decided = this.settledAtOnce(session, call, {
			decision: effect === "allow" ? "allow_always" : "deny",
			reason: "remembered",
		});
		changes.after(() => history.approvalSettled(session, decided.approvalId, act, decided.outcome, clock.now()));
		return decided;
	}

	/** An outcome of a call for which nothing was shown. */
	settledAtOnce(session: Session, call: Call, outcome: ApprovalOutcome): SettledApproval {
		const settled = { approvalId: this.#deps.ids.uuid(), outcome };
		this.#deps.changes.apply(session.id, () => this.#settled.add(session, call.key, settled));
		return settled;
	}

	/** The tool asks. */
	ask(session: Session, turnId: string, act: Act, call: Call): Promise<SettledApproval> {
		return this.#ask(session, turnId, act, { kind: "tool" }, call, callerPatienceMs(session.intro));
	}

	/** The agent's own prompt is brought here: what a rule decides, or what becomes of it. Nothing of it is refused. */
	prompt(session: Session, prompt: PermissionPrompt, call: Call): Promise<SettledApproval> {
		const none = (reason: "cancelled" | "error"): Promise<SettledApproval> =>
			Promise.resolve(this.settledAtOnce(session, call, { decision: "none", reason }));
		const { turn } = session;
		if (session.state === "ended" || turn === undefined || call.signal.isCancelled) return none("cancelled");
		const { act, tool, inputHash, blocksTerminal, waitMs } = prompt;
		const remembered = this.remembered(session, act, call);
		if (remembered !== undefined) return Promise.resolve(remembered);
		if (this.#open.of(session).length >= OPEN_APPROVALS_MAX) return none("error");
		const origin = { kind: "prompt", tool, inputHash, blocksTerminal } as const;
		return this.#ask(session, turn.id, act, origin, call, waitMs);
	}

	/** The agent has gone on with that tool: the prompt was answered in the terminal. The oldest one of that input is meant. */
	permissionOver(session: Session, tool: string, inputHash: string): void {
		const over = this.#open
			.of(session)
			.find(({ origin }) => origin.kind === "prompt" && origin.tool === tool && origin.inputHash === inputHash);
		if (over !== undefined) this.#open.settle(over.id, { decision: "none", reason: "terminal" });
	}

	/** As a step of a change: its process is back and sends the calls of `inFlight` again. A hook's own does that by itself. */
	callerReturns(session: Session, inFlight: readonly string[]): void {
		this.#open.callerReturns(session, (callKey, { origin }) =>
			origin.kind === "prompt" ? undefined : inFlight.includes(callKey),
		);
	}

	listening(): void {
		this.#open.listening();
	}

	turnEnded(session: Session): void {
		this.#open.cancel(session);
	}

	stored(sessionId: string): ApprovalPart {
		const kept = this.#open.kept(sessionId).filter(({ item }) => isStorable(item));
		const approvals = kept.map(({ item, callKey, remainingMs }) => {
			const { id, turnId, act, origin, askedAt, deadline, lastMoment } = item;
			return { id, turnId, act, origin, askedAt, deadline, lastMoment, callKey, remainingMs };
		});
		return { approvals, decided: this.#settled.of(sessionId) };
	}

	restore(session: Session, { approvals, decided }: ApprovalPart): void {
		for (const { callKey, remainingMs, ...open } of approvals) {
			const dangers = this.#deps.rules.dangersOf(open.act);
			this.#open.restore({ item: { ...open, dangers, session, state: "reconnecting" }, callKey, remainingMs });
		}
		this.#settled.restore(session, decided);
	}

	/** The acts of surfaces find nothing open from now on. */
	dispose(): void {
		this.#isDisposed = true;
		this.#open.dispose();
	}

	#ask(
		session: Session,
		turnId: string,
		act: Act,
		origin: ApprovalOrigin,
		call: Call,
		patienceMs: number | undefined,
	): Promise<SettledApproval> {
		const { clock, ids, rules, timeLimitMs } = this.#deps;
		const askedAt = clock.now();
		const limitMs = origin.kind === "prompt" && origin.blocksTerminal ? BLOCKING_LIMIT_MS : timeLimitMs();
		const approval: OpenApproval = {
			id: ids.uuid(),
			session,
			turnId,
			act,
			origin,
			askedAt,
			...newDeadline(askedAt, limitMs, patienceMs),
			state: "waiting",
			dangers: rules.dangersOf(act),
		};
		return this.#open.ask(approval, call);
	}

	/** The open request that can be acted on. */
	#waiting(id: string): OpenApproval | undefined {
		const approval = this.#isDisposed ? undefined : this.#open.find(id);
		return approval?.state === "waiting" ? approval : undefined;
	}

	#close({ id, session, act }: OpenApproval, callKey: string, outcome: ApprovalOutcome): SettledApproval {
		const { clock, changes, history } = this.#deps;
		const now = clock.now();
		const settled = { approvalId: id, outcome };
		this.#settled.add(session, callKey, settled);
		changes.undo(() => this.#settled.remove(session, callKey));
		changes.after(() => history.approvalSettled(session, id, act, outcome, now));
		return settled;
	}
}

/** The whole document is written with each change, and an agent's own prompt may hold megabytes. */
function isStorable({ act }: OpenApproval): boolean {
	return (act.detail ?? "").length <= STORED_DETAIL_MAX;
}

/** Nobody decided: of a tool a no; of a prompt none, so that the agent's own stays. */
function undecided(origin: ApprovalOrigin, reason: "timeout" | "cancelled"): ApprovalOutcome {
	return { decision: origin.kind === "tool" ? "deny" : "none", reason };
}
