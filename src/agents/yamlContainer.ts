import { isAlias, isCollection, isMap, isScalar, isSeq, type Node, type Pair, type YAMLMap, type YAMLSeq } from "yaml";
import type { ParsedYaml } from "./yaml";

/** Where a program lists its servers: under one key of the root, or, without a key, as the root itself. */
export interface YamlPlace {
	readonly key: string | undefined;
	readonly form: "map" | "list";
}

/** One entry there. Offsets are in UTF-16 units. */
export interface YamlItem {
	/** The key, in a map. */
	readonly key: string | undefined;
	readonly value: Node | null;
	/** Of its key or dash. */
	readonly start: number;
	/** Behind its last character that is no comment and no blank. */
	readonly end: number;
}

export type Container =
	/** The text says nothing at all. */
	| { readonly kind: "nothing" }
	/** The root is there, the key is not. */
	| { readonly kind: "missing"; readonly root: YAMLMap }
	/** The key is there, without a value. */
	| { readonly kind: "empty"; readonly pair: YamlItem }
	| There
	/** Something that can't hold entries, or that holds those of another place by an alias. */
	| { readonly kind: "unusable" };

export interface There {
	readonly kind: "there";
	readonly node: YAMLMap | YAMLSeq;
	readonly items: readonly YamlItem[];
	/** The key with all that it holds; undefined where the root itself is the place. */
	readonly pair: YamlItem | undefined;
	readonly root: YAMLMap | YAMLSeq;
	/** It can't be changed without touching what is not ours: there is an anchor, a merge or a tag. */
	readonly isFixed: boolean;
}

export function findContainer(parsed: Extract<ParsedYaml, { kind: "document" }>, place: YamlPlace): Container {
	const root: Node | null = parsed.document?.contents ?? null;
	if (root === null || isNothing(root)) return { kind: "nothing" };
	if (place.key === undefined) {
		if (!isForm(root, place)) return { kind: "unusable" };
		const isFixed = isMarked(root);
		return { kind: "there", node: root, items: itemsOf(root), pair: undefined, root, isFixed };
	}
	if (!isMap(root)) return { kind: "unusable" };
	const pairs = itemsOf(root);
	const pair = pairs.find(({ key }) => key === place.key);
	const isFixed = isMarked(root) || hasMerge(root);
	if (pair === undefined) return isFixed ? { kind: "unusable" } : { kind: "missing", root };
	if (pair.value === null || isNothing(pair.value)) {
		// In braces there is no line to put a block on.
		return isFixed || root.flow === true ? { kind: "unusable" } : { kind: "empty", pair };
	}
	if (!isForm(pair.value, place)) return { kind: "unusable" };
	return {
		kind: "there",
		node: pair.value,
		items: itemsOf(pair.value),
		pair,
		root,
		isFixed: isFixed || isMarked(pair.value) || hasMerge(pair.value),
	};
}

/** Behind the last character of a value that is no comment and no blank. */
export function contentEnd(node: Node): number {
	if (!isCollection(node) || node.flow === true) return node.range?.[1] ?? 0;
	const last = itemsOf(node).at(-1);
	return last?.end ?? node.range?.[1] ?? 0;
}

/** The pairs of a map, the elements of a list. */
export function itemsOf(node: Node): readonly YamlItem[] {
	if (isMap(node)) return node.items.map(pairOf);
	return isSeq(node) ? node.items.map((value, at) => listed(node, value as Node | null, at)) : [];
}

function pairOf({ key, value }: Pair): YamlItem {
	const [name, content] = [key as Node | null, value as Node | null];
	const start = name?.range?.[0] ?? 0;
	const end = content === null ? (name?.range?.[1] ?? start) : Math.max(contentEnd(content), name?.range?.[1] ?? 0);
	return { key: isScalar(name) ? String(name.value) : undefined, value: content, start, end };
}

function listed(list: YAMLSeq, value: Node | null, at: number): YamlItem {
	const start = dashOf(list, at) ?? value?.range?.[0] ?? 0;
	return { key: undefined, value, start, end: value === null ? start + 1 : Math.max(start + 1, contentEnd(value)) };
}

/** Undefined in a list in brackets, which has none. */
function dashOf(list: YAMLSeq, at: number): number | undefined {
	const token = list.srcToken;
	if (token?.type !== "block-seq") return undefined;
	const dashes = token.items.flatMap(({ start }) => start.filter(({ type }) => type === "seq-item-ind"));
	return dashes[at]?.offset;
}

function isForm(node: Node, { form }: YamlPlace): node is YAMLMap | YAMLSeq {
	return form === "map" ? isMap(node) : isSeq(node);
}

/** A value that was not written at all; `null` and `~` were. */
function isNothing(node: Node): boolean {
	return isScalar(node) && node.value === null && node.source === "" && !isMarked(node);
}

function isMarked(node: Node): boolean {
	return isAlias(node) || node.anchor !== undefined || node.tag !== undefined;
}

function hasMerge(node: YAMLMap | YAMLSeq): boolean {
	return isMap(node) && node.items.some(({ key }) => isScalar(key) && key.source === "<<");
}
