import type { Machine } from "./integration";
import { isObject, type JsonObject } from "./jsonc";
import { joinPath } from "./programs";

/**
 * Whether a CLI of OpenCode's family would load a plug-in at once. Before it does so, it brings the package of its plug-in
 * interface into each of its folders, and waits, without the network for more than a minute. It finds nothing to bring
 * where the folder's lock file knows that package and all that the folder asks for (read in OpenCode 1.18.33, Kilo 7.7.7).
 * A project may have a folder of its own, which is not looked at here.
 */
export function hasPluginPackage(machine: Machine, folder: string, name: string): boolean {
	const path = (file: string): string => joinPath(machine.platform, folder, file);
	if (machine.kindOf(path("node_modules")) !== "folder") return false;
	const { packages } = readJson(machine, path("package-lock.json"));
	const locked = dependenciesOf(isObject(packages) ? packages[""] : undefined);
	const needed = [...dependenciesOf(readJson(machine, path("package.json"))), name];
	return needed.every((each) => locked.includes(each));
}

function dependenciesOf(manifest: unknown): readonly string[] {
	const kinds = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];
	const lists = kinds.map((kind) => (isObject(manifest) ? manifest[kind] : undefined));
	return lists.flatMap((list) => (isObject(list) ? Object.keys(list) : []));
}

/** Empty for anything else than an object, as the CLI takes it. */
function readJson(machine: Machine, file: string): JsonObject {
	try {
		const value: unknown = JSON.parse(machine.readText(file) ?? "{}");
		return isObject(value) ? value : {};
	} catch {
		return {};
	}
}
