import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AGENTS, entry, wayOf, written } from "./yamlFixtures";

/** Lines of YAML that are composed from small parts; the parts alone decide how they are indented. */
type Lines = readonly string[];

const word = fc.stringMatching(/^[a-z]{1,4}$/);
const comment = fc.stringMatching(/^#[ -~\u4e00-\u9fff]{0,12}$/);
const noise = fc.oneof(
	{ weight: 6, arbitrary: fc.constant<Lines>([]) },
	{ weight: 2, arbitrary: comment.map((text): Lines => [text]) },
	{ weight: 1, arbitrary: fc.constant<Lines>([""]) },
);
const scalar = fc.oneof(
	word,
	fc.integer().map(String),
	fc.string({ maxLength: 8 }).map((text) => JSON.stringify(text).replaceAll("\x7f", "")),
	fc.constantFrom("~", "'it''s # no'", '!!js "process.env.X"', "!own x", "2001-01-01", "off"),
);
const end = fc.oneof(
	{ weight: 4, arbitrary: fc.constant("") },
	{ weight: 1, arbitrary: comment.map((text) => ` ${text}`) },
);
const flow = fc.letrec<{ any: string }>((tie) => ({
	any: fc.oneof(
		{ depthSize: "small", withCrossShrink: true },
		scalar.filter((text) => !text.startsWith("!")),
		fc.array(tie("any"), { maxLength: 3 }).map((items) => `[${items.join(", ")}]`),
		fc.array(fc.tuple(word, tie("any")), { maxLength: 3 }).map((pairs) => {
			return `{ ${[...new Map(pairs)].map(([key, value]) => `${key}: ${value}`).join(", ")} }`;
		}),
	),
})).any;
const long = fc
	.tuple(
		fc.constantFrom("|", ">", "|-", "|+", ">+"),
		fc.array(fc.stringMatching(/^[a-z# ]{0,6}[a-z]$/), { minLength: 1, maxLength: 3 }),
	)
	.map(([mark, lines]): Lines => [mark, ...lines.map((line) => `  ${line.trimStart()}`)]);

/** A value behind a key or a dash: its first line stands there, the others below, from their own column on. */
const inline = fc.oneof(
	fc.tuple(scalar, end).map(([text, tail]): Lines => [text + tail]),
	fc.tuple(flow, end).map(([text, tail]): Lines => [text + tail]),
	long,
);
const block = fc.letrec<{ map: Lines; list: Lines; below: Lines }>((tie) => ({
	map: fc
		.array(fc.tuple(word, fc.oneof({ depthSize: "small" }, inline, tie("below")), noise), {
			minLength: 1,
			maxLength: 4,
		})
		.map((pairs): Lines => {
			const unique = new Map(pairs.map((pair) => [pair[0], pair] as const));
			return [...unique.values()].flatMap(([key, [first = "", ...rest], before]) => [
				...before,
				`${key}:${first === "" ? "" : ` ${first}`}`,
				...rest,
			]);
		}),
	list: fc
		.array(fc.tuple(fc.oneof({ depthSize: "small" }, inline, tie("below")), noise), { minLength: 1, maxLength: 4 })
		.map((items): Lines =>
			items.flatMap(([[first = "", ...rest], before]) => [...before, `-${first === "" ? "" : ` ${first}`}`, ...rest]),
		),
	below: fc
		.tuple(fc.oneof({ depthSize: "small" }, tie("map"), tie("list")), fc.integer({ min: 1, max: 5 }))
		.map(([lines, by]): Lines => ["", ...lines.map((line) => (line === "" ? "" : " ".repeat(by) + line))]),
}));

/** How a text begins, breaks its lines and ends. */
const shape = fc.record({
	eol: fc.constantFrom("\n", "\r\n"),
	mark: fc.constantFrom("", "", "\uFEFF"),
	isEnded: fc.boolean(),
	head: fc.constantFrom<Lines>([], [], ["---"], ["# first", ""]),
	foot: noise,
});

// Goose lists its servers as Hermes Agent does.
const forms = Object.entries(AGENTS).filter(([name]) => name !== "Goose");

describe.each(forms)("any configuration of %s", { timeout: 30_000 }, (_, agent) => {
	const way = wayOf(agent);
	const container = agent.form === "map" ? block.map : block.list;
	const entries = fc.oneof(
		fc
			.tuple(container, fc.integer({ min: 1, max: 4 }))
			.map(([lines, by]): Lines => ["", ...lines.map((line) => (line === "" ? "" : " ".repeat(by) + line))]),
		flow.map((text): Lines => [text]),
		fc.constant<Lines>([""]),
	);
	const withKey = fc
		.tuple(block.map, fc.nat(3), entries, fc.boolean())
		.map(([lines, at, [first = "", ...rest], isThere]): Lines => {
			if (!isThere) return lines;
			const tops = lines.flatMap((line, i) => (/^[a-z]/.test(line) ? [i] : []));
			const place = tops[at] ?? lines.length;
			return lines.toSpliced(place, 0, `${agent.key ?? ""}:${first === "" ? "" : ` ${first}`}`, ...rest);
		});
	const document = fc
		.tuple(agent.key === undefined ? block.list : withKey, shape)
		.map(
			([lines, { eol, mark, isEnded, head, foot }]) =>
				mark + [...head, ...lines, ...foot].join(eol) + (isEnded ? eol : ""),
		)
		.filter((text) => way.state(text, entry) === "absent");

	/** Undefined where the place holds something that can't take an entry. */
	function connected(text: string): string | undefined {
		const plan = way.plan(text, entry, "connected");
		if (plan.kind === "write") return plan.text;
		expect(plan).toMatchObject({ kind: "refused", why: { kind: "reshaped" } });
		return undefined;
	}

	it("only gets our entry, and comes back byte for byte", () => {
		let count = 0;
		fc.assert(
			fc.property(document, (text) => {
				const result = connected(text);
				if (result === undefined) return;
				count++;
				let at = 0;
				for (const character of result) if (character === text.charAt(at)) at++;
				expect(at).toBe(text.length);
				expect(way.state(result, entry)).toBe("current");
				expect(written(way.plan(result, entry, "disconnected"))).toBe(text);
			}),
			{ numRuns: RUNS },
		);
		expect(count).toBeGreaterThan(RUNS / 2);
	});

	it("keeps what is written behind our entry afterwards", () => {
		let count = 0;
		fc.assert(
			fc.property(document, (text) => {
				const result = connected(text);
				const more = agent.key === undefined ? "- more\n" : "more: [1] # x\n";
				if (result?.endsWith("\n") !== true || way.state(result + more, entry) !== "current") return;
				count++;
				expect(written(way.plan(result + more, entry, "disconnected"))).toBe(text + more);
			}),
			{ numRuns: RUNS },
		);
		expect(count).toBeGreaterThan(RUNS / 5);
	});
});

const RUNS = 100;
