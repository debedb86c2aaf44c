import type { EntryState, ServerEntry } from "./integration";
import { isObject, type JsonObject, sameJson } from "./jsonc";
import type { JsonChange } from "./jsoncChanges";
import type { JsonItem } from "./jsonFile";
import { objectAt } from "./jsonServers";
import { namesBridge } from "./startsBridge";

/** One event of an agent, and the groups of hooks that its list gets for it: a member of the object at `place`. */
export interface HookGroups {
	readonly event: string;
	readonly group: (entry: ServerEntry) => JsonObject;
}

/**
 * Our hooks in a file of the user's: behind their own ones, one group per event. A group is ours if every command in it is.
 */
export function jsonHooks(place: readonly string[], events: readonly HookGroups[]): JsonItem {
	return {
		place,
		name: place.join("."),
		changes(document, entry, want) {
			const hooks = objectAt(document, place);
			if (hooks === undefined) return want === "connected" ? { kind: "reshaped", name: place.join(".") } : [];
			return events.flatMap(({ event, group }) => {
				const path = [...place, event];
				const groups = listAt(hooks, event);
				const places = groups.flatMap((each, at) => (isOurs(each, entry) ? [at] : []));
				if (want === "disconnected") return removals(path, places);
				const wanted = group(entry);
				const [first, ...others] = places;
				if (first === undefined) return [{ kind: "set", path: [...path, groups.length], value: wanted }];
				const older = removals(path, others);
				return sameJson(groups[first], wanted)
					? older
					: [...older, { kind: "set", path: [...path, first], value: wanted }];
			});
		},
		state(document, entry) {
			const hooks = objectAt(document, place) ?? {};
			const states = events.map(({ event, group }): EntryState => {
				const ours = listAt(hooks, event).filter((each) => isOurs(each, entry));
				if (ours.length === 0) return "absent";
				return ours.length === 1 && sameJson(ours[0], group(entry)) ? "current" : "outdated";
			});
			if (states.every((state) => state === "absent")) return "absent";
			return states.every((state) => state === "current") ? "current" : "outdated";
		},
	};
}

/** The last first, so that the places before it stay. */
function removals(path: readonly (string | number)[], places: readonly number[]): readonly JsonChange[] {
	return places.toReversed().map((at) => ({ kind: "remove", path: [...path, at] }));
}

function listAt(hooks: JsonObject, event: string): readonly unknown[] {
	const list = hooks[event];
	return Array.isArray(list) ? list : [];
}

function isOurs(group: unknown, entry: ServerEntry): boolean {
	if (!isObject(group)) return false;
	const hooks = Array.isArray(group["hooks"]) ? (group["hooks"] as readonly unknown[]) : [];
	const commands = hooks.map((hook) => (isObject(hook) ? hook["command"] : undefined));
	return hooks.length > 0 && commands.every((line) => typeof line === "string" && namesBridge(line, entry));
}
