import type { EditPlan, EntryState, FilePart, Machine, ServerEntry } from "./integration";
import { namesBridge } from "./startsBridge";

/** A file that is ours as a whole, in a folder of the agent's. Its text names our bridge: by that it is known again. */
export function ownFile(path: (machine: Machine) => string, text: (entry: ServerEntry) => string): FilePart {
	const isFree = (current: string): boolean => current.trim() === "";
	return {
		path,
		plan(current = "", entry, want): EditPlan {
			const isOurs = !isFree(current) && namesBridge(current, entry);
			if (want === "disconnected") return isOurs ? { kind: "remove" } : { kind: "unchanged" };
			if (!isOurs && !isFree(current)) return { kind: "refused", why: { kind: "foreign", name: "parley" } };
			return current === text(entry) ? { kind: "unchanged" } : { kind: "write", text: text(entry) };
		},
		state(current = "", entry): EntryState {
			if (isFree(current)) return "absent";
			if (!namesBridge(current, entry)) return "foreign";
			return current === text(entry) ? "current" : "outdated";
		},
	};
}

/** A JSON file of ours. */
export function jsonText(content: object): string {
	return `${JSON.stringify(content, undefined, "\t")}\n`;
}
