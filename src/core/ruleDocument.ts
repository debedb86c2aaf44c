import { ACT_KINDS } from "./actKinds";
import type { ApprovalRule, RuleMatch } from "./rules";
import { list, number, oneOf, optional, type Parser, parsed, shape, text, uuid } from "./shape";

/** The rules of one workspace as plain JSON. */
export interface RuleDocument {
	readonly v: 1;
	readonly rules: readonly ApprovalRule[];
}

/** Undefined for everything that is no such document; one rule that cannot be read makes all of it unreadable. */
export function parseRules(raw: unknown): RuleDocument | undefined {
	return parsed(rules, raw);
}

/** A newer version wrote it: it is nothing that is broken. */
export function isNewer(raw: unknown): boolean {
	const version = parsed(shape<{ v: number }>({ v: number }), raw)?.v;
	return version !== undefined && version > 1;
}

const exact = shape<Extract<RuleMatch, { kind: "exact" }>>({
	kind: oneOf(["exact"]),
	action: text,
	detail: optional(text),
});
const prefix = shape<Extract<RuleMatch, { kind: "prefix" }>>({ kind: oneOf(["prefix"]), argv: list(text) });

const match: Parser<RuleMatch> = (raw) => {
	const { kind } = shape<{ kind: RuleMatch["kind"] }>({ kind: oneOf(["exact", "prefix"]) })(raw);
	return kind === "exact" ? exact(raw) : prefix(raw);
};

const rule = shape<ApprovalRule>({
	id: uuid,
	effect: oneOf(["allow", "deny"]),
	agentId: text,
	agentLabel: text,
	folder: text,
	cwd: text,
	kind: oneOf(ACT_KINDS),
	match,
	createdAt: number,
	lastUsedAt: optional(number),
});

const rules = shape<RuleDocument>({ v: oneOf([1]), rules: list(rule) });
