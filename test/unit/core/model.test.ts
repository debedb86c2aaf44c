import fc from "fast-check";
import { expect, it } from "vitest";
import { counted } from "../../support/counted";
import { DeskFixture, settled, type Watched } from "../../support/deskFixture";

const SESSIONS = ["a", "b", "c"] as const;
type Key = (typeof SESSIONS)[number];

const ACTS = ["ask", "resend", "answer", "dismiss", "extend", "cancel", "draft", "endTurn", "endSession"] as const;
type Act = (typeof ACTS)[number];

type Step =
	| { readonly kind: Act; readonly of: Key }
	| { readonly kind: "reload"; readonly returning: readonly Key[] }
	| { readonly kind: "wait"; readonly seconds: number };

/** What a question is, told as simply as can be. */
interface Reference {
	readonly of: Key;
	readonly callKey: string;
	/** The call and each time it was sent again, to the window that is there now. */
	asked: Watched<{ reason: string; response: string }>[];
	cancel: () => void;
	deadline: number;
	readonly lastMoment: number;
	wasHeld: boolean;
	draft: string;
	reason: string | undefined;
	settledAt: number;
}

const step: fc.Arbitrary<Step> = fc.oneof(
	{
		weight: 8,
		arbitrary: fc.record({
			kind: fc.constantFrom(...ACTS),
			of: fc.constantFrom(...SESSIONS),
		}),
	},
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant("reload"), returning: fc.subarray([...SESSIONS]) }) },
	{ weight: 3, arbitrary: fc.record({ kind: fc.constant("wait"), seconds: fc.constantFrom(1, 9, 30, 59, 100, 300) }) },
);

/** The desk and the reference side by side. */
class Run {
	readonly fixture = new DeskFixture();
	readonly calls: Reference[] = [];
	readonly open = new Map<Key, Reference>();
	readonly answers = new Set<string>();
	/** Ids of questions, once for each time that they were told to be settled. */
	readonly settles: string[] = [];
	#made = 0;

	constructor() {
		for (const key of SESSIONS) this.session(key);
		this.listen();
	}

	listen(): void {
		this.fixture.desk.clarifications.onDidSettle(({ question }) => this.settles.push(question.id));
	}

	session(key: Key, inFlight: readonly string[] = []) {
		return this.fixture.open({ key, budgetMs: 1_000_000, inFlight });
	}

	do(next: Step): void {
		if (next.kind === "wait") this.wait(next.seconds * 1_000);
		else if (next.kind === "reload") this.reload(new Set(next.returning));
		else this.act(next.kind, next.of);
	}

	act(kind: Act, of: Key): void {
		const { clarifications } = this.fixture.desk;
		const model = this.open.get(of);
		const id = clarifications.open.find((question) => question.session.intro.key === of)?.id ?? "none";
		if (kind === "ask") {
			this.ask(of);
		} else if (kind === "resend") {
			this.resend(of);
		} else if (kind === "answer") {
			const response = `answer ${++this.#made}`;
			expect(clarifications.answer(id, response)).toBe(model !== undefined);
			if (model !== undefined) this.answers.add(response);
			this.settle(of, "response");
		} else if (kind === "dismiss") {
			expect(clarifications.dismiss(id)).toBe(model !== undefined);
			this.settle(of, "dismissed");
		} else if (kind === "extend") {
			clarifications.extend(id);
			if (model !== undefined) model.deadline = Math.min(model.deadline + 300_000, model.lastMoment);
		} else if (kind === "cancel") {
			model?.cancel();
			this.settle(of, "cancelled");
		} else if (kind === "draft") {
			clarifications.setDraft(id, { text: `draft ${++this.#made}`, choice: undefined });
			if (model === undefined) return;
			model.draft = `draft ${this.#made}`;
			if (!model.wasHeld && model.deadline < model.lastMoment) {
				model.deadline = Math.min(model.deadline + 60_000, model.lastMoment);
				model.wasHeld = true;
			}
		} else {
			const session = this.fixture.desk.findSession(of);
			if (session !== undefined && kind === "endTurn") this.fixture.desk.endTurn(session, session.turn!.id, "ended");
			if (session !== undefined && kind === "endSession") this.fixture.desk.endSession(session);
			this.settle(of, "cancelled");
		}
	}

