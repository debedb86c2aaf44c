import type { EditPlan, EditRefusal, EntryState, FilePart, ServerEntry } from "./integration";
import { BOM } from "./lines";
import { sameToml, type Table } from "./toml";
import { parseYaml } from "./yaml";
import type { Container, There } from "./yamlContainer";
import { withItem, withItemInstead, withoutItem } from "./yamlEdit";
import { yamlOutline } from "./yamlOutline";
import { isEntangled, look, type Looked, type Ours, type Readable, type YamlServers } from "./yamlOurs";
import type { NewItem } from "./yamlText";

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

function plan(text: string, entry: ServerEntry, want: "connected" | "disconnected", form: YamlServers): EditPlan {
	const before = parseYaml(text, form.dialect);
	if (before.kind === "broken") return refused({ kind: "unparsable", line: before.line, reason: before.reason });
	const [name] = form.names;
	const looked = look(before, entry, form);
	const { container, ours, isForeign } = looked;
	if (isForeign && want === "connected") return refused({ kind: "foreign", name });
	if (ours.length === 0 && want === "disconnected") return { kind: "unchanged" };

	const [newest] = ours;
	const wanted = want === "connected" ? form.server(entry, newest?.value) : undefined;
	if (isRight(looked, wanted, form)) return { kind: "unchanged" };
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
	const looked = look(parsed, entry, form);
	const [newest] = looked.ours;
	if (newest === undefined) return looked.isForeign ? "foreign" : "absent";
	if (form.isDisabled(newest.value)) return "disabled";
	return isRight(looked, form.server(entry, newest.value), form) ? "current" : "outdated";
}

function isRight({ ours }: Looked, wanted: Table | undefined, { names }: YamlServers): boolean {
	const [newest] = ours;
	return ours.length === 1 && newest?.name === names[0] && sameToml(newest.value, wanted);
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
	const now = look(after, entry, form).ours;
	const rest = (parsed: Readable, without: readonly Ours[]): string =>
		yamlOutline(parsed, form.place, (value) => without.some(({ item }) => item.value === value));
	if (rest(before, ours) !== rest(after, now)) return false;
	return wanted === undefined ? now.length === 0 : now.length === 1 && sameToml(now[0]?.value, wanted);
}
