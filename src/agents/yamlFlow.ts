import type { YAMLMap, YAMLSeq } from "yaml";
import type { YamlDialect } from "./yaml";
import { itemsOf, type YamlItem } from "./yamlContainer";
import { flowText, type NewItem } from "./yamlText";

// Entries in braces and brackets: they stay on their line, and nothing around them moves.

export function withFlowItem(text: string, node: YAMLMap | YAMLSeq, item: NewItem, dialect: YamlDialect): string {
	const written = flowItem(item, dialect);
	const last = itemsOf(node).at(-1);
	if (last !== undefined) return `${text.slice(0, last.end)}, ${written}${text.slice(last.end)}`;
	const open = (node.range?.[0] ?? 0) + 1;
	return text.slice(0, open) + written + text.slice(open);
}

export function withFlowItemInstead(text: string, old: YamlItem, item: NewItem, dialect: YamlDialect): string {
	return text.slice(0, old.start) + flowItem(item, dialect) + text.slice(old.end);
}

/** With the one comma that is too many then. */
export function withoutFlowItem(text: string, node: YAMLMap | YAMLSeq, item: YamlItem): string {
	const items = itemsOf(node);
	const previous = items[items.findIndex(({ start }) => start === item.start) - 1];
	const isNext = previous !== undefined && /^\s*,\s*$/.test(text.slice(previous.end, item.start));
	const start = isNext ? previous.end : item.start;
	const comma = isNext ? "" : (/^\s*,[ \t]*/.exec(text.slice(item.end))?.[0] ?? "");
	return text.slice(0, start) + text.slice(item.end + comma.length);
}

function flowItem({ key, value }: NewItem, dialect: YamlDialect): string {
	return (key === undefined ? "" : `${key}: `) + flowText(value, dialect);
}
