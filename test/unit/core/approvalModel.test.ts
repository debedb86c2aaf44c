import fc from "fast-check";
import { expect, it } from "vitest";
import type { ApprovalOutcome, OpenApproval } from "../../../src/core/approvals";
import type { Session } from "../../../src/core/sessions";
import { counted } from "../../support/counted";
import { DeskFixture, settled, type Watched } from "../../support/deskFixture";

const SESSIONS = ["a", "b"] as const;
type Key = (typeof SESSIONS)[number];

const ASKS = ["tool", "prompt", "blocking"] as const;
const PRESSES = ["allowOnce", "allowAlways", "deny", "decideInTerminal", "extend"] as const;

type Step =
	| { readonly kind: "ask"; readonly of: Key; readonly what: (typeof ASKS)[number]; readonly act: number }
	| { readonly kind: "press"; readonly what: (typeof PRESSES)[number]; readonly at: number }
	| { readonly kind: "cancel" | "resend" | "over"; readonly at: number }
	| { readonly kind: "endTurn" | "beginTurn" | "endSession"; readonly of: Key }
	| { readonly kind: "full"; readonly on: boolean }
	| { readonly kind: "revoke" }
	| { readonly kind: "reload"; readonly returning: readonly Key[] }
	| { readonly kind: "wait"; readonly seconds: number };

const at = fc.nat(100);
const of = fc.constantFrom(...SESSIONS);

const step: fc.Arbitrary<Step> = fc.oneof(
	{
		weight: 6,
		arbitrary: fc.record({ kind: fc.constant("ask"), of, what: fc.constantFrom(...ASKS), act: fc.nat(3) }),
	},
	{ weight: 6, arbitrary: fc.record({ kind: fc.constant("press"), what: fc.constantFrom(...PRESSES), at }) },
	{ weight: 3, arbitrary: fc.record({ kind: fc.constantFrom("cancel", "resend", "over"), at }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constantFrom("endTurn", "beginTurn", "endSession"), of }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant("full"), on: fc.boolean() }) },
	{ weight: 1, arbitrary: fc.constant({ kind: "revoke" }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant("reload"), returning: fc.subarray([...SESSIONS]) }) },
	{ weight: 3, arbitrary: fc.record({ kind: fc.constant("wait"), seconds: fc.constantFrom(1, 30, 61, 300) }) },
);

interface Asked {
	readonly isTool: boolean;
	readonly act: number;
	readonly callKey: string;
	readonly of: Key;
	readonly calls: Watched<ApprovalOutcome>[];
	cancel: () => void;
}

/** The desk, and what the person has really pressed. */
class Run {
	readonly fixture = new DeskFixture();
	readonly asked: Asked[] = [];
	/** Ids of requests that the person has allowed, with how. */
	readonly allowed = new Map<string, ApprovalOutcome["decision"]>();
	/** Acts that the person has allowed always and not taken back: what may be allowed without asking, at present. */
	readonly remembered = new Set<number>();
	/** What was called while there was a rule for it. */
	readonly byRule = new Set<Asked>();

	do(next: Step): void {
		const { desk, clock } = this.fixture;
		switch (next.kind) {
			case "ask": {
				this.ask(next.of, next.what, next.act);
				return;
			}
			case "press": {
				this.press(next.what, desk.approvals.open[next.at % Math.max(1, desk.approvals.open.length)]);
				return;
			}
			case "cancel":
				return this.asked[next.at % Math.max(1, this.asked.length)]?.cancel();
			case "resend": {
				this.resend(this.asked[next.at % Math.max(1, this.asked.length)]);
				return;
			}
			case "over": {
				desk.permissionOver(this.session("a"), "Bash", String(next.at % 4));
				return;
			}
			case "endTurn": {
				desk.endTurn(this.session(next.of), this.session(next.of).turn!.id, "ended");
				return;
			}
			case "beginTurn":
				return void desk.beginTurn(this.session(next.of));
			case "endSession": {
				desk.endSession(this.session(next.of));
				return;
			}
			case "full":
				this.fixture.sessionStore.isFull = next.on;
				this.fixture.ruleStore.isFull = next.on;
				return;
			case "revoke":
				if (!this.fixture.ruleStore.isFull) {
					desk.rules.revokeAll();
					this.remembered.clear();
				}
				return;
			case "reload": {
				this.reload(next.returning);
				return;
			}
			case "wait": {
				clock.advance(next.seconds * 1_000);
				return;
			}
		}
	}

	session(key: Key, inFlight: readonly string[] = []): Session {
		return this.fixture.desk.findSession(key) ?? this.fixture.open({ key, inFlight });
	}

