import type { EditPlan, FilePart } from "./integration";
import { parseToml, sameToml, type Table } from "./toml";
import { type TomlEntry, withEntry, withoutEntry } from "./tomlEntry";
import { isOurRule, rulesIn, takesRules, type TomlRules, withRules } from "./tomlRules";

const MARKERS = {
	start: "# >>> parley (managed by the VS Code extension; safe to delete) >>>",
	end: "# <<< parley <<<",
};

/**
 * Rules of ours in a TOML file of the user's that has no server of ours. Where the user has left some of them only, that
 * is how they want it; where a list written in another way is in the file, none can be added.
 */
export function tomlRulesPart(rules: TomlRules): Pick<FilePart, "plan" | "state"> {
	return {
		plan(current = "", _entry, want) {
			const parsed = parseToml(current);
			if (parsed.kind === "broken") {
				return { kind: "refused", why: { kind: "unparsable", line: parsed.line, reason: parsed.reason } };
			}
			const hasOurs = rulesIn(parsed.table, rules).some((rule) => isOurRule(rule, rules));
			if (want === "connected") return hasOurs ? { kind: "unchanged" } : plan(current, parsed.table, rules, rules.ours);
			return hasOurs ? plan(current, parsed.table, rules, []) : { kind: "unchanged" };
		},
		state(current = "") {
			const parsed = parseToml(current);
			if (parsed.kind === "broken") return "unreadable";
			return rulesIn(parsed.table, rules).some((rule) => isOurRule(rule, rules)) ? "current" : "absent";
		},
	};
}

function plan(current: string, before: Table, rules: TomlRules, added: readonly Table[]): EditPlan {
	if (!takesRules(before, rules)) return { kind: "unchanged" };
	const block = blockOf(rules);
	const rest = withoutEntry(current, block);
	const text = added.length === 0 ? rest : withEntry(rest, block, withRules({}, rules, added));
	const theirs = rulesIn(before, rules).filter((rule) => !isOurRule(rule, rules));
	const after = parseToml(text);
	const isMeant = after.kind === "table" && sameToml(after.table, withRules(before, rules, [...theirs, ...added]));
	return isMeant && text !== current ? { kind: "write", text } : { kind: "unchanged" };
}

function blockOf(rules: TomlRules): TomlEntry {
	return {
		markers: MARKERS,
		isOurs({ path }, text) {
			if (path.length !== 2 || path.some((key, i) => key !== rules.path[i])) return false;
			const table = parseToml(text);
			return table.kind === "table" && rulesIn(table.table, rules).some((rule) => isOurRule(rule, rules));
		},
	};
}
