import { beforeEach, describe, expect, it } from "vitest";
import { type EarlyCaller, EarlyTurns } from "../../../src/core/earlyTurns";
import { CountingIds } from "../../support/countingIds";
import { FakeClock } from "../../support/fakeClock";

const HOUR_MS = 3_600_000;
let clock: FakeClock;
let gone: Set<number>;
let early: EarlyTurns;

beforeEach(() => {
	clock = new FakeClock();
	gone = new Set();
	early = new EarlyTurns({ clock, ids: new CountingIds(), isRunning: (pid) => !gone.has(pid) });
});

const caller = (change: Partial<EarlyCaller> = {}): EarlyCaller => ({
	agentId: "codex",
	agentPid: 10,
	sessionId: "s-1",
	turnId: "t-1",
	...change,
});
const kept = (): readonly (string | undefined)[] => early.of("codex").map(({ turnId }) => turnId);

describe("a turn without a session", () => {
	it("is kept once for each session of an agent process, the newest first", () => {
		early.begin(caller());
		early.begin(caller({ turnId: "t-2" }));
		early.begin(caller({ sessionId: "s-2", turnId: "t-3" }));
		early.begin(caller({ agentPid: 11, turnId: "t-4" }));
		early.begin(caller({ agentId: "gemini", turnId: "t-5" }));
		expect(kept()).toEqual(["t-4", "t-3", "t-2"]);
	});

	it("does not begin again with the same prompt, but does where prompts have no ids", () => {
		const unnamed = caller({ agentPid: 11, turnId: undefined });
		const ids = [early.begin(caller()), early.begin(caller()), early.begin(unnamed), early.begin(unnamed)];
		expect(ids.map((id) => id !== undefined)).toEqual([true, false, true, true]);
	});

	it("begins anew with the id of a prompt that has ended", () => {
		const first = early.begin(caller());
		early.end(caller(), "ended", clock.now());
		const second = early.begin(caller());
		expect([second !== undefined && second !== first, early.begin(caller()), kept()]).toEqual([
			true,
			undefined,
			["t-1"],
		]);
	});

	it("is taken once", () => {
		const id = early.begin(caller()) ?? "";
		expect([early.take(id)?.turnId, early.take(id), kept()]).toEqual(["t-1", undefined, []]);
	});

	it("ends by the end of its own prompt, or of one without an id", () => {
		const endedBy = (turnId: string | undefined): string | undefined => {
			early.begin(caller());
			early.end(caller({ turnId }), "interrupted", clock.now());
			return early.take(early.of("codex")[0]?.id ?? "")?.state;
		};
		expect(["t-0", "t-1", undefined].map(endedBy)).toEqual(["active", "interrupted", "interrupted"]);
	});

	it("ends, but not by a late end nor by that of another session", () => {
		early.begin(caller());
		const state = (): string | undefined => early.of("codex")[0]?.state;
		early.end(caller(), "interrupted", clock.now() - 1);
		early.end(caller({ sessionId: "s-2" }), "interrupted", clock.now());
		const before = state();
		early.end(caller(), "interrupted", clock.now());
		expect([before, state()]).toEqual(["active", "interrupted"]);
	});

	it("goes with its agent's process, and after a day", () => {
		early.begin(caller());
		early.begin(caller({ agentPid: 11, turnId: "t-2" }));
		gone.add(11);
		const whileOneRuns = kept();
		clock.advance(24 * HOUR_MS);
		expect([whileOneRuns, kept()]).toEqual([["t-1"], []]);
	});

	it("pushes out the oldest when there are more than 32", () => {
		for (let pid = 1; pid <= 33; pid++) early.begin(caller({ agentPid: pid, turnId: `t-${pid}` }));
		expect([kept().length, kept().at(0), kept().at(-1)]).toEqual([32, "t-33", "t-2"]);
	});
});
