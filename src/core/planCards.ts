import type { Changes } from "./changes";
import type { Clock } from "./clock";
import type { LateAnswer } from "./clarifications";
import { Emitter } from "./events";
import type { HistoryBook } from "./historyBook";
import { PLAN_CARDS_KEPT, PLAN_RESULTS_KEPT } from "./limits";
import { changesBetween, withRevision } from "./planChanges";
import {
	isFinal,
	type Plan,
	type PlanBoard,
	type PlanCallCard,
	type PlanCard,
	type PlanChange,
	type PlanStep,
	type PlanUpdate,
	type StepTime,
} from "./plans";
import { countedUntil, stopped, timesAfter } from "./planTimes";
import type { Ids } from "./ports";
import type { Session, Turn, TurnEnd } from "./sessions";
import { SettledCalls } from "./settledCalls";
import type { StoredSession } from "./stored";

interface PlanCardsDeps {
	readonly clock: Clock;
	readonly ids: Ids;
	readonly changes: Changes;
	readonly history: HistoryBook;
}

/** What a session's document holds of its plans. */
type PlanPart = Pick<StoredSession, "cards" | "planCalls">;

/**
 * The plan cards of all sessions. Except for `remove`, its methods are steps of a change of their session. What one update
 * costs does not grow with the number of sessions.
 */
export class PlanCards implements PlanBoard {
	readonly #deps: PlanCardsDeps;
	readonly #calls: SettledCalls<PlanUpdate>;
	/** By session, in order of creation. */
	readonly #cards = new Map<string, readonly PlanCard[]>();
	readonly #changed = new Emitter<void>();
	readonly #announce = (): void => this.#changed.fire();
	readonly onDidChange = this.#changed.event;

	constructor(deps: PlanCardsDeps) {
		this.#deps = deps;
		this.#calls = new SettledCalls(deps.clock, PLAN_RESULTS_KEPT);
	}

	get cards(): readonly PlanCard[] {
		const newestFirst = this.#all.sort((a, b) => a.createdAt - b.createdAt).reverse();
		return [...newestFirst.filter(isRunning), ...newestFirst.filter((card) => !isRunning(card))];
	}

