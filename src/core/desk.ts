import { AgentCalls } from "./agentCalls";
import type { AnswerImage } from "./answerImages";
import type { ApprovalOutcome, Approvals, PermissionPrompt } from "./approvals";
import { AskedApprovals } from "./askedApprovals";
import { AskedQuestions } from "./askedQuestions";
import { Changes } from "./changes";
import type { Call, Clarifications } from "./clarifications";
import type { Clock } from "./clock";
import type { CommandParser } from "./commandParser";
import { EarlierAnswers } from "./earlierAnswers";
import { InteractionError } from "./errors";
import type { Event } from "./events";
import type { History } from "./history";
import { HistoryBook } from "./historyBook";
import { ImageFiles } from "./imageFiles";
import { Inbox } from "./inbox";
import type { Disposable } from "./lifetime";
import { READOPTION_MS } from "./limits";
import { PlanCards } from "./planCards";
import type { PlanBoard } from "./plans";
import type { HistoryStore, Ids, ImageStore, Log, RuleStore, SessionStore } from "./ports";
import {
	type ApprovalResult,
	approvalResult,
	type ClarifyResult,
	clarifyResult,
	type PlanResult,
	planResult,
} from "./results";
import { RuleBook } from "./ruleBook";
import type { ApprovalRules } from "./rules";
import { SessionKeeper } from "./sessionKeeper";
import { SessionRegistry } from "./sessionRegistry";
import type { Session, SessionIntro, Sessions, ToolSet, Turn, TurnEnd } from "./sessions";
import { activeTurn } from "./turns";
import { WaitingClock } from "./waitingClock";

interface DeskDeps {
	readonly clock: Clock;
	readonly ids: Ids;
	readonly sessions: SessionStore;
	readonly history: HistoryStore;
	readonly images: ImageStore;
	readonly rules: RuleStore;
	readonly commands: CommandParser;
	/** Whether commands of agents on this machine run in a POSIX shell. */
	readonly isPosix: boolean;
	readonly log: Log;
	/** The present settings; read at each use. */
	readonly settings: {
		readonly onDidChange: Event<void>;
		timeLimitMs(): number;
		historyEnabled(): boolean;
		historyReuse(): boolean;
	};
}

/**
 * Everything of Parley that is no transport and no surface. Constructing it restores what a reload left: sessions are
 * `away` and their questions `reconnecting` until their agents come back.
 */
export class Desk implements Disposable {
	readonly sessions: Sessions;
	readonly clarifications: Clarifications;
	readonly approvals: Approvals;
	readonly rules: ApprovalRules;
	readonly plans: PlanBoard;
	readonly history: History;
	readonly earlier: EarlierAnswers;
	readonly inbox: Inbox;
	readonly #deps: DeskDeps;
	readonly #changes: Changes;
	readonly #registry: SessionRegistry;
	readonly #waitingClock: WaitingClock;
	readonly #questions: AskedQuestions;
	readonly #approvals: AskedApprovals;
	readonly #cards: PlanCards;
	readonly #calls: AgentCalls;
	readonly #keeper: SessionKeeper;
	#awayTimer: Disposable | undefined;
	#isDisposed = false;

