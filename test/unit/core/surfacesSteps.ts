import fc from "fast-check";

export const SESSIONS = ["a", "b", "c"] as const;
export type Key = (typeof SESSIONS)[number];
const KINDS = ["question", "tool", "prompt", "blocking"] as const;
export type Kind = (typeof KINDS)[number];
const PRESSES = ["yes", "no", "extend", "draft"] as const;

export type Press = (typeof PRESSES)[number];

export type Step =
	| { readonly do: "ask"; readonly kind: Kind; readonly of: Key }
	| { readonly do: "press"; readonly what: Press; readonly at: number; readonly stale: boolean }
	| { readonly do: "cancel" | "resend"; readonly at: number }
	| { readonly do: "beginTurn" | "endTurn" | "endSession"; readonly of: Key }
	| { readonly do: "wait"; readonly seconds: number }
	| { readonly do: "reload"; readonly returning: readonly Key[] };

const of = fc.constantFrom(...SESSIONS);
const at = fc.nat(1_000);
/** What may happen next. */
export const step: fc.Arbitrary<Step> = fc.oneof(
	{ weight: 8, arbitrary: fc.record({ do: fc.constant("ask"), kind: fc.constantFrom(...KINDS), of }) },
	{
		weight: 8,
		arbitrary: fc.record({ do: fc.constant("press"), what: fc.constantFrom(...PRESSES), at, stale: fc.boolean() }),
	},
	{ weight: 2, arbitrary: fc.record({ do: fc.constantFrom("cancel", "resend"), at }) },
	{ weight: 2, arbitrary: fc.record({ do: fc.constantFrom("beginTurn", "endTurn", "endSession"), of }) },
	{ weight: 3, arbitrary: fc.record({ do: fc.constant("wait"), seconds: fc.constantFrom(1, 9, 31, 59, 120, 300) }) },
	{ weight: 1, arbitrary: fc.record({ do: fc.constant("reload"), returning: fc.subarray([...SESSIONS]) }) },
);
