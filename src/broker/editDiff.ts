type Fields = Readonly<Record<string, unknown>>;

/** What an agent's edit would change, as a unified diff or as the file's new content. */
export interface EditText {
	/** What, in one line. */
	readonly action: string;
	readonly detail: string;
}

const PATCH_TOOL = /^(?:apply_patch|patch)$/i;
/** Tools of a server can have fields of the same names and mean something else. */
const EDIT_TOOL = /^(?:edit|multi_?edit|write|write_file|edit_file|replace|create|str_replace(?:_editor)?)$/i;

/** Undefined for what is no edit that we know. */
export function editDiff(tool: string, input: unknown): EditText | undefined {
	if (PATCH_TOOL.test(tool)) return patchText(input);
	if (!EDIT_TOOL.test(tool) || typeof input !== "object" || input === null || Array.isArray(input)) return undefined;
	const fields = input as Fields;
	const path = first(fields, ["file_path", "filePath", "filepath", "path"]);
	if (path === undefined) return undefined;
	const diff = first(fields, ["diff", "patch"]);
	if (diff !== undefined) return { action: `Edit ${path}`, detail: diff };
	const content = first(fields, ["content", "file_text"]);
	if (content !== undefined) return { action: `Write ${path}`, detail: content };
	const hunks = replacements(fields);
	if (hunks === undefined) return undefined;
	return { action: `Edit ${path}`, detail: [`--- ${path}`, `+++ ${path}`, ...hunks.flatMap(hunk)].join("\n") };
}

function patchText(input: unknown): EditText | undefined {
	const fields: Fields = typeof input === "object" && input !== null ? (input as Fields) : {};
	const patch = typeof input === "string" ? input : first(fields, ["patch", "input", "command", "diff"]);
	if (patch === undefined) return undefined;
	const files = [...patch.matchAll(/^\*\*\* (?:Add|Update|Delete) File: (.+)$|^\+\+\+ (?:b\/)?(.+)$/gm)].map(
		([, own, unified]) => own ?? unified,
	);
	return { action: files.length === 0 ? "Apply a patch" : `Edit ${files.join(", ")}`, detail: patch };
}

interface Replacement {
	readonly before: string;
	readonly after: string;
	readonly isEverywhere: boolean;
}

function replacements(fields: Fields): readonly Replacement[] | undefined {
	const { edits } = fields;
	const all = Array.isArray(edits) ? edits.map((each) => replacement(each)) : [replacement(fields)];
	const known = all.filter((each) => each !== undefined);
	return known.length === all.length && known.length > 0 ? known : undefined;
}

function replacement(raw: unknown): Replacement | undefined {
	if (typeof raw !== "object" || raw === null) return undefined;
	const fields = raw as Fields;
	const before = fields["old_string"] ?? fields["oldString"] ?? fields["old_str"];
	const after = fields["new_string"] ?? fields["newString"] ?? fields["new_str"];
	if (typeof before !== "string" || typeof after !== "string") return undefined;
	return { before, after, isEverywhere: fields["replace_all"] === true || fields["replaceAll"] === true };
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

/** The first of these fields that is a text. */
function first(fields: Fields, names: readonly string[]): string | undefined {
	return names.map((name) => fields[name]).find((value) => typeof value === "string");
}
