import type { JsonItem } from "./jsonFile";
import type { JsonObject } from "./jsonc";
import type { JsonChange } from "./jsoncChanges";
import { objectAt } from "./jsonServers";

/**
 * Texts of ours in a list of the user's, which is a member of the object at `place`: rules that allow our tools. Where the
 * user has left some of them only, that is how they want it.
 */
export function jsonList(place: readonly string[], member: string, texts: readonly string[]): JsonItem {
	const name = [...place, member].join(".");
	const listIn = (document: JsonObject): readonly unknown[] | undefined => {
		const list = objectAt(document, place)?.[member] ?? [];
		return Array.isArray(list) && objectAt(document, place) !== undefined ? list : undefined;
	};
	return {
		place,
		name,
		changes(document, _entry, want): readonly JsonChange[] | { kind: "reshaped"; name: string } {
			const list = listIn(document);
			const path = [...place, member];
			if (list === undefined) return want === "connected" ? { kind: "reshaped", name } : [];
			const places = list.flatMap((each, at) => (isOneOf(texts, each) ? [at] : []));
			if (want === "disconnected") return places.toReversed().map((at) => ({ kind: "remove", path: [...path, at] }));
			if (places.length > 0) return [];
			return texts.map((text, at) => ({ kind: "set", path: [...path, list.length + at], value: text }));
		},
		state: (document) => ((listIn(document) ?? []).some((each) => isOneOf(texts, each)) ? "current" : "absent"),
	};
}

function isOneOf(texts: readonly string[], value: unknown): boolean {
	return typeof value === "string" && texts.includes(value);
}
