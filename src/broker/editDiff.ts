import { ACTION_MAX, codePoints } from "../core/limits";

type Fields = Readonly<Record<string, unknown>>;

/** What an agent's edit would change, as a unified diff. */
export interface EditText {
	/** What, in one line. */
	readonly action: string;
	readonly detail: string;
}

const PATCH_TOOL = /^(?:apply_patch|patch)$/i;
/** Tools of a server can have fields of the same names and mean something else. */
const EDIT_TOOL = /^(?:edit|multi_?edit|write|write_file|edit_file|replace|create|str_replace(?:_editor)?)$/i;

const PATH = ["file_path", "filePath", "filepath", "path"];
const DIFF = ["diff", "patch"];
const CONTENT = ["content", "file_text"];
const EDITS = ["edits"];
const BEFORE = ["old_string", "oldString", "old_str"];
const AFTER = ["new_string", "newString", "new_str"];
const EVERYWHERE = ["replace_all", "replaceAll"];
const PATCH = ["patch", "input", "command", "diff"];
/** They say why, or which files once more. */
const BESIDE = ["description", "justification", "patterns"];

/**
 * Undefined for what is no edit that we know, and for one with anything more than its form has: of two forms at once the
 * agent might take the other one.
 */
export function editDiff(tool: string, input: unknown): EditText | undefined {
	if (PATCH_TOOL.test(tool)) return patchText(input);
	if (!EDIT_TOOL.test(tool) || !isFields(input)) return undefined;
	const [path, diff] = texts(input, [PATH, DIFF]);
	if (path !== undefined && diff !== undefined) return { action: `Edit ${path}`, detail: diff };
	const [place, content] = texts(input, [PATH, CONTENT]);
	if (place !== undefined && content !== undefined) {
		return { action: `Write ${place}`, detail: writing(place, content) };
	}
	return replacing(input);
}

/** As a diff too, each line of it one that is added: content that looks like a diff of something else is then none. */
function writing(path: string, content: string): string {
	const lines = linesOf(content);
	const head = `@@ -0,0 +1,${lines.length} @@ the whole file`;
	return [`--- ${path}`, `+++ ${path}`, head, ...lines.map((line) => `+${line}`)].join("\n");
}

function patchText(input: unknown): EditText | undefined {
	const [patch] = typeof input === "string" ? [input] : isFields(input) ? texts(input, [PATCH]) : [];
	if (patch === undefined) return undefined;
	const files = [...patch.matchAll(/^\*\*\* (?:Add|Update|Delete) File: (.+)$|^\+\+\+ (?:b\/)?(.+)$/gm)].map(
		([, own, unified]) => own ?? unified,
	);
	const action = `Edit ${files.join(", ")}`;
	// The patch itself names them all.
	const isNamed = files.length > 0 && codePoints(action) <= ACTION_MAX;
	return { action: isNamed ? action : "Apply a patch", detail: patch };
}

function replacing(fields: Fields): EditText | undefined {
	const { edits } = fields;
	const isList = Array.isArray(edits);
	const [path] = texts(fields, [PATH], isList ? EDITS : [...BEFORE, ...AFTER, ...EVERYWHERE]);
	const all = isList ? (edits as readonly unknown[]) : [fields];
	const known = all.map((each) => replacement(each, each === fields ? PATH : [])).filter((each) => each !== undefined);
	const isAll = known.length === all.length && known.length > 0;
	if (path === undefined || !isAll) return undefined;
	return { action: `Edit ${path}`, detail: [`--- ${path}`, `+++ ${path}`, ...known.flatMap(hunk)].join("\n") };
}

interface Replacement {
	readonly before: string;
	readonly after: string;
	readonly isEverywhere: boolean;
}

function replacement(raw: unknown, beside: readonly string[]): Replacement | undefined {
	if (!isFields(raw)) return undefined;
	const [before, after] = texts(raw, [BEFORE, AFTER], [...EVERYWHERE, ...beside]);
	const everywhere = EVERYWHERE.filter((name) => name in raw).map((name) => raw[name]);
	const isKnown = everywhere.length <= 1 && everywhere.every((value) => typeof value === "boolean");
	if (before === undefined || after === undefined || !isKnown) return undefined;
	return { before, after, isEverywhere: everywhere[0] === true };
}

/** Where in the file it stands is not told. Lines that both have at the ends are context. */
function hunk({ before, after, isEverywhere }: Replacement): readonly string[] {
	const [old, fresh] = [linesOf(before), linesOf(after)];
	const shorter = Math.min(old.length, fresh.length);
	let top = 0;
	while (top < shorter && old[top] === fresh[top]) top++;
	let bottom = 0;
	while (bottom < shorter - top && old[old.length - 1 - bottom] === fresh[fresh.length - 1 - bottom]) bottom++;
	return [
		`@@ -1,${old.length} +1,${fresh.length} @@${isEverywhere ? " every occurrence" : ""}`,
		...old.slice(0, top).map((line) => ` ${line}`),
		...old.slice(top, old.length - bottom).map((line) => `-${line}`),
		...fresh.slice(top, fresh.length - bottom).map((line) => `+${line}`),
		...old.slice(old.length - bottom).map((line) => ` ${line}`),
	];
}

function linesOf(text: string): readonly string[] {
	return text === "" ? [] : text.split("\n");
}

/** The text of each member under exactly one of its names; nothing where one is missing or there is any other field. */
function texts(
	fields: Fields,
	members: readonly (readonly string[])[],
	beside: readonly string[] = [],
): readonly string[] {
	const names = Object.keys(fields).filter((name) => !BESIDE.includes(name) && !beside.includes(name));
	const values = members.flatMap((member) => names.filter((name) => member.includes(name)).map((name) => fields[name]));
	const found = values.filter((value) => typeof value === "string");
	const isEach = members.every((member) => names.some((name) => member.includes(name)));
	return isEach && names.length === members.length && found.length === names.length ? found : [];
}

function isFields(value: unknown): value is Fields {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