	remove(id: string): void {
		const card = this.#all.find((each) => each.id === id);
		if (card === undefined || isRunning(card)) return;
		const { sessionId } = card;
		this.#deps.changes.apply(sessionId, () =>
			this.#set(
				sessionId,
				this.#of(sessionId).filter((each) => each !== card),
			),
		);
	}

	/** What the call gave when it was first made. */
	settled(session: Session, callKey: string): PlanUpdate | undefined {
		return this.#calls.find(session, callKey);
	}

	update(session: Session, turn: Turn, plan: Plan, callKey: string, late: readonly LateAnswer[]): PlanUpdate {
		const current = this.#cardOf(turn);
		const startsAnew = current === undefined || (!session.isHooked && isOtherWork(current, plan.steps));
		if (startsAnew) this.endTurn(session, turn, "ended");
		const before = startsAnew ? undefined : current;
		const update = { card: this.#next(before, turn, plan), late };
		const { card } = update;
		const changes = before === undefined ? made(plan) : changesBetween(before, card);
		this.#put(tracked(card, before?.progress.times ?? [], before, changes));
		this.#calls.add(session, callKey, update);
		this.#deps.changes.undo(() => this.#calls.remove(session, callKey));
		return update;
	}

	endTurn(session: Session, turn: Turn, how: TurnEnd): void {
		const { clock, changes, history } = this.#deps;
		const card = this.#cardOf(turn);
		if (card === undefined || !isRunning(card)) return;
		const { progress, ...before } = card;
		const next: PlanCallCard = {
			...before,
			state: how,
			revision: card.revision + 1,
			// Nobody works on it any more; whether it is done only the agent knows.
			steps: card.steps.map((step) => (step.status === "in_progress" ? { ...step, status: "pending" } : step)),
			updatedAt: clock.now(),
		};
		// Of an agent that has not come back after a reload nobody knows how long it worked after the last save.
		const times = session.state === "away" ? stopped(progress.times) : progress.times;
		const ended = tracked(next, times, card, changesBetween(card, next));
		this.#put(ended);
		changes.after(() => history.planEnded(session, ended, how));
	}

	/** A call has reopened the turn. */
	reopenTurn(turn: Turn): void {
		const card = this.#cardOf(turn);
		if (card !== undefined && !isRunning(card)) this.#put({ ...card, state: "running" });
	}

	has(sessionId: string): boolean {
		return this.#of(sessionId).length > 0;
	}

	/** Sessions of which a step is in progress: how long is stored only when they are. */
	get atWork(): readonly string[] {
		return this.#all.filter(isAtWork).map(({ sessionId }) => sessionId);
	}

	/**
	 * A step at work is stored with the time until now. After a reload its clock stands there until its agent is back: the
	 * same process, which has gone on meanwhile, so that the time between counts as well. If it does not come back, the
	 * window may have been away for days, and that time does not count.
	 */
	stored(sessionId: string): PlanPart {
		const now = this.#deps.clock.now();
		const cards = this.#of(sessionId).map((card) => {
			if (!isAtWork(card)) return card;
			return { ...card, progress: { ...card.progress, times: countedUntil(card.progress.times, now) } };
		});
		return { cards, planCalls: this.#calls.of(sessionId) };
	}

	restore(session: Session, { cards, planCalls }: PlanPart): void {
		this.#cards.set(session.id, cards);
		this.#calls.restore(session, planCalls);
	}

	forget(sessionId: string): void {
		this.#cards.delete(sessionId);
		this.#changed.fire();
	}

	#next(current: PlanCard | undefined, turn: Turn, plan: Plan): PlanCallCard {
		const now = this.#deps.clock.now();
		const title = plan.title ?? current?.title;
		return {
			id: current?.id ?? this.#deps.ids.uuid(),
			sessionId: turn.sessionId,
			turnId: turn.id,
			revision: (current?.revision ?? 0) + 1,
			state: "running",
			title: title === "" ? undefined : title,
			explanation: plan.explanation,
			steps: plan.steps,
			createdAt: current?.createdAt ?? now,
			updatedAt: now,
		};
	}

	get #all(): PlanCard[] {
		return [...this.#cards.values()].flat();
	}

	#of(sessionId: string): readonly PlanCard[] {
		return this.#cards.get(sessionId) ?? [];
	}

	/** The newest card of a turn: an implicit turn may have had others before. */
	#cardOf(turn: Turn): PlanCard | undefined {
		return this.#of(turn.sessionId).findLast((card) => card.turnId === turn.id);
	}

	#put(card: PlanCard): void {
		const own = this.#of(card.sessionId);
		const isNew = !own.some(({ id }) => id === card.id);
		const cards = isNew ? [...own, card] : own.map((each) => (each.id === card.id ? card : each));
		this.#set(card.sessionId, cards.slice(-PLAN_CARDS_KEPT));
	}

	#set(sessionId: string, cards: readonly PlanCard[]): void {
		const before = this.#of(sessionId);
		this.#cards.set(sessionId, cards);
		this.#deps.changes.undo(() => this.#cards.set(sessionId, before));
		this.#deps.changes.after(this.#announce);
	}
}

function isRunning(card: PlanCard): boolean {
	return card.state === "running";
}

function isAtWork(card: PlanCard): boolean {
	return card.progress.times.some(({ since }) => since !== undefined);
}

function made({ steps }: Plan): readonly PlanChange[] {
	return [{ kind: "made", steps: steps.length }];
}

/** The card after one more revision, with what it was before. */
function tracked(
	card: PlanCallCard,
	times: readonly StepTime[],
	before: PlanCard | undefined,
	changes: readonly PlanChange[],
): PlanCard {
	const { revision, updatedAt: at, steps } = card;
	const revisions = withRevision(before?.progress.revisions ?? [], { revision, at, changes });
	return { ...card, progress: { times: timesAfter(times, steps, at), revisions } };
}

/**
 * Where no hook tells turns apart, the steps tell when other work begins: none of them is known, or the work was done
 * and the steps are not the same any more.
 */
function isOtherWork(card: PlanCard, steps: readonly PlanStep[]): boolean {
	const known = new Set(card.steps.map((step) => step.id));
	const shared = steps.filter((step) => known.has(step.id)).length;
	const isSame = shared === steps.length && shared === known.size;
	return shared === 0 || (card.steps.every(isFinal) && !isSame);
}
