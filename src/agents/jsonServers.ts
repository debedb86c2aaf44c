import type { EditRefusal, EntryState, ServerEntry } from "./integration";
import { isObject, type JsonObject, sameJson } from "./jsonc";
import type { JsonChange } from "./jsoncChanges";
import type { JsonItem, JsonItemPlan } from "./jsonFile";
import { isOff, isOurServer, type JsonServer, jsonServer } from "./jsonServer";

const NAME = "parley";

/**
 * Our entry among the servers of a CLI, which are the members of the object at `place`. `oldNames`: what our entry was
 * called in earlier versions; such an entry gets the present name where it stands, with what its user changed in it.
 */
export function jsonServers(place: readonly string[], server: JsonServer, oldNames: readonly string[]): JsonItem {
	const names = [NAME, ...oldNames];
	return {
		place,
		name: NAME,
		changes(document, entry, want) {
			const servers = objectAt(document, place);
			if (servers === undefined) return want === "connected" ? reshaped : [];
			const ours = names.filter((name) => isOurServer(servers[name], entry));
			if (want === "disconnected") return ours.map((name) => ({ kind: "remove", path: [...place, name] }));
			const [newest, ...others] = ours;
			if (servers[NAME] !== undefined && newest !== NAME) return { kind: "foreign", name: NAME };
			const wanted = jsonServer(server, entry, newest && servers[newest]);
			if (newest === undefined) return [{ kind: "set", path: [...place, NAME], value: wanted }];
			const older = others.map((name): JsonChange => ({ kind: "remove", path: [...place, name] }));
			return [...older, ...moved(place, newest), ...updates([...place, NAME], servers[newest], wanted)];
		},
		state: (document, entry) => state(document, entry),
	};

	function state(document: JsonObject, entry: ServerEntry): EntryState {
		const servers = objectAt(document, place) ?? {};
		const ours = names.find((name) => isOurServer(servers[name], entry));
		if (ours === undefined) return servers[NAME] === undefined ? "absent" : "foreign";
		if (isOff(servers[ours])) return "disabled";
		const isSame = ours === NAME && sameJson(servers[ours], jsonServer(server, entry, servers[ours]));
		return isSame ? "current" : "outdated";
	}
}

const reshaped: EditRefusal = { kind: "reshaped", name: NAME };

/** The object at a place, empty where there is none yet; undefined: something else is on the way. */
export function objectAt(document: JsonObject, place: readonly string[]): JsonObject | undefined {
	let here: unknown = document;
	for (const name of place) {
		here = isObject(here) ? (here[name] === undefined ? {} : here[name]) : undefined;
	}
	return isObject(here) ? here : undefined;
}

function moved(place: readonly string[], from: string): readonly JsonChange[] {
	return from === NAME ? [] : [{ kind: "rename", path: [...place, from], name: NAME }];
}

/** Member by member, so that comments and the order in the entry stay. */
function updates(path: readonly string[], earlier: unknown, wanted: JsonObject): JsonItemPlan & readonly JsonChange[] {
	const before = isObject(earlier) ? earlier : {};
	const set = Object.entries(wanted).filter(([key, value]) => !sameJson(before[key], value));
	return set.map(([key, value]) => ({ kind: "set", path: [...path, key], value }));
}
