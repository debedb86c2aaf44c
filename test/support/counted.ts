import type { TestContext } from "vitest";

/** What tests of a suite have tried, by what it is. */
export interface Counted {
	readonly suite: "attack" | "faults" | "fuzz" | "model";
	readonly numbers: Readonly<Record<string, number>>;
}

declare module "vitest" {
	interface TaskMeta {
		counted?: Counted;
	}
}

/** Tells what a test has tried, beside that it passes; at the end of the run stands the sum of each suite in one line. */
export function counted(task: TestContext["task"], suite: Counted["suite"], numbers: Counted["numbers"]): void {
	task.meta.counted = { suite, numbers };
}
