/** A file as an agent wrote it in a text. */
export interface Reference {
	readonly path: string;
	readonly line: number;
	/** The folders that a relative path may start from, the likeliest first. */
	readonly bases: readonly (string | undefined)[];
	/** Of the workspace. */
	readonly folders: readonly string[];
}

export interface Disk {
	/** Without any link in it; undefined where nothing is there. */
	readonly realPath: (path: string) => string | undefined;
	readonly isFile: (path: string) => Promise<boolean>;
}

export type FoundReference =
	| { readonly kind: "open"; readonly path: string }
	/** It is not where it should be: `text` is for VS Code's file search. */
	| { readonly kind: "search"; readonly text: string }
	| { readonly kind: "refused"; readonly why: string };

const LEADS_OUT: FoundReference = { kind: "refused", why: "leads out of the workspace" };

/** What to do with a reference. The page that sent it is not trusted: nothing outside the workspace is ever opened. */
export async function findReference(reference: Reference, disk: Disk): Promise<FoundReference> {
	const { path, line, bases, folders } = reference;
	const inside = bases.map((base) => pathInside(folders, base, path)).filter((place) => place !== undefined);
	if (inside.length === 0) return LEADS_OUT;
	const realFolders = folders.map(disk.realPath).filter((folder) => folder !== undefined);
	for (const place of new Set(inside)) {
		const real = disk.realPath(place);
		if (real === undefined) continue;
		// A link in the workspace may lead anywhere.
		if (pathInside(realFolders, undefined, real) === undefined) return LEADS_OUT;
		if (await disk.isFile(place)) return { kind: "open", path: place };
	}
	const name = path.replace(NO_NAME, "");
	if (name === "" || /[\s\p{Cc}]/u.test(name)) return { kind: "refused", why: "is nothing to search for" };
	return { kind: "search", text: `${name}:${line}` };
}

/**
 * VS Code's search becomes another list by what its text begins with: `>` lists commands, `task ` tasks. So the text
 * begins as a file's name does, and has no blank.
 */
const NO_NAME = /^[^\p{L}\p{N}_.~/\\-]+/u;

/**
 * Where a path that an agent wrote leads, as a path below one of the folders. Undefined: it leads out of them.
 * `base` is the folder that a relative path starts from.
 */
function pathInside(folders: readonly string[], base: string | undefined, path: string): string | undefined {
	const isAbsolute = /^(?:[A-Za-z]:)?[\\/]/.test(path);
	if (!isAbsolute && base === undefined) return undefined;
	const whole = normal(isAbsolute ? path : `${base ?? ""}/${path}`);
	return whole !== undefined && folders.some((folder) => isBelow(normal(folder), whole)) ? whole : undefined;
}

function isBelow(folder: string | undefined, path: string): boolean {
	return folder !== undefined && path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}

/** Slashes, without `.` and `..`; undefined where `..` leads above the root. */
function normal(path: string): string | undefined {
	const parts: string[] = [];
	const [root = "", ...rest] = path.replaceAll("\\", "/").split("/");
	for (const part of rest) {
		if (part === "" || part === ".") continue;
		if (part === "..") {
			if (parts.pop() === undefined) return undefined;
		} else parts.push(part);
	}
	// Windows writes drive letters either way.
	return [root.toLowerCase(), ...parts].join("/");
}
