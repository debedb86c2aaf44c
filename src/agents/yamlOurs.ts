import { isAlias, isMap, isScalar, type Node, visit } from "yaml";
import type { ServerEntry } from "./integration";
import { isTable, type Table } from "./toml";
import type { ParsedYaml, YamlDialect } from "./yaml";
import { type Container, findContainer, type YamlItem, type YamlPlace } from "./yamlContainer";

/** How one program lists its servers in YAML, and what ours looks like there. */
export interface YamlServers {
	readonly place: YamlPlace;
	readonly dialect: YamlDialect;
	/** The name of our entry, and those that it had in earlier versions. */
	readonly names: readonly [string, ...string[]];
	/** Of an entry in a list; in a map its key is its name. */
	readonly nameOf: (value: Table) => string | undefined;
	/** Whether it starts something that lies beside our bridge. */
	readonly isOurs: (value: Table, entry: ServerEntry) => boolean;
	readonly isDisabled: (value: Table) => boolean;
	/** Whether an entry of ours holds something else too, by its user's hand: then it is not ours to rewrite. */
	readonly isShared?: (value: Table) => boolean;
	/** The entry as it has to be; of an earlier one of ours it keeps what its user set there. */
	readonly server: (entry: ServerEntry, earlier: Table | undefined) => Table;
}

/** An entry of ours in the text. */
export interface Ours {
	readonly item: YamlItem;
	readonly name: string;
	readonly value: Table;
}

export interface Looked {
	readonly container: Container;
	/** The present name first. */
	readonly ours: readonly Ours[];
	/** Somebody else has taken our name. */
	readonly isForeign: boolean;
}

export type Readable = Extract<ParsedYaml, { kind: "document" }>;

/** What of ours is there, the present name first, and whether somebody else has taken that name. */
export function look(parsed: Readable, entry: ServerEntry, { place, names, nameOf, isOurs }: YamlServers): Looked {
	const container = findContainer(parsed, place);
	const ours: Ours[] = [];
	let isForeign = false;
	for (const item of container.kind === "there" ? container.items : []) {
		const value = valueOf(item.value, parsed);
		const name = item.key ?? (isTable(value) ? nameOf(value) : undefined);
		if (name === undefined || !names.includes(name)) continue;
		if (isTable(value) && isOurs(value, entry)) ours.push({ item, name, value });
		else isForeign ||= name === names[0];
	}
	return { container, ours: ours.toSorted((a, b) => names.indexOf(a.name) - names.indexOf(b.name)), isForeign };
}

/** Undefined where it can't be told: an alias that leads nowhere, or too many of them. */
function valueOf(node: Node | null, { document }: Readable): unknown {
	if (node === null || document === undefined) return undefined;
	try {
		return node.toJS(document);
	} catch {
		return undefined;
	}
}

/** Whether others may refer to it, or it to others, or it says more than plain values: then it is not ours to rewrite. */
export function isEntangled(value: Node | null, { tags }: YamlDialect): boolean {
	let found = false;
	visit(value, (_, node) => {
		if (isAlias(node) || (isScalar(node) && node.source === "<<")) found = true;
		else if (isScalar(node) || isMap(node)) {
			const isKnown = node.tag === undefined || tags.some(({ tag }) => tag === node.tag);
			if (node.anchor !== undefined || !isKnown) found = true;
		}
		return found ? visit.BREAK : undefined;
	});
	return found;
}
