import fc from "fast-check";
import { expect, it } from "vitest";
import { counted } from "../support/counted";

/** In the gate: always the same inputs. */
const GATE_SEED = 20_261_130;
const GATE_RUNS = 1_500;
/** What one input may cost on a busy machine. */
const SLOW_MS = 2_000;

/** By command (`npm run test:fuzz -- --minutes N`): other inputs each time, for as long as was asked. */
const seconds = Number(process.env["PARLEY_FUZZ_SECONDS"] ?? 0);
const seed = Number(process.env["PARLEY_FUZZ_SEED"] ?? GATE_SEED);

export interface FuzzOptions {
	/** In the gate, of a target whose inputs cost more or less than most. */
	readonly runs?: number;
}

/**
 * One target: `run` with whatever input must not throw, must be done soon, and must leave the prototypes alone. What it
 * expects beside that it says itself.
 */
export function fuzz<T>(
	name: string,
	input: fc.Arbitrary<T>,
	run: (input: T) => void,
	options: FuzzOptions = {},
): void {
	it(name, { timeout: seconds * 1_000 + 120_000 }, ({ task }) => {
		let tried = 0;
		const property = fc.property(input, (each) => {
			tried++;
			const since = performance.now();
			run(each);
			expect(performance.now() - since).toBeLessThan(SLOW_MS);
			expectCleanPrototypes();
		});
		const inTime = { interruptAfterTimeLimit: seconds * 1_000, numRuns: 1_000_000_000 };
		fc.assert(property, { seed, ...(seconds > 0 ? inTime : { numRuns: options.runs ?? GATE_RUNS }) });
		counted(task, "fuzz", { inputs: tried, targets: 1 });
	});
}

const CLEAN = [Object.prototype, Array.prototype, Function.prototype, String.prototype].map(
	(prototype) => [prototype, Object.getOwnPropertyNames(prototype).length] as const,
);

function expectCleanPrototypes(): void {
	for (const [prototype, count] of CLEAN) expect(Object.getOwnPropertyNames(prototype)).toHaveLength(count);
	expect(Object.getPrototypeOf(Object.prototype)).toBeNull();
}
