import type { ApprovalData } from "../src/protocol/snapshot";
import { type DiffFile, type DiffLine, isPlainHead } from "../src/protocol/unifiedDiff";
import type { PanelContext } from "./context";
import { fill } from "./fill";
import { hiddenNames, showHidden } from "./hiddenNodes";
import { make } from "./make";
import { isInside } from "./markdown/fileReference";
import { linkButton, nameNodes, nameText } from "./names";

/** So many lines of all files are laid out at first, and at each wish for more: thousands would stop the panel. */
const LINES_FIRST = 400;
const LINES_MORE = 2_000;
/** About what the box shows without scrolling. */
const LINES_SEEN = 16;

/** The changes of a request, file by file. Names of hidden characters, also of lines not laid out yet, go to `hidden`. */
export function diffView(
	context: PanelContext,
	data: ApprovalData,
	files: readonly DiffFile[],
	hidden: string[],
): readonly HTMLElement[] {
	let room = LINES_FIRST;
	return files.map((file, index) => {
		const lines = file.lines.filter((line, at) => !isPlainHead(line, at));
		const shown = Math.min(lines.length, Math.max(0, room));
		room -= shown;
		return fileView(context, data, file, index, lines, shown, hidden);
	});
}

function fileView(
	context: PanelContext,
	data: ApprovalData,
	file: DiffFile,
	index: number,
	lines: readonly DiffLine[],
	first: number,
	hidden: string[],
): HTMLElement {
	const { texts } = context;
	for (const { text } of lines) for (const each of hiddenNames(texts, text)) hidden.push(each);
	const name = file.path === "" ? texts.changes : fill(texts.changesIn, { name: nameText(file.path) });
	const digits = lines.reduce((most, { number = 0 }) => Math.max(most, String(number).length), 2);
	const pre = make("pre", { class: "pre diff", tabindex: "0", role: "group", "aria-label": name });
	pre.style.setProperty("--digits", String(digits));
	let shown = 0;
	const more = linkButton("", () => show(shown + LINES_MORE));
	const show = (to: number): void => {
		pre.append(...lines.slice(shown, to).map((line) => lineNode(context, line)));
		shown = Math.min(lines.length, to);
		more.textContent = fill(texts.showMoreLines, { n: lines.length - shown });
		if (shown === lines.length) more.remove();
	};
	show(first);
	const length =
		lines.length > LINES_SEEN ? [make("p", { class: "caption" }, fill(texts.scrollToRead, { n: lines.length }))] : [];
	const rest = shown < lines.length ? [more] : [];
	return make("div", { class: "own" }, head(context, data, file, index), pre, ...length, ...rest);
}

function head(context: PanelContext, { id, source }: ApprovalData, file: DiffFile, index: number): HTMLElement {
	const { texts, post } = context;
	const { added, removed, path } = file;
	const words = fill(texts.addedAndRemovedInWords, { n: added, m: removed });
	const stat = make(
		"span",
		{ class: "stat" },
		make("span", { "aria-hidden": "true" }, fill(texts.addedAndRemoved, { n: added, m: removed })),
		make("span", { class: "sr-only" }, words),
	);
	const nodes = nameNodes(texts, path === "" ? texts.changes : path);
	const line = file.lines.find(({ kind }) => kind === "added" || kind === "removed")?.number ?? 1;
	const open = linkButton("", () =>
		post({ kind: "open-file", session: source.session, path, line: Math.max(1, line) }),
	);
	open.classList.add("name");
	open.append(...nodes);
	const canOpen =
		path !== "" && !path.includes(" → ") && !path.split(/[\\/]/).includes("..") && isInside(source.root, path);
	const diff = linkButton(texts.openDiff, () => post({ kind: "open-diff", id, file: index }));
	return make("div", { class: "file" }, canOpen ? open : make("span", { class: "name" }, ...nodes), stat, diff);
}

const LOOKS = {
	same: ["", " ", "span"],
	added: [" add", "+", "ins"],
	removed: [" del", "-", "del"],
	gap: [" said", " ", "span"],
	note: [" said", " ", "span"],
} as const;

function lineNode({ texts }: PanelContext, { kind, text, number }: DiffLine): HTMLElement {
	const [look, sign, tag] = LOOKS[kind];
	return make(
		"span",
		{ class: `ln${look}` },
		make("span", { class: "no" }, number === undefined ? "" : String(number)),
		make("span", {}, sign),
		make(tag, {}, ...showHidden(texts, text).nodes),
	);
}
