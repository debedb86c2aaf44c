import type { Node } from "jsonc-parser";
import type { EditPlan, EditRefusal, EntryState, FilePart, ServerEntry } from "./integration";
import { isObject, type JsonObject, lineAt, parseJsonc } from "./jsonc";
import { changedJsonc, type JsonChange } from "./jsoncChanges";

/** Something of ours in a JSON file of the user's: a server, hooks. Each is about members of its own. */
export interface JsonItem {
	/** The object, from the root, that ours is in. */
	readonly place: readonly string[];
	/** What the items are called that people may meet there. */
	readonly name: string;
	/** None: it is as it has to be. `document` is the whole file. */
	changes(document: JsonObject, entry: ServerEntry, want: "connected" | "disconnected"): JsonItemPlan;
	state(document: JsonObject, entry: ServerEntry): EntryState;
}

export type JsonItemPlan = readonly JsonChange[] | EditRefusal;

/** Plans for what of ours is in one JSON file, with comments or without; everything else in it stays byte for byte. */
export function jsonFile(...[first, ...others]: readonly [JsonItem, ...JsonItem[]]): Pick<FilePart, "plan" | "state"> {
	const items = [first, ...others];
	return {
		plan: (current = "", entry, want) => plan(current, entry, want, items),
		state(current = "", entry) {
			const document = parsed(current, items);
			if ("kind" in document) return "unreadable";
			const [own, ...rest] = items.map((item) => item.state(document.value, entry));
			const isWhole = rest.every((state) => state === "current");
			return own === "current" && !isWhole ? "outdated" : (own ?? "unreadable");
		},
	};
}

function plan(
	current: string,
	entry: ServerEntry,
	want: "connected" | "disconnected",
	items: readonly JsonItem[],
): EditPlan {
	const document = parsed(current, items);
	if ("kind" in document) return { kind: "refused", why: document };
	let text = current;
	for (const item of items) {
		const planned = item.changes(document.value, entry, want);
		if ("kind" in planned) return { kind: "refused", why: planned };
		const changed = planned.length === 0 ? text : changedJsonc(text, planned);
		if (changed === undefined) return { kind: "refused", why: { kind: "reshaped", name: item.name } };
		text = changed;
	}
	return text === current ? { kind: "unchanged" } : { kind: "write", text };
}

/** The file, if it can be understood in one way only: readers differ in what a key means that is there twice. */
function parsed(text: string, items: readonly JsonItem[]): { readonly value: JsonObject } | EditRefusal {
	const document = parseJsonc(text);
	if (document.kind === "broken") return { kind: "unparsable", line: document.line, reason: document.reason };
	const { body, root, value } = document;
	if (!isObject(value)) return { kind: "unparsable", line: lineAt(body, root?.offset ?? 0), reason: "object expected" };
	for (const { place } of items) {
		const twice = root && doubleKey(root, place);
		if (twice === undefined) continue;
		const reason = `${JSON.stringify(twice.value)} is there twice`;
		return { kind: "unparsable", line: lineAt(body, twice.offset), reason };
	}
	return { value };
}

/** The second of two equal keys on the way to a place, or directly in it. */
function doubleKey(root: Node, place: readonly string[]): Node | undefined {
	let node: Node | undefined = root;
	for (const name of [...place, undefined]) {
		const seen = new Set<unknown>();
		let next: Node | undefined;
		for (const { children: [key, value] = [] } of node?.type === "object" ? (node.children ?? []) : []) {
			if (key === undefined) continue;
			if (seen.has(key.value) && (name === undefined || key.value === name)) return key;
			seen.add(key.value);
			if (key.value === name) next = value;
		}
		node = next;
	}
	return undefined;
}
