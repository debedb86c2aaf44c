import { isAlias, isMap, isScalar, type Node, visit } from "yaml";
import type { EditPlan, EditRefusal, EntryState, FilePart, ServerEntry } from "./integration";
import { BOM } from "./lines";
import { isTable, sameToml, type Table } from "./toml";
import { type ParsedYaml, parseYaml, type YamlDialect } from "./yaml";
import { type Container, findContainer, type There, type YamlItem, type YamlPlace } from "./yamlContainer";
import { withItem, withItemInstead, withoutItem } from "./yamlEdit";
import { yamlOutline } from "./yamlOutline";
import type { NewItem } from "./yamlText";

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

/** Plans for one entry among a program's servers; everything else in the file stays byte for byte. */
export function yamlServers(form: YamlServers): Pick<FilePart, "plan" | "state"> {
	return {
		plan(current = "", entry, want) {
			// The parser takes a dash behind the mark for a text.
			const mark = current.startsWith(BOM) ? BOM : "";
			const planned = plan(current.slice(mark.length), entry, want, form);
			return planned.kind === "write" ? { kind: "write", text: mark + planned.text } : planned;
		},
		state: (current = "", entry) => state(current.startsWith(BOM) ? current.slice(BOM.length) : current, entry, form),
	};
}

/** An entry of ours in the text. */
interface Ours {
	readonly item: YamlItem;
	readonly name: string;
	readonly value: Table;
}

function plan(text: string, entry: ServerEntry, want: "connected" | "disconnected", form: YamlServers): EditPlan {
	const before = parseYaml(text, form.dialect);
	if (before.kind === "broken") return refused({ kind: "unparsable", line: before.line, reason: before.reason });
	const container = findContainer(before, form.place);
	const [name] = form.names;
	const { ours, isForeign } = look(before, container, entry, form);
	if (isForeign && want === "connected") return refused({ kind: "foreign", name });
	if (ours.length === 0 && want === "disconnected") return { kind: "unchanged" };

	const [newest] = ours;
	const wanted = want === "connected" ? form.server(entry, newest?.value) : undefined;
	const isRight = ours.length === 1 && newest?.name === name && sameToml(newest.value, wanted);
	if (isRight) return { kind: "unchanged" };
	const item = wanted && { key: form.place.form === "map" ? name : undefined, value: wanted };
	const isOnlyOurs = ours.every(
		({ item: { value }, value: table }) => !isEntangled(value, form.dialect) && form.isShared?.(table) !== true,
	);
	const after = isOnlyOurs ? rewritten(text, container, ours, item, form) : undefined;
	if (after === undefined || !means(after, { before, ours, wanted }, entry, form)) {
		return refused({ kind: "reshaped", name: newest?.name ?? name });
	}
	return { kind: "write", text: after };
}

function refused(why: EditRefusal): EditPlan {
	return { kind: "refused", why };
}

function state(text: string, entry: ServerEntry, form: YamlServers): EntryState {
	const parsed = parseYaml(text, form.dialect);
	if (parsed.kind === "broken") return "unreadable";
	const { ours, isForeign } = look(parsed, findContainer(parsed, form.place), entry, form);
	const [newest] = ours;
	if (newest === undefined) return isForeign ? "foreign" : "absent";
	if (form.isDisabled(newest.value)) return "disabled";
	return plan(text, entry, "connected", form).kind === "unchanged" ? "current" : "outdated";
}

/** What of ours is there, the present name first, and whether somebody else has taken that name. */
function look(
	parsed: Readable,
	container: Container,
	entry: ServerEntry,
	{ names, nameOf, isOurs }: YamlServers,
): { readonly ours: readonly Ours[]; readonly isForeign: boolean } {
	const ours: Ours[] = [];
	let isForeign = false;
	for (const item of container.kind === "there" ? container.items : []) {
		const value = valueOf(item.value, parsed);
		const name = item.key ?? (isTable(value) ? nameOf(value) : undefined);
		if (name === undefined || !names.includes(name)) continue;
		if (isTable(value) && isOurs(value, entry)) ours.push({ item, name, value });
		else isForeign ||= name === names[0];
	}
	return { ours: ours.toSorted((a, b) => names.indexOf(a.name) - names.indexOf(b.name)), isForeign };
}

type Readable = Extract<ParsedYaml, { kind: "document" }>;

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
function isEntangled(value: Node | null, { tags }: YamlDialect): boolean {
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

function rewritten(
	text: string,
	container: Container,
	ours: readonly Ours[],
	item: NewItem | undefined,
	{ place, dialect }: YamlServers,
): string | undefined {
	if (container.kind !== "there" || ours.length === 0) {
		return item && withItem(text, container, place, dialect, item);
	}
	// From the end, so that the places of the others stay right.
	let result: string | undefined = text;
	for (const each of ours.toSorted((a, b) => b.item.start - a.item.start)) {
		if (result === undefined) return undefined;
		if (each === ours[0] && item !== undefined) {
			result = withItemInstead(result, container, dialect, each.item, item);
		} else {
			result = withoutItem(result, container, each.item, isLastOf(container, ours, each, item));
		}
	}
	return result;
}

function isLastOf({ items }: There, ours: readonly Ours[], each: Ours, item: NewItem | undefined): boolean {
	const isFirst = ours.every(({ item: { start } }) => start >= each.item.start);
	return item === undefined && isFirst && items.length === ours.length;
}

/** Whether a text is valid and differs from the one before in our entry only, which is exactly as it was wanted. */
function means(
	text: string,
	{
		before,
		ours,
		wanted,
	}: { readonly before: Readable; readonly ours: readonly Ours[]; readonly wanted: Table | undefined },
	entry: ServerEntry,
	form: YamlServers,
): boolean {
	const after = parseYaml(text, form.dialect);
	if (after.kind === "broken") return false;
	const now = look(after, findContainer(after, form.place), entry, form).ours;
	const rest = (parsed: Readable, without: readonly Ours[]): string =>
		yamlOutline(parsed, form.place, (value) => without.some(({ item }) => item.value === value));
	if (rest(before, ours) !== rest(after, now)) return false;
	return wanted === undefined ? now.length === 0 : now.length === 1 && sameToml(now[0]?.value, wanted);
}
