import { isAlias, isMap, isScalar, isSeq, type Node } from "yaml";
import type { ParsedYaml } from "./yaml";
import type { YamlPlace } from "./yamlContainer";

/**
 * What a document says, with anchors, aliases and tags as they are written, but without comments and styles: two texts of
 * the same outline mean the same to every program. The entries at `place` that `isLeftOut` names are passed over; a place
 * that then holds nothing counts as none.
 */
export function yamlOutline(
	{ document }: Extract<ParsedYaml, { kind: "document" }>,
	place: YamlPlace,
	isLeftOut: (value: Node | null) => boolean,
): string {
	const root: Node | null = document?.contents ?? null;
	return JSON.stringify(place.key === undefined ? container(root) : rootOf(root, place.key));

	function rootOf(node: Node | null, key: string): unknown {
		if (!isMap(node)) return isNull(node) ? [] : outline(node);
		const pairs = node.items.map((pair) => [pair.key as Node | null, pair.value as Node | null] as const);
		const rest = pairs.flatMap(([name, value]) => {
			if (!isScalar(name) || name.value !== key) return [[outline(name), outline(value)]];
			const inside = container(value);
			return Array.isArray(inside) && inside.length === 0 ? [] : [[outline(name), inside]];
		});
		return node.anchor === undefined && node.tag === undefined ? rest : [node.anchor, node.tag, rest];
	}

	function container(node: Node | null): unknown {
		if (isNull(node)) return [];
		const props = [node?.anchor, node?.tag].filter((each) => each !== undefined);
		if (isMap(node)) {
			const kept = node.items.filter(({ value }) => !isLeftOut(value as Node | null));
			return [...props, ...kept.map(({ key, value }) => [outline(key), outline(value)])];
		}
		if (isSeq(node)) {
			return [...props, ...node.items.filter((value) => !isLeftOut(value as Node | null)).map(outline)];
		}
		return outline(node);
	}
}

function outline(node: unknown): unknown {
	if (isAlias(node)) return { alias: node.source };
	// The kind tells a number from the same digits in quotes.
	if (isScalar(node)) return { anchor: node.anchor, tag: node.tag, kind: typeof node.value, value: node.source };
	if (isMap(node)) {
		const pairs = node.items.map(({ key, value }) => [outline(key), outline(value)]);
		return { anchor: node.anchor, tag: node.tag, pairs };
	}
	if (isSeq(node)) return { anchor: node.anchor, tag: node.tag, items: node.items.map(outline) };
	return null;
}

function isNull(node: Node | null): boolean {
	return node === null || (isScalar(node) && node.value === null && node.anchor === undefined);
}