	ask(key: Key, what: (typeof ASKS)[number], act: number): void {
		const call = this.fixture.call();
		const asked: Asked = {
			isTool: what === "tool",
			act,
			callKey: call.key,
			of: key,
			calls: [],
			cancel: () => call.signal.cancel(),
		};
		this.asked.push(asked);
		asked.calls.push(this.call(asked, what === "blocking", call));
		if (this.remembered.has(act)) this.byRule.add(asked);
	}

	call({ isTool, act, of: key }: Asked, blocksTerminal: boolean, call = this.fixture.call()): Watched<ApprovalOutcome> {
		const session = this.session(key);
		const args = { kind: "command", action: "Run", detail: `echo ${act}` } as const;
		if (isTool) return this.fixture.request(session, args, call);
		const prompt = { act: { ...args, reason: undefined }, blocksTerminal, inputHash: String(act) };
		return this.fixture.prompt(session, prompt, call);
	}

	press(what: (typeof PRESSES)[number], approval: OpenApproval | undefined): void {
		if (approval === undefined) return;
		const { approvals } = this.fixture.desk;
		const { action, detail } = approval.act;
		try {
			const isDone =
				what === "allowAlways"
					? approvals.allowAlways(approval.id, { kind: "exact", action, detail })
					: approvals[what](approval.id);
			if (isDone && what === "allowOnce") this.allowed.set(approval.id, "allow_once");
			if (isDone && what === "allowAlways") this.allowed.set(approval.id, "allow_always");
		} catch (error) {
			expect([this.fixture.sessionStore.isFull, (error as Error).message]).toEqual([true, "no space left"]);
			expect(approvals.open).toContainEqual(approval);
		}
		for (const { match } of this.fixture.desk.rules.all) {
			if (match.kind === "exact") this.remembered.add(Number(match.detail?.slice(5)));
		}
	}

	resend(asked: Asked | undefined): void {
		// What was never stored could be asked anew, or decided by a rule that came since.
		if (
			asked === undefined ||
			this.fixture.sessionStore.isFull ||
			this.fixture.desk.findSession(asked.of) === undefined
		)
			return;
		const call = this.fixture.call(asked.callKey);
		asked.calls.push(this.call(asked, false, call));
		asked.cancel = () => call.signal.cancel();
		if (this.remembered.has(asked.act)) this.byRule.add(asked);
	}

	/** The calls of sessions that return are sent again; some of the hooks' are not. */
	reload(returning: readonly Key[]): void {
		if (this.fixture.sessionStore.isFull) return;
		this.fixture.reload();
		this.fixture.desk.listening();
		for (const key of returning) {
			const own = this.asked.filter((each) => each.of === key);
			this.fixture.open({ key, inFlight: own.map(({ callKey }) => callKey) });
			for (const asked of own.slice(-5)) this.resend(asked);
		}
		this.fixture.clock.advance(20_000);
		for (const { state } of this.fixture.desk.approvals.open) expect(state).toBe("waiting");
	}

	check(): void {
		const { approvals, inbox } = this.fixture.desk;
		expect(inbox.count).toBe(approvals.open.length);
		expect(this.fixture.clock.armed).toBe(approvals.open.length === 0 ? 0 : 1);
		for (const asked of this.asked) {
			const ends = asked.calls.flatMap(({ value }) => value ?? []);
			for (const { decision, reason, ...rest } of ends) {
				if (asked.isTool) expect(decision).not.toBe("none");
				if (reason === "timeout" || reason === "cancelled") expect(decision).toBe(asked.isTool ? "deny" : "none");
				if (decision !== "allow_once" && decision !== "allow_always") continue;
				// Allowed: by the person's own press on this very request, or by a rule of theirs for this very act.
				const pressed = "approval_id" in rest ? this.allowed.get(String(rest.approval_id)) : undefined;
				const isPressed = asked.isTool ? pressed === decision : [...this.allowed.values()].includes(decision);
				expect(isPressed || (reason === "remembered" && this.byRule.has(asked))).toBe(true);
			}
			for (const { error } of asked.calls)
				if (error !== undefined) expect(error).toHaveProperty("code", "too_many_pending");
		}
	}
}

it("whatever people, agents, windows, stores and time do: nothing is allowed but by the person", async ({ task }) => {
	let [sequences, steps] = [0, 0];
	await fc.assert(
		fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (all) => {
			const run = new Run();
			sequences++;
			for (const next of all) {
				steps++;
				run.do(next);
				await settled();
				run.check();
			}
		}),
		{ numRuns: 200 },
	);
	counted(task, "model", { sequences, steps });
}, 60_000);
