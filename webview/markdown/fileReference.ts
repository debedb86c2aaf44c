import type { FileReference } from "./syntax";

const NAME = "[\\p{L}\\p{N}_@+~-]";
const SEGMENT = `(?:${NAME}|\\.)+`;
/** `dir/file.ext:12`, with a column perhaps; the extension begins with a letter, so that an address with a port is none. */
const REFERENCE = `((?:[A-Za-z]:)?[\\\\/]?(?:${SEGMENT}[\\\\/])*(?:${SEGMENT})?\\.[A-Za-z][A-Za-z0-9]{0,9}):(\\d{1,7})(?::\\d{1,5})?`;
const AT_START = new RegExp(`${REFERENCE}(?![\\p{L}\\p{N}_:/\\\\])`, "uy");
/** A name without a folder that ends so is rather a host with its port. */
const HOST = /^[^\\/]+\.(?:com|org|net|io|dev|local|app|cloud)$/i;

/** The file reference that begins at `index`, if one does. */
export function fileReferenceAt(text: string, index: number, isCode = false): FileReference | undefined {
	AT_START.lastIndex = index;
	const [whole, path, line] = AT_START.exec(text) ?? [];
	if (whole === undefined || path === undefined) return undefined;
	if (HOST.test(path) || path.split(/[\\/]/).includes("..")) return undefined;
	return { kind: "file", text: whole, path, line: Math.max(1, Number(line)), isCode };
}

/** Whether it may lie inside that folder: relative, or below it by name. The host checks before it opens anything. */
export function isInside(root: string | undefined, path: string): boolean {
	const isAbsolute = /^(?:[A-Za-z]:)?[\\/]/.test(path);
	if (!isAbsolute) return true;
	return root !== undefined && (path.startsWith(`${root}/`) || path.startsWith(`${root}\\`));
}
