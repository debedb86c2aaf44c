import fc from "fast-check";
import { expect, it } from "vitest";
import type { Session } from "../../../src/core/sessions";
import { statusBarView } from "../../../src/ui/statusBarView";
import { counted } from "../../support/counted";
import { DeskFixture, settled, type Watched } from "../../support/deskFixture";
import { waitingOnPanel } from "../../support/waitingOnPanel";
import { english } from "../ui/english";
import { endOf } from "./surfacesEnds";
import type { Reference } from "./surfacesReference";
import { type Key, type Kind, type Press, SESSIONS, type Step, step } from "./surfacesSteps";

const LIFE_MS = { question: 3_900_000, tool: 3_900_000, prompt: 3_600_000, blocking: 300_000 };
const RUNNING = { kind: "running", since: 0 } as const;

/** The desk and its surfaces on one side, the reference on the other. */
class Run {
	readonly fixture = new DeskFixture();
	readonly calls: Reference[] = [];
	/** What the person has done to an item that a surface showed: the item's id, and the end that it brings. */
	readonly acts = new Map<string, string>();
	/** Each settling that was told, by id. */
	readonly told: string[] = [];

	constructor() {
		this.listen();
	}

	get open(): readonly Reference[] {
		return this.calls.filter(({ end }) => end === undefined);
	}

	listen(): void {
		this.fixture.desk.clarifications.onDidSettle(({ question }) => this.told.push(question.id));
		this.fixture.desk.approvals.onDidSettle(({ approval }) => this.told.push(approval.id));
	}

	session(key: Key): Session {
		return this.fixture.desk.findSession(key) ?? this.fixture.open({ key });
	}

	do(next: Step): void {
		switch (next.do) {
			case "ask": {
				this.ask(next.kind, next.of);
				return;
			}
			case "press": {
				this.press(next.what, next.at, next.stale);
				return;
			}
			case "cancel": {
				const call = this.calls[next.at % Math.max(1, this.calls.length)];
				call?.signals.at(-1)?.cancel();
				if (call !== undefined) this.end([call], "cancelled");
				return;
			}
			case "resend": {
				const call = this.open[next.at % Math.max(1, this.open.length)];
				if (call !== undefined) this.resend(call);
				return;
			}
			case "beginTurn":
				this.fixture.desk.beginTurn(this.session(next.of));
				{
					this.end(this.openOf(next.of), "cancelled");
					return;
				}
			case "endTurn": {
				const { turn } = this.session(next.of);
				const wasActive = turn?.state === "active";
				this.fixture.desk.endTurn(this.session(next.of), turn?.id ?? "none", "ended");
				if (wasActive) this.end(this.openOf(next.of), "cancelled");
				return;
			}
			case "endSession":
				this.fixture.desk.endSession(this.session(next.of));
				{
					this.end(this.openOf(next.of), "cancelled");
					return;
				}
			case "wait": {
				this.wait(next.seconds * 1_000);
				return;
			}
			case "reload": {
				this.reload(next.returning);
				return;
			}
		}
	}

	openOf(key: Key): readonly Reference[] {
		return this.open.filter((each) => each.of === key);
	}

	ask(kind: Kind, key: Key): void {
		// No two at the same moment, so that their order is told by their age alone.
		this.wait(1);
		if (this.openOf(key).length >= 18) return;
		const isSecond = kind === "question" && this.openOf(key).some((each) => each.kind === "question");
		const call = this.fixture.call();
		const before = new Set(this.ids());
		const watched = this.call(kind, key, call);
		const id = this.ids().find((each) => !before.has(each));
		expect(id === undefined).toBe(isSecond);
		if (id === undefined) return;
		const now = this.fixture.clock.now();
		const limitMs = kind === "blocking" ? 60_000 : 300_000;
		this.calls.push({
			of: key,
			kind,
			callKey: call.key,
			id,
			calls: [watched],
			signals: [call.signal],
			deadline: now + limitMs,
			lastMoment: now + LIFE_MS[kind],
			wasHeld: false,
			end: undefined,
		});
	}

	call(kind: Kind, key: Key, call = this.fixture.call()): Watched<unknown> {
		const session = this.session(key);
		if (kind === "question") return this.fixture.clarify(session, { question: `q ${call.key}` }, call);
		if (kind === "tool") return this.fixture.request(session, { kind: "other", action: `do ${call.key}` }, call);
		const blocksTerminal = kind === "blocking";
		const waitMs = LIFE_MS[kind];
		const act = { kind: "other", action: `prompt ${call.key}`, detail: undefined, reason: undefined } as const;
		return this.fixture.prompt(session, { act, blocksTerminal, waitMs }, call);
	}

	resend(model: Reference): void {
		const call = this.fixture.call(model.callKey);
		model.calls.push(this.call(model.kind, model.of, call));
		model.signals.push(call.signal);
	}

