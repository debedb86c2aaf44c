import { isObject, parseJsonc, sameJson } from "./jsonc";
import { type JsonPath, wholeOf, withName, withoutValue, withValue } from "./jsoncEdits";

export type JsonChange =
	| { readonly kind: "set"; readonly path: JsonPath; readonly value: unknown }
	/** With what holds nothing else. */
	| { readonly kind: "remove"; readonly path: JsonPath }
	/** `name` instead of the last key of the path. */
	| { readonly kind: "rename"; readonly path: JsonPath; readonly name: string };

/**
 * The text after the changes, one after the other. Undefined where that cannot be done without touching something else:
 * afterwards both texts are parsed, and they must differ in these changes only.
 */
export function changedJsonc(text: string, changes: readonly JsonChange[]): string | undefined {
	const before = parseJsonc(text);
	if (before.kind === "broken") return undefined;
	let [now, meant]: [string, unknown] = [text, before.value];
	for (const change of changes) {
		const exact = change.kind === "remove" ? { ...change, path: wholeOf(now, change.path) } : change;
		const next = textAfter(now, exact);
		if (next === undefined) return undefined;
		[now, meant] = [next, valueAfter(meant, exact)];
	}
	const after = parseJsonc(now);
	return after.kind === "document" && sameJson(after.value, meant) ? now : undefined;
}

function textAfter(text: string, change: JsonChange): string | undefined {
	switch (change.kind) {
		case "set":
			return withValue(text, change.path, change.value);
		case "remove":
			return withoutValue(text, change.path);
		case "rename":
			return withName(text, change.path, change.name);
	}
}

function valueAfter(value: unknown, change: JsonChange): unknown {
	const [key, ...path] = change.path;
	if (key === undefined) return change.kind === "set" ? change.value : value;
	if (typeof key === "number" || Array.isArray(value)) {
		const list = Array.isArray(value) ? (value as readonly unknown[]) : [];
		const at = Number(key);
		if (path.length === 0 && change.kind === "remove") return list.toSpliced(at, 1);
		return list.toSpliced(at, 1, valueAfter(list[at], { ...change, path }));
	}
	const members = Object.entries(isObject(value) ? value : {});
	const at = members.findIndex(([name]) => name === key);
	const inner = at === -1 ? undefined : members[at]?.[1];
	if (path.length > 0 || change.kind === "set") {
		return objectOf(
			members.toSpliced(at === -1 ? members.length : at, 1, [key, valueAfter(inner, { ...change, path })]),
		);
	}
	return objectOf(change.kind === "remove" ? members.toSpliced(at, 1) : members.toSpliced(at, 1, [change.name, inner]));
}

/** Without a prototype, as the parser makes them: any name may be a key. */
function objectOf(members: readonly (readonly [string, unknown])[]): unknown {
	const object = Object.create(null) as Record<string, unknown>;
	for (const [name, value] of members) object[name] = value;
	return object;
}
