import fc from "fast-check";
import { expect, test } from "vitest";
import type { ActKind } from "../../../src/core/actKinds";
import type { ApprovalRule, RuleMatch } from "../../../src/core/rules";
import { command, RuleFixture, sessionOf } from "./ruleFixture";

/** A command as it is made, so that what is right is known without a parser. */
interface Made {
	readonly text: string;
	/** Undefined: more than one simple command of plain words. */
	readonly argv: readonly string[] | undefined;
	readonly isDangerous: boolean;
}

const words = fc.array(fc.constantFrom("a", "b", "-x", "--y=1", "c/d.ts"), { maxLength: 3 });
const starts = fc.constantFrom(["ls"], ["eslint", "src"], ["git", "log"], ["npm", "run", "test"]);
const plain = fc.tuple(starts, words).map(([start, rest]) => [...start, ...rest]);

const made: fc.Arbitrary<Made> = fc.oneof(
	{ weight: 4, arbitrary: plain.map((argv) => ({ text: argv.join(" "), argv, isDangerous: false })) },
	fc
		.tuple(plain, fc.constantFrom("  ", "\t"))
		.map(([argv, gap]) => ({ text: argv.join(gap), argv, isDangerous: false })),
	fc
		.tuple(
			plain,
			fc.constantFrom(
				...[
					"; ls",
					" && ls",
					" || ls",
					" | cat",
					" &",
					"\nls",
					" > f",
					" < f",
					" 2>&1",
					" # x",
					" *",
					" ~",
					' "a"',
					" 'a'",
					" \\a",
				],
				...[" {a,b}", "\n", ";", " <<< a", " é", "\r", " \u200b", " \ud800"],
			),
		)
		.map(([argv, tail]) => ({ text: argv.join(" ") + tail, argv: undefined, isDangerous: false })),
	fc
		.tuple(plain, fc.constantFrom("A=b ", "! ", "( ", "$X ", "\\", "'x' ", "if "))
		.map(([argv, head]) => ({ text: head + argv.join(" "), argv: undefined, isDangerous: head === "$X " })),
	fc
		.tuple(plain, fc.constantFrom(".env", "sudo", "id_rsa", "kill"))
		.map(([argv, danger]) => ({ text: [...argv, danger].join(" "), argv: [...argv, danger], isDangerous: true })),
);

const scope = {
	agentId: fc.constantFrom("codex", "codex", "codex", "claude-code"),
	folder: fc.constantFrom("/projects/shop", "/projects/shop", "/projects/shop", "/projects/other"),
	cwd: fc.constantFrom("/projects/shop/api", "/projects/shop/api", "/projects/shop/api", "/projects/shop"),
	kind: fc.constantFrom<ActKind>("command", "command", "command", "other"),
};

interface Case {
	readonly act: Made;
	readonly rules: readonly ApprovalRule[];
	readonly isInDetail: boolean;
	readonly verification: "verified" | "unchecked" | "refuted";
}

const cases: fc.Arbitrary<Case> = made.chain((act) => {
	// Near the act: the act itself, a beginning of it, of its last word too, one word more, another's.
	const match = fc
		.tuple(fc.oneof(fc.constant(act), fc.constant(act), made), fc.nat(4), fc.constantFrom("exact", "whole", "cut"))
		.map(([{ text, argv }, length, how]): RuleMatch => {
			if (how === "exact" || argv === undefined) return { kind: "exact", action: "Go on", detail: text };
			const words = length === 0 ? [...argv, "z"] : argv.slice(0, argv.length - length + 1);
			const last = words.at(-1) ?? "";
			const isCut = how === "cut" && last.length > 1;
			return { kind: "prefix", argv: isCut ? [...words.slice(0, -1), last.slice(0, -1)] : words };
		});
	const rule = fc.record({
		...scope,
		id: fc.uuid(),
		match,
		effect: fc.constantFrom<ApprovalRule["effect"]>("allow", "allow", "allow", "deny"),
		agentLabel: fc.constant("Codex"),
		createdAt: fc.constant(1),
		lastUsedAt: fc.constant(undefined),
	});
	return fc.record({
		act: fc.constant(act),
		rules: fc.array(rule, { maxLength: 4 }),
		isInDetail: fc.boolean(),
		verification: fc.constantFrom("verified", "verified", "verified", "unchecked", "refuted"),
	});
});

/** The start of each made command that says what it does. */
function isSound(argv: readonly string[]): boolean {
	const enough: Readonly<Record<string, number>> = { ls: 1, eslint: 1, git: 2, npm: 3 };
	return argv.length > 0 && argv.length >= (enough[argv[0] ?? ""] ?? 0);
}

function expected({ act, rules, isInDetail, verification }: Case): ApprovalRule["effect"] | undefined {
	const matching = rules.filter(
		({ agentId, folder, cwd, kind, effect, match }) =>
			verification !== "refuted" &&
			agentId === "codex" &&
			folder === "/projects/shop" &&
			cwd === "/projects/shop/api" &&
			kind === "command" &&
			(match.kind === "exact"
				? isInDetail && match.detail === act.text
				: (effect === "deny" || (verification === "verified" && isSound(match.argv))) &&
					match.argv.length > 0 &&
					match.argv.join(" ") === act.argv?.slice(0, match.argv.length).join(" ")),
	);
	if (matching.some(({ effect }) => effect === "deny")) return "deny";
	return matching.length > 0 && !act.isDangerous ? "allow" : undefined;
}

test(
	"an act is allowed if and only if a rule of its place and kind matches it, none denies and nothing speaks against it",
	{ timeout: 60_000 },
	() => {
		const seen = new Set<string>();
		fc.assert(
			fc.property(cases, (each) => {
				const fixture = new RuleFixture();
				fixture.store.text = JSON.stringify(each.rules);
				const { act, isInDetail, verification } = each;
				const asked = isInDetail ? command(act.text) : { ...command(""), action: act.text, detail: undefined };
				const decided = fixture.book.decide(sessionOf({ verification }), asked);
				seen.add(decided ?? "ask");
				expect(decided).toBe(expected(each));
			}),
			{ seed: 11, numRuns: 2_500 },
		);
		expect([...seen].toSorted()).toEqual(["allow", "ask", "deny"]);
	},
);

test(
	"what is proposed allows the very request that it was proposed for, and so does each beginning that says enough",
	{ timeout: 60_000 },
	() => {
		fc.assert(
			fc.property(made, ({ text, argv, isDangerous }) => {
				const session = sessionOf();
				const proposal = new RuleFixture().book.proposal(session, command(text));
				expect(proposal === undefined).toBe(isDangerous);
				if (proposal === undefined) return;
				expect(proposal.argv).toEqual(argv);
				const prefixes = (argv ?? []).map((_, at) => (argv ?? []).slice(0, at + 1)).filter(isSound);
				for (const match of [proposal.exact, ...prefixes.map((each) => ({ kind: "prefix", argv: each }) as const)]) {
					const fixture = new RuleFixture();
					fixture.book.allow(session, command(text), match);
					expect(fixture.book.decide(session, command(text))).toBe("allow");
				}
			}),
			{ seed: 12, numRuns: 200 },
		);
	},
);
