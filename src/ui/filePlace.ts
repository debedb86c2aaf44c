/**
 * Where a path that an agent wrote leads, as a path below one of the folders. Undefined: it leads out of them.
 * `base` is the folder that a relative path starts from.
 */
export function pathInside(folders: readonly string[], base: string | undefined, path: string): string | undefined {
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
