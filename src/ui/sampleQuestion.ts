import { agentOf, SAMPLE_AGENT } from "../core/agents";
import type { Call } from "../core/clarifications";
import type { Clock } from "../core/clock";
import type { Desk } from "../core/desk";
import type { Disposable } from "../core/lifetime";
import type { Ids } from "../core/ports";
import type { SessionIntro } from "../core/sessions";
import type { L10n } from "./l10n";

/** How long a step takes, so that a person sees the plan move. */
const STEP_MS = 1_500;

interface SampleDeps {
	readonly l10n: L10n;
	readonly clock: Clock;
	readonly ids: Ids;
	readonly desk: Desk;
}

/**
 * Asks the person a question and shows a plan the way an agent would, so that the first question needs no agent. One at a
 * time: the next one ends the one before, and so does `dispose`.
 */
export class SampleQuestion implements Disposable {
	readonly #deps: SampleDeps;
	#run = new AbortController();

	constructor(deps: SampleDeps) {
		this.#deps = deps;
	}

	/**
	 * Tells the answer as soon as it is there; the plan goes on by itself then. Without an answer the plan is taken away
	 * again. Resolves once the plan has come to its end, or was ended.
	 */
	async ask(answered: (answer: string) => void): Promise<void> {
		const { l10n, ids, desk } = this.#deps;
		this.#run.abort();
		removeCards(desk);
		const { signal } = (this.#run = new AbortController());
		const call = (): Call => ({ key: keyFrom(ids), signal: NEVER });
		const session = desk.openSession(introFrom(ids));
		signal.addEventListener("abort", () => desk.endSession(session), { once: true });
		let isAnswered = false;
		try {
			desk.updatePlan(session, planOf(l10n, 1), call());
			const { reason, response } = await desk.clarify(session, questionOf(l10n), call());
			if (reason !== "response") return;
			isAnswered = true;
			answered(response);
			for (let done = 2; done <= 4 && !signal.aborted; done++) {
				desk.updatePlan(session, planOf(l10n, done), call());
				await this.#passStep(signal);
			}
		} finally {
			desk.endSession(session);
			if (!isAnswered) removeCards(desk);
		}
	}

	dispose(): void {
		this.#run.abort();
	}

	#passStep(signal: AbortSignal): Promise<void> {
		return new Promise((resolve) => {
			const timer = this.#deps.clock.after(STEP_MS, resolve);
			const stop = (): void => {
				timer.dispose();
				resolve();
			};
			signal.addEventListener("abort", stop, { once: true });
		});
	}
}

/** Takes the plans of earlier samples away. */
function removeCards({ sessions, plans }: Desk): void {
	const samples = sessions.all.filter(({ intro }) => intro.agent.id === SAMPLE_AGENT).map(({ id }) => id);
	for (const { id, sessionId } of plans.cards) if (samples.includes(sessionId)) plans.remove(id);
}

function questionOf(l10n: L10n): unknown {
	return {
		question: l10n.t("A sample question: which database should the integration tests use?"),
		choices: ["Postgres", "SQLite", l10n.t("None, mock it")],
	};
}

/** The plan with that many steps done. */
function planOf(l10n: L10n, done: number): unknown {
	const steps = [
		l10n.t("Read the failing tests"),
		l10n.t("Choose the database for them"),
		l10n.t("Write the set-up"),
		l10n.t("Run the tests"),
	];
	return {
		title: l10n.t("Sample: make the tests pass"),
		plan: steps.map((step, at) => ({
			id: String(at),
			step,
			status: at < done ? "completed" : at === done ? "in_progress" : "pending",
		})),
	};
}

function introFrom(ids: Ids): SessionIntro {
	return {
		key: keyFrom(ids),
		isResumable: false,
		agent: agentOf(SAMPLE_AGENT),
		tools: { clarify: true, approvals: false },
		budgetMs: undefined,
		place: { cwd: undefined, folder: undefined, terminal: undefined, pid: undefined, verification: "unchecked" },
		inFlight: [],
	};
}

function keyFrom(ids: Ids): string {
	return ids.uuid().replaceAll("-", "");
}

const NEVER = { isCancelled: false, onCancel: () => ({ dispose: () => undefined }) };
