import type { RulePreview, RuleProposal } from "../core/approvals";
import type { RuleMatch } from "../core/rules";
import type { RuleCover } from "../protocol/snapshot";

/** Words as a person reads and edits them: what would not be one word as it stands is in quotes. */
export function patternText(argv: readonly string[]): string {
	return argv.map(quoted).join(" ");
}

/** The words of such a text; undefined where a quote is not closed. Nothing but quotes and blanks means anything in it. */
export function patternWords(text: string): readonly string[] | undefined {
	const words = text.trim().match(WORDS) ?? [];
	// What no word has taken is a quote without an end.
	if (words.join("") !== text.trim().replace(BLANKS_BETWEEN, (_, word?: string) => word ?? "")) return undefined;
	return words.map((word) => word.replace(QUOTED, (_, double?: string, single?: string) => double ?? single ?? ""));
}

/** What the person has chosen, as a rule compares it. Undefined: the pattern is no text of words. */
export function ruleMatch(
	proposal: RuleProposal,
	covers: RuleCover,
	pattern: string | undefined,
): RuleMatch | undefined {
	if (covers === "exact") return proposal.exact;
	const argv = pattern === undefined ? proposal.argv : patternWords(pattern);
	return argv === undefined || argv.length === 0 ? undefined : { kind: "prefix", argv };
}

/**
 * Why the request itself would not be allowed: the words are not its own, or they leave too much open. `checks` begin with
 * the request.
 */
export function patternProblem(
	{ argv = [] }: RuleProposal,
	match: RuleMatch | undefined,
	[itself]: readonly RulePreview[],
): "no-match" | "too-wide" | undefined {
	if (itself?.isAllowed === true) return undefined;
	const isBeginning = match?.kind === "prefix" && match.argv.every((word, at) => word === argv[at]);
	return isBeginning ? "too-wide" : "no-match";
}

const PLAIN_WORD = /^[^\s"']+$/u;
const WORDS = /(?:"[^"]*"|'[^']*'|[^\s"'])+/gu;
const BLANKS_BETWEEN = /("[^"]*"|'[^']*')|\s+/gu;
const QUOTED = /"([^"]*)"|'([^']*)'/gu;

function quoted(word: string): string {
	if (PLAIN_WORD.test(word)) return word;
	if (!word.includes("'")) return `'${word}'`;
	return word
		.split(/(')/u)
		.filter((part) => part !== "")
		.map((part) => (part === "'" ? `"'"` : `'${part}'`))
		.join("");
}
