import { describe, expect, it } from "vitest";
import { agentOf } from "../../../src/core/agents";
import { callerPatienceMs, extended, extensionOf, held, newDeadline, resumed } from "../../../src/core/deadlines";
import { introOf } from "../../support/deskFixture";

const S = 1_000;
const unknownAgent = agentOf("some-new-agent");

describe("the time of a question", () => {
	it.each([
		["the budget less a minute", { budgetMs: 600 * S }, 300, 540],
		["65 minutes at most, whatever the budget", { budgetMs: 10_000 * S }, 300, 3_900],
		["exactly 65 minutes where the budget allows them", { budgetMs: 3_960 * S }, 3_600, 3_900],
		["the budget rather than the limit where that is longer", { budgetMs: 300 * S }, 300, 240],
		["the client's known limit less 10 s without a budget", { budgetMs: undefined, agent: agentOf("pi") }, 300, 50],
		["65 minutes at most for a patient client", { budgetMs: undefined, agent: agentOf("grok") }, 300, 3_900],
		["the setting for an unknown client", { budgetMs: undefined, agent: unknownAgent }, 300, 300],
		["the setting for an unknown client, an hour too", { budgetMs: undefined, agent: unknownAgent }, 3_600, 3_600],
		["nothing where the budget is shorter than its margin", { budgetMs: 30 * S }, 300, 0],
	])("lasts at most %s", (_, change, limitS, lifeS) => {
		expect(newDeadline(1_000_000, limitS * S, callerPatienceMs(introOf(change)))).toEqual({
			deadline: 1_000_000 + Math.min(limitS, lifeS) * S,
			lastMoment: 1_000_000 + lifeS * S,
			heldFrom: undefined,
		});
	});

	it("is extended by 5 minutes, or by what is left to the last moment", () => {
		const far = { deadline: 300 * S, lastMoment: 3_900 * S, heldFrom: undefined };
		const near = { deadline: 300 * S, lastMoment: 310 * S, heldFrom: undefined };
		expect([extensionOf(far), extended(far).deadline]).toEqual([300 * S, 600 * S]);
		expect([extensionOf(near), extended(near).deadline]).toEqual([10 * S, 310 * S]);
		expect([extensionOf(extended(near)), extended(extended(near))]).toEqual([0, extended(near)]);
	});

	it("is held once by up to 60 s, and an extension moves the hold along", () => {
		const from = { deadline: 300 * S, lastMoment: 3_900 * S, heldFrom: undefined };
		expect(held(from)).toEqual({ deadline: 360 * S, lastMoment: 3_900 * S, heldFrom: 300 * S });
		expect(held(held(from))).toEqual(held(from));
		expect(extended(held(from))).toEqual({ deadline: 660 * S, lastMoment: 3_900 * S, heldFrom: 600 * S });
		expect(held({ ...from, lastMoment: 320 * S })).toEqual({
			deadline: 320 * S,
			lastMoment: 320 * S,
			heldFrom: 300 * S,
		});
	});

	it("is not held at all where nothing can be added", () => {
		const from = { deadline: 300 * S, lastMoment: 300 * S, heldFrom: undefined };
		expect(held(from)).toEqual(from);
	});

	it("goes on with what was left, but never past the last moment", () => {
		const from = { deadline: 300 * S, lastMoment: 400 * S, heldFrom: 250 * S };
		expect(resumed(from, 320 * S, 60 * S)).toEqual({ deadline: 380 * S, lastMoment: 400 * S, heldFrom: 330 * S });
		expect(resumed(from, 390 * S, 60 * S).deadline).toBe(400 * S);
	});
});