	/** On what a surface shows, or on what it showed a while ago. */
	press(what: Press, index: number, isStale: boolean): void {
		const pool = isStale ? this.calls : this.open;
		const model = pool[index % Math.max(1, pool.length)];
		if (model === undefined) return;
		const isOpen = model.end === undefined;
		expect(this.shown().includes(model.id)).toBe(isOpen);
		const { clarifications, approvals } = this.fixture.desk;
		const isQuestion = model.kind === "question";
		if (what === "draft") {
			clarifications.setDraft(model.id, { text: `draft ${index}`, choice: undefined });
			if (!isOpen || !isQuestion || model.wasHeld || model.deadline >= model.lastMoment) return;
			model.wasHeld = this.fixture.question(model.id).heldFrom !== undefined;
			if (model.wasHeld) model.deadline = Math.min(model.deadline + 60_000, model.lastMoment);
			return;
		}
		if (what === "extend") {
			const isMore = isOpen && model.deadline < model.lastMoment;
			expect((isQuestion ? clarifications : approvals).extend(model.id)).toBe(isMore);
			if (isMore) model.deadline = Math.min(model.deadline + 300_000, model.lastMoment);
			return;
		}
		const isYes = what === "yes";
		const done = isQuestion
			? isYes
				? clarifications.answer(model.id, `answer to ${model.id}`)
				: clarifications.dismiss(model.id)
			: isYes
				? approvals.allowOnce(model.id)
				: approvals.deny(model.id);
		expect(done).toBe(isOpen);
		// The other kind of item has no such id.
		expect(isQuestion ? approvals.allowOnce(model.id) : clarifications.answer(model.id, "x")).toBe(false);
		if (!isOpen) return;
		const end = isQuestion ? (isYes ? "response" : "dismissed") : isYes ? "allow_once" : "denied";
		this.acts.set(model.id, end);
		this.end([model], end);
	}

	wait(ms: number): void {
		this.fixture.clock.advance(ms);
		this.end(
			this.open.filter(({ deadline }) => deadline <= this.fixture.clock.now()),
			"timeout",
		);
	}

	/** The sessions of `returning` come back and send their calls again, as their hooks do; the others never. */
	reload(returning: readonly Key[]): void {
		const left = new Map(this.open.map((model) => [model, model.deadline - this.fixture.clock.now()]));
		for (const model of this.open) model.calls = [];
		this.fixture.reload();
		this.listen();
		const { desk, clock } = this.fixture;
		this.check();
		for (const { id, kind } of this.open) {
			// Until its agent is back nothing can be decided.
			if (kind === "question")
				expect([desk.clarifications.answer(id, "x"), desk.clarifications.dismiss(id)]).toEqual([false, false]);
			else expect([desk.approvals.allowOnce(id), desk.approvals.deny(id)]).toEqual([false, false]);
		}
		clock.advance(3_000);
		desk.listening();
		for (const key of returning) {
			const own = this.openOf(key);
			this.fixture.open({ key, inFlight: own.map(({ callKey }) => callKey) });
			for (const model of own) {
				this.resend(model);
				model.deadline = Math.min(clock.now() + (left.get(model) ?? 0), model.lastMoment);
			}
		}
		const gone = this.open.filter((model) => !returning.includes(model.of));
		clock.advance(20_000);
		this.end(gone, "cancelled");
		this.wait(1);
	}

	end(models: readonly Reference[], end: string): void {
		for (const model of models) model.end ??= end;
	}

	ids(): readonly string[] {
		const { clarifications, approvals } = this.fixture.desk;
		return [...clarifications.open, ...approvals.open].map(({ id }) => id);
	}

	/** The ids that the panel shows as waiting. */
	shown(): readonly string[] {
		return waitingOnPanel(this.fixture);
	}

	check(): void {
		const { inbox } = this.fixture.desk;
		const open = this.open.map(({ id }) => id).sort();
		const bar = statusBarView(
			english,
			{ state: RUNNING, items: inbox.items, connected: 1, others: [] },
			this.fixture.clock.now(),
		);
		expect({
			inbox: inbox.items.map(({ id }) => id).sort(),
			badge: inbox.count,
			panel: [...this.shown()].sort(),
			bar: Number(/^(\d+) waiting/.exec(bar.text)?.[1] ?? 0),
		}).toEqual({ inbox: open, badge: open.length, panel: open, bar: open.length });
	}

	checkCalls(): void {
		expect(this.told.length).toBe(new Set(this.told).size);
		expect([...this.told].sort()).toEqual(this.calls.flatMap(({ id, end }) => (end === undefined ? [] : [id])).sort());
		for (const { id, kind, calls, end } of this.calls) {
			for (const { value, error } of calls) {
				expect(error).toBeUndefined();
				expect(value === undefined ? undefined : endOf(kind, value)).toBe(end);
				if (end === "response" || end === "allow_once") expect(this.acts.get(id)).toBe(end);
			}
		}
	}

	finish(): void {
		for (const key of SESSIONS) this.fixture.desk.endSession(this.session(key));
		this.end(this.open, "cancelled");
		this.check();
		const signals = this.calls.flatMap((call) => call.signals);
		expect([this.fixture.clock.armed, signals.filter(({ listeners }) => listeners > 0)]).toEqual([0, []]);
		expect(this.fixture.errors).toEqual([]);
	}
}

it("whatever happens, all surfaces show what is open, each call ends once and rightly, and only a person says yes", async ({
	task,
}) => {
	let [sequences, steps] = [0, 0];
	await fc.assert(
		fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 80, size: "max" }), async (all) => {
			const run = new Run();
			sequences++;
			for (const next of all) {
				steps++;
				run.do(next);
				run.check();
				await settled();
				run.checkCalls();
			}
			run.finish();
			await settled();
			run.checkCalls();
		}),
		{ numRuns: 200, seed: 20_261_130 },
	);
	counted(task, "model", { sequences, steps });
}, 120_000);
