import { parseAct } from "./acts";
import type { ApprovalOutcome, PermissionPrompt, SettledApproval } from "./approvals";
import type { AskedApprovals } from "./askedApprovals";
import type { AskedQuestions } from "./askedQuestions";
import type { Changes } from "./changes";
import type { Call, SettledQuestion } from "./clarifications";
import { InteractionError } from "./errors";
import type { PlanCards } from "./planCards";
import { parsePlan, type PlanUpdate } from "./plans";
import type { Log } from "./ports";
import { parseQuestion } from "./questions";
import type { SessionRegistry } from "./sessionRegistry";
import type { Session, Turn } from "./sessions";
import { contextIdOf, fieldsOf } from "./toolArguments";
import { turnOfCall } from "./turns";

interface AgentCallsDeps {
	readonly log: Log;
	readonly changes: Changes;
	readonly registry: SessionRegistry;
	readonly questions: AskedQuestions;
	readonly approvals: AskedApprovals;
	readonly cards: PlanCards;
}

/** What agents ask of the desk: each call checked, joined to the same one sent before, and handed on. */
export class AgentCalls {
	readonly #deps: AgentCallsDeps;

	constructor(deps: AgentCallsDeps) {
		this.#deps = deps;
	}

	/** @throws InteractionError for each refusal; nothing is shown then. */
	clarify(session: Session, raw: unknown, call: Call): Promise<SettledQuestion> {
		return this.#deps.questions.join(session, call) ?? this.#ask(session, raw, call);
	}

	/** @throws InteractionError for each refusal; nothing is shown then. Every other fault is a no. */
	requestApproval(session: Session, raw: unknown, call: Call): Promise<SettledApproval> {
		return this.#deps.approvals.join(session, call) ?? this.#request(session, raw, call);
	}

	/** Every fault is no decision. */
	async askPermission(session: Session, prompt: PermissionPrompt, call: Call): Promise<ApprovalOutcome> {
		const { approvals, log } = this.#deps;
		try {
			return (await (approvals.join(session, call) ?? approvals.prompt(session, prompt, call))).outcome;
		} catch (error) {
			log.error("A permission prompt could not be shown", error);
			return { decision: "none", reason: "error" };
		}
	}

	/** @throws InteractionError for each refusal; the store's error when the card cannot be saved. */
	updatePlan(session: Session, raw: unknown, call: Call): PlanUpdate {
		const { changes, registry, questions, cards } = this.#deps;
		const before = cards.settled(session, call.key);
		if (before !== undefined) return before;
		const fields = fieldsOf(raw);
		const turn = turnOfCall(session, contextIdOf(fields));
		const plan = parsePlan(fields);
		return changes.applySaved(session.id, () => {
			registry.reopenTurn(session, turn);
			return cards.update(session, turn, plan, call.key, questions.takeLate(session));
		});
	}

	async #ask(session: Session, raw: unknown, call: Call): Promise<SettledQuestion> {
		const { changes, questions } = this.#deps;
		if (!session.intro.tools.clarify) throw new InteractionError("tool_disabled", "clarify is off for this agent");
		const fields = fieldsOf(raw);
		const turn = turnOfCall(session, contextIdOf(fields));
		const question = parseQuestion(fields);
		if (call.signal.isCancelled) return questions.cancelledAtOnce(session, call);
		questions.assertNoneOpen(session);
		return changes.apply(session.id, () => {
			this.#reopenTurn(session, turn);
			return questions.ask(session, turn, question, call);
		});
	}

	async #request(session: Session, raw: unknown, call: Call): Promise<SettledApproval> {
		const { log, changes, approvals } = this.#deps;
		if (!session.intro.tools.approvals) {
			throw new InteractionError("tool_disabled", "request_approval is off for this agent");
		}
		const fields = fieldsOf(raw);
		const turn = turnOfCall(session, contextIdOf(fields));
		const act = parseAct(fields);
		const deny = (reason: "cancelled" | "error"): SettledApproval =>
			approvals.settledAtOnce(session, call, { decision: "deny", reason });
		if (call.signal.isCancelled) return deny("cancelled");
		try {
			return await changes.apply(session.id, () => {
				const remembered = approvals.remembered(session, act, call);
				if (remembered === undefined) approvals.assertRoom(session);
				this.#reopenTurn(session, turn);
				return remembered ?? approvals.ask(session, turn.id, act, call);
			});
		} catch (error) {
			if (error instanceof InteractionError) throw error;
			log.error("An approval could not be asked for", error);
			return deny("error");
		}
	}

	#reopenTurn(session: Session, turn: Turn): void {
		this.#deps.registry.reopenTurn(session, turn);
		this.#deps.cards.reopenTurn(turn);
	}
}
