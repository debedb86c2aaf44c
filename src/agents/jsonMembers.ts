import type { JsonChange } from "./jsoncChanges";
import type { JsonItem } from "./jsonFile";
import { objectAt } from "./jsonServers";
import type { JsonObject } from "./jsonc";

/**
 * Members of ours in an object of the user's: rules that allow our tools. What the user says there of the same tools
 * stays, and so does one rule for everything in place of the object.
 */
export function jsonMembers(place: readonly string[], members: JsonObject): JsonItem {
	const names = Object.keys(members);
	return {
		place,
		name: place.join("."),
		changes(document, _entry, want): readonly JsonChange[] {
			const there = objectAt(document, place);
			if (there === undefined) return [];
			if (want === "disconnected") {
				return names
					.filter((name) => there[name] === members[name])
					.map((name) => ({ kind: "remove", path: [...place, name] }));
			}
			return names
				.filter((name) => there[name] === undefined)
				.map((name) => ({ kind: "set", path: [...place, name], value: members[name] }));
		},
		state(document) {
			const there = objectAt(document, place);
			const isWhole = there === undefined || names.every((name) => there[name] !== undefined);
			return isWhole ? "current" : "absent";
		},
	};
}
