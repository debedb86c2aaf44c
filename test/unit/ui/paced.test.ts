import { expect, test } from "vitest";
import { Paced } from "../../../src/ui/paced";
import { FakeClock } from "../../support/fakeClock";

function paced(): { readonly clock: FakeClock; readonly drawn: number[]; readonly paced: Paced } {
	const clock = new FakeClock(0);
	const drawn: number[] = [];
	return { clock, drawn, paced: new Paced(clock, 50, () => drawn.push(clock.now())) };
}

test("what changes after a rest is drawn at once, without a timer", () => {
	const { clock, drawn, paced: own } = paced();
	own.changed();
	clock.advance(50);
	own.changed();
	expect([drawn, clock.armed]).toEqual([[0, 50], 0]);
});

test("whatever follows within 50 ms is drawn in one go at their end", () => {
	const { clock, drawn, paced: own } = paced();
	for (let ms = 0; ms < 100; ms += 10) {
		own.changed();
		clock.advance(10);
	}
	clock.advance(1_000);
	expect([drawn, clock.armed]).toEqual([[0, 50, 100], 0]);
});

test("drawn now, nothing is left to draw", () => {
	const { clock, drawn, paced: own } = paced();
	own.changed();
	own.changed();
	own.now();
	clock.advance(100);
	expect(drawn).toEqual([0, 0]);
});

test("a clock that was set back keeps no change waiting for longer", () => {
	const { clock, drawn, paced: own } = paced();
	own.changed();
	clock.jump(-60_000);
	own.changed();
	clock.advance(50);
	expect(drawn).toEqual([0, -59_950]);
});

test("nothing is drawn any more after its end", () => {
	const { clock, drawn, paced: own } = paced();
	own.changed();
	own.changed();
	own.dispose();
	clock.advance(100);
	expect([drawn, clock.armed]).toEqual([[0], 0]);
});