	ask(of: Key): void {
		// No two at the same moment, so that their order is told by their age alone.
		this.wait(1);
		const session = this.fixture.desk.findSession(of) ?? this.session(of);
		const call = this.fixture.call();
		const watched = this.fixture.clarify(session, { question: "q" }, call);
		if (this.open.has(of)) return;
		const now = this.fixture.clock.now();
		const model: Reference = {
			of,
			callKey: call.key,
			asked: [watched],
			cancel: () => call.signal.cancel(),
			deadline: now + 300_000,
			lastMoment: now + 940_000,
			wasHeld: false,
			draft: "",
			reason: undefined,
			settledAt: Infinity,
		};
		this.calls.push(model);
		this.open.set(of, model);
	}

	/** The newest call of this session once more, whether its question is open or settled. */
	resend(of: Key): void {
		const model = this.calls.findLast((each) => each.of === of && each.settledAt > this.fixture.clock.now() - 600_000);
		if (model === undefined) return;
		const call = this.fixture.call(model.callKey);
		model.asked.push(this.fixture.clarify(this.fixture.desk.findSession(of) ?? this.session(of), {}, call));
		model.cancel = () => call.signal.cancel();
	}

	wait(ms: number): void {
		this.fixture.clock.advance(ms);
		for (const [key, { deadline }] of this.open) {
			if (deadline <= this.fixture.clock.now()) this.settle(key, "timeout", deadline);
		}
	}

	/** A reload of 3 s; the sessions of `returning` come back at once and send their calls again. */
	reload(returning: ReadonlySet<Key>): void {
		const remaining = new Map([...this.open].map(([key, { deadline }]) => [key, deadline - this.fixture.clock.now()]));
		for (const model of this.open.values()) model.asked = [];
		this.fixture.reload();
		this.listen();
		this.fixture.clock.advance(3_000);
		this.fixture.desk.listening();
		for (const key of returning) {
			const model = this.open.get(key);
			const session = this.session(key, model === undefined ? [] : [model.callKey]);
			if (model === undefined) continue;
			const call = this.fixture.call(model.callKey);
			model.asked = [this.fixture.clarify(session, { question: "q" }, call)];
			model.cancel = () => call.signal.cancel();
			model.deadline = Math.min(this.fixture.clock.now() + remaining.get(key)!, model.lastMoment);
		}
		for (const key of SESSIONS) {
			if (!returning.has(key)) this.settle(key, "cancelled", this.fixture.clock.now() + 20_000);
		}
		this.wait(20_000);
	}

	settle(of: Key, reason: string, at = this.fixture.clock.now()): void {
		const model = this.open.get(of);
		if (model === undefined) return;
		model.reason = reason;
		model.settledAt = at;
		this.open.delete(of);
	}

	check(): void {
		const { inbox, clarifications } = this.fixture.desk;
		expect(inbox.count).toBe(this.open.size);
		expect(clarifications.open.map((question) => [question.session.intro.key, question.deadline])).toEqual(
			[...this.open].map(([key, model]) => [key, model.deadline]),
		);
		expect(inbox.nextDeadline).toBe(
			this.open.size === 0 ? undefined : Math.min(...[...this.open.values()].map((model) => model.deadline)),
		);
		expect(this.fixture.clock.armed).toBe(this.open.size === 0 ? 0 : 1);
		const expired = this.calls.filter(({ reason }) => reason === "timeout" || reason === "cancelled");
		expect(clarifications.drafts.map((draft) => draft.draft.text).sort()).toEqual(
			expired.flatMap((model) => (model.draft === "" ? [] : [model.draft])).sort(),
		);
	}

	checkCalls(): void {
		expect(this.settles).toEqual([...new Set(this.settles)]);
		expect(this.settles).toHaveLength(this.calls.filter(({ reason }) => reason !== undefined).length);
		for (const { asked, reason } of this.calls) {
			for (const { value, error } of asked) {
				expect([value?.reason, error]).toEqual([reason, undefined]);
				const response = value?.response ?? "";
				expect(reason === "response" ? this.answers.has(response) : response === "").toBe(true);
			}
		}
	}
}

it("whatever people, agents, windows and time do: the inbox is what is open, and each call ends once, for its reason", async ({
	task,
}) => {
	let [sequences, steps] = [0, 0];
	await fc.assert(
		fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (all) => {
			const run = new Run();
			sequences++;
			for (const next of all) {
				steps++;
				run.do(next);
				run.check();
				await settled();
				run.checkCalls();
			}
		}),
		{ numRuns: 300 },
	);
	counted(task, "model", { sequences, steps });
}, 60_000);
