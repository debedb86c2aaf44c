import { isTable, sameToml, type Table } from "./toml";

/** Rules of ours in a list of tables that the user may have rules of their own in. */
export interface TomlRules {
	/** `["permission", "rules"]`: the list below one table of the root. */
	readonly path: readonly [section: string, list: string];
	readonly ours: readonly Table[];
	/** Whether the program would look at them, as the rest of that section is. */
	readonly areRead: (section: Table) => boolean;
}

/** What is in the list, whoever wrote it. */
export function rulesIn(table: Table, { path: [section, list] }: TomlRules): readonly unknown[] {
	const rules = sectionOf(table, section)[list];
	return Array.isArray(rules) ? rules : [];
}

export function areOurRulesIn(table: Table, rules: TomlRules): boolean {
	const there = rulesIn(table, rules);
	return rules.ours.every((rule) => there.filter((other) => sameToml(other, rule)).length === 1);
}

export function isOurRule(rule: unknown, { ours }: TomlRules): boolean {
	return ours.some((each) => sameToml(each, rule));
}

/** Whether rules could be added here and would then count. */
export function takesRules(table: Table, { path: [section], areRead }: TomlRules): boolean {
	return (table[section] === undefined || isTable(table[section])) && areRead(sectionOf(table, section));
}

/** The document with other rules in the list; a section that has nothing else goes with the last of them. */
export function withRules(table: Table, { path: [section, list] }: TomlRules, rules: readonly unknown[]): Table {
	if (table[section] !== undefined && !isTable(table[section])) return table;
	const rest = without(sectionOf(table, section), list);
	const filled = rules.length > 0 ? { ...rest, [list]: rules } : rest;
	return Object.keys(filled).length > 0 ? { ...table, [section]: filled } : without(table, section);
}

function without(table: Table, key: string): Table {
	return Object.fromEntries(Object.entries(table).filter(([each]) => each !== key));
}

function sectionOf(table: Table, section: string): Table {
	const value = table[section];
	return isTable(value) ? value : {};
}