	constructor(deps: DeskDeps) {
		const { clock, ids, log, settings } = deps;
		const changes = new Changes((sessionId) => this.#keeper.save(sessionId), log);
		const imageFiles = new ImageFiles({ ids, images: deps.images, log });
		const isEnabled = (): boolean => settings.historyEnabled();
		const imagesInUse = (): readonly AnswerImage[] =>
			[...this.#questions.open, ...this.#questions.drafts].flatMap(({ images }) => images);
		const history = new HistoryBook({ clock, store: deps.history, imageFiles, imagesInUse, log, isEnabled });
		this.#deps = deps;
		this.#changes = changes;
		this.#registry = new SessionRegistry(clock, ids, changes);
		const waitingClock = new WaitingClock(clock);
		const timeLimitMs = (): number => settings.timeLimitMs();
		const asking = { clock, waitingClock, ids, changes, history, timeLimitMs };
		const { rules: store, commands: parser, isPosix } = deps;
		const rules = new RuleBook({ clock, ids, store, log, parser, isPosix });
		this.#waitingClock = waitingClock;
		this.#questions = new AskedQuestions({ ...asking, imageFiles });
		this.#approvals = new AskedApprovals({ ...asking, rules });
		this.#cards = new PlanCards({ clock, ids, changes, history });
		this.sessions = this.#registry;
		this.clarifications = this.#questions;
		this.approvals = this.#approvals;
		this.rules = rules;
		this.plans = this.#cards;
		this.history = history;
		this.earlier = new EarlierAnswers(history, settings);
		this.inbox = new Inbox(this.#questions, this.#approvals);
		const parts = {
			registry: this.#registry,
			questions: this.#questions,
			approvals: this.#approvals,
			cards: this.#cards,
		};
		this.#calls = new AgentCalls({ log, changes, ...parts });
		this.#keeper = new SessionKeeper({ store: deps.sessions, log, ...parts });
		this.#keeper.restore();
	}

	/**
	 * A session begins; or, under the key and agent of one that has not ended, goes on with turn, context id, card and
	 * late answers. What it had open and no longer has in flight closes as cancelled.
	 */
	openSession(intro: SessionIntro): Session {
		this.#assertNotDisposed();
		const known = intro.isResumable ? this.#registry.find((its) => isSameProcess(its, intro)) : undefined;
		const session = known ?? this.#registry.create(intro);
		this.#changes.apply(session.id, () => {
			if (known === undefined) {
				this.#registry.add(session);
			} else {
				this.#registry.resume(session, intro);
				this.#questions.callerReturns(session, intro.inFlight);
				this.#approvals.callerReturns(session, intro.inFlight);
			}
		});
		if (this.#registry.away.length === 0) this.#stopWaitingForSessions();
		return session;
	}

	/** The session of that key that has not ended. */
	findSession(key: string): Session | undefined {
		return this.#registry.find((intro) => intro.key === key);
	}

	/** The person has switched some of its tools on or off. */
	useTools(session: Session, tools: ToolSet): void {
		if (this.#isDisposed || session.state === "ended") return;
		this.#changes.apply(session.id, () => this.#registry.useTools(session, tools));
	}

	/** Settles everything of it as cancelled; idempotent. */
	endSession(session: Session): void {
		this.#end(session, "ended");
	}

	/**
	 * Asks the person and waits. `raw` are the arguments as the agent sent them.
	 * @throws InteractionError (as a rejection) for each refusal; nothing is shown then.
	 */
	async clarify(session: Session, raw: unknown, call: Call): Promise<ClarifyResult> {
		// A call into a closing window ends with its connection: its bridge sends it again to the next one.
		if (this.#isDisposed) return new Promise(() => undefined);
		const { images } = this.#deps;
		const settled = await this.#calls.clarify(session, raw, call);
		return clarifyResult(settled, ({ id, mimeType }) => images.pathOf(id, mimeType));
	}

	/**
	 * Asks the person to allow an act and waits. `raw` are the arguments as the agent sent them.
	 * @throws InteractionError (as a rejection) for each refusal; nothing is shown then. Every other fault is a no.
	 */
	async requestApproval(session: Session, raw: unknown, call: Call): Promise<ApprovalResult> {
		if (this.#isDisposed) return new Promise(() => undefined);
		return approvalResult(await this.#calls.requestApproval(session, raw, call));
	}

	/** The agent's own permission prompt, brought here by its hook. Rejects for nothing that a person, a clock or a fault does. */
	async askPermission(session: Session, prompt: PermissionPrompt, call: Call): Promise<ApprovalOutcome> {
		if (this.#isDisposed) return new Promise(() => undefined);
		return this.#calls.askPermission(session, prompt, call);
	}

	/** A later event of the agent shows that its own prompt for that input was answered: it closes here. */
	permissionOver(session: Session, tool: string, inputHash: string): void {
		if (!this.#isDisposed) this.#approvals.permissionOver(session, tool, inputHash);
	}

	/** @throws InteractionError for each refusal; the store's error when the card cannot be saved. */
	updatePlan(session: Session, raw: unknown, call: Call): PlanResult {
		this.#assertNotDisposed();
		return planResult(this.#calls.updatePlan(session, raw, call));
	}

	/**
	 * A new prompt: ends the old turn and gives a new one, with that id where it was announced before. `promptId` is the
	 * agent's own id of the prompt. The session is hooked from here on.
	 */
	beginTurn(session: Session, contextId?: string, promptId?: string): Turn {
		this.#assertNotDisposed();
		if (session.state === "ended") throw new InteractionError("no_active_turn", "the session has ended");
		return this.#changes.apply(session.id, () => {
			this.#endActiveTurn(session, "ended");
			return this.#registry.beginTurn(session, contextId, promptId);
		});
	}

	/** A late end of an old turn does nothing. */
	endTurn(session: Session, turnId: string, how: TurnEnd): void {
		if (this.#isDisposed || activeTurn(session, turnId) === undefined) return;
		this.#changes.apply(session.id, () => this.#endActiveTurn(session, how));
	}

	/** The broker listens: what does not return within 20 s is cancelled, its session interrupted. */
	listening(): void {
		if (this.#isDisposed) return;
		this.#questions.listening();
		this.#approvals.listening();
		if (this.#registry.away.length === 0) return;
		this.#awayTimer ??= this.#deps.clock.after(READOPTION_MS, () => {
			this.#awayTimer = undefined;
			for (const session of this.#registry.away) this.#end(session, "interrupted");
		});
	}

	/** The window goes away: state stays stored, nothing is armed, waiting calls stay unsettled. */
	dispose(): void {
		if (this.#isDisposed) return;
		this.#stopWaitingForSessions();
		this.#waitingClock.look();
		this.#waitingClock.dispose();
		this.#questions.dispose();
		this.#approvals.dispose();
		this.earlier.dispose();
		// What remains of the time of what waits counts from here, not from its last change; and a step at work until here.
		const waiting = [...this.#questions.open, ...this.#approvals.open].map(({ session }) => session.id);
		for (const sessionId of new Set([...waiting, ...this.#cards.atWork]))
			this.#changes.apply(sessionId, () => undefined);
		this.#deps.history.flush();
		this.#isDisposed = true;
	}

	#end(session: Session, how: TurnEnd): void {
		if (this.#isDisposed || session.state === "ended") return;
		this.#changes.apply(session.id, () => {
			this.#endActiveTurn(session, how);
			this.#registry.end(session, how);
			this.#questions.sessionEnded(session);
		});
		if (this.#registry.away.length === 0) this.#stopWaitingForSessions();
		this.#keeper.forgetOld();
	}

	#endActiveTurn(session: Session, how: TurnEnd): void {
		// Also those of a turn that had ended before: a prompt can come after the agent's stop.
		this.#approvals.turnEnded(session);
		const turn = activeTurn(session);
		if (turn === undefined) return;
		this.#registry.endTurn(session, how);
		this.#questions.turnEnded(session);
		this.#cards.endTurn(session, turn, how);
	}

	#stopWaitingForSessions(): void {
		this.#awayTimer?.dispose();
		this.#awayTimer = undefined;
	}

	#assertNotDisposed(): void {
		if (this.#isDisposed) throw new InteractionError("internal_error", "the window is closing");
	}
}

function isSameProcess(its: SessionIntro, intro: SessionIntro): boolean {
	return its.isResumable && its.key === intro.key && its.agent.id === intro.agent.id;
}
