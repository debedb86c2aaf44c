import { COPYABLE, type Intent, type IntentKind, PANEL_COMMANDS, TEXT_MAX } from "./intents";
import type { ApprovalStep, HistoryItem, HistoryQuery, RuleCover } from "./snapshot";

const ID_MAX = 256;
/** More than an answer takes. */
const IDS_MAX = 32;
/** Larger than any image that is taken: the page sends none that it knows to be too large. */
const IMAGE_MAX = 4 * 1024 * 1024;
const LIMIT_MAX = 1_000;
/** More files than one diff of a request names. */
const FILES_MAX = 10_000;
const COVERS: readonly RuleCover[] = ["exact", "pattern"];
const ABOUT: readonly HistoryItem["about"][] = ["question", "approval", "plan"];

/** What the panel said, or undefined for anything of another shape. */
export function parseIntent(raw: unknown): Intent | undefined {
	if (!isRecord(raw)) return undefined;
	const { kind } = raw;
	if (typeof kind !== "string" || !Object.hasOwn(PARSERS, kind)) return undefined;
	return PARSERS[kind as IntentKind](raw);
}

type Raw = Record<string, unknown>;

const PARSERS: { readonly [K in IntentKind]: (raw: Raw) => Intent<K> | undefined } = {
	ready: () => ({ kind: "ready" }),
	"no-sound": () => ({ kind: "no-sound" }),
	answer: ({ id, response, images = [] }) =>
		isId(id) && isText(response) && isIds(images) ? { kind: "answer", id, response, images } : undefined,
	dismiss: ({ id }) => (isId(id) ? { kind: "dismiss", id } : undefined),
	"allow-once": ({ id }) => (isId(id) ? { kind: "allow-once", id } : undefined),
	deny: ({ id, message }) => (isId(id) && isOptional(message, isText) ? { kind: "deny", id, message } : undefined),
	"allow-always": ({ id, covers, pattern }) =>
		isId(id) && isOneOf(COVERS, covers) && isOptional(pattern, isText)
			? { kind: "allow-always", id, covers, pattern }
			: undefined,
	"decide-in-terminal": ({ id }) => (isId(id) ? { kind: "decide-in-terminal", id } : undefined),
	step: ({ id, step }) => {
		if (!isId(id)) return undefined;
		if (step === undefined || step === null) return { kind: "step", id, step: undefined };
		const parsed = parseStep(step);
		return parsed && { kind: "step", id, step: parsed };
	},
	"open-diff": ({ id, file }) =>
		isId(id) && (file === 0 || isCount(file, FILES_MAX)) ? { kind: "open-diff", id, file } : undefined,
	extend: ({ id }) => (isId(id) ? { kind: "extend", id } : undefined),
	draft: ({ id, text, choice }) =>
		isId(id) && isText(text) && isOptional(choice, isText) ? { kind: "draft", id, text, choice } : undefined,
	"attach-selection": ({ id, text }) => (isId(id) && isText(text) ? { kind: "attach-selection", id, text } : undefined),
	"attach-file": ({ id, text }) => (isId(id) && isText(text) ? { kind: "attach-file", id, text } : undefined),
	"attach-image": ({ id, name, data }) =>
		isId(id) && isText(name) && data instanceof Uint8Array && data.length <= IMAGE_MAX
			? { kind: "attach-image", id, name, data }
			: undefined,
	"remove-image": ({ id, image }) => (isId(id) && isId(image) ? { kind: "remove-image", id, image } : undefined),
	"discard-draft": ({ id }) => (isId(id) ? { kind: "discard-draft", id } : undefined),
	"hand-over": ({ id, on }) => (isId(id) && typeof on === "boolean" ? { kind: "hand-over", id, on } : undefined),
	copy: ({ what, id }) => (isOneOf(COPYABLE, what) && isId(id) ? { kind: "copy", what, id } : undefined),
	"send-to-terminal": ({ id }) => (isId(id) ? { kind: "send-to-terminal", id } : undefined),
	"reveal-terminal": ({ session }) => (isId(session) ? { kind: "reveal-terminal", session } : undefined),
	"open-file": ({ session, path, line }) =>
		isId(session) && isText(path) && path !== "" && isCount(line, Number.MAX_SAFE_INTEGER)
			? { kind: "open-file", session, path, line }
			: undefined,
	"remove-plan": ({ id }) => (isId(id) ? { kind: "remove-plan", id } : undefined),
	"remove-history": ({ id }) => (isId(id) ? { kind: "remove-history", id } : undefined),
	"set-private": ({ id, on }) => (isId(id) && typeof on === "boolean" ? { kind: "set-private", id, on } : undefined),
	"show-history": ({ query }) => {
		if (query === undefined || query === null) return { kind: "show-history", query: undefined };
		const parsed = parseQuery(query);
		return parsed && { kind: "show-history", query: parsed };
	},
	collapse: ({ id, folded }) =>
		isId(id) && typeof folded === "boolean" ? { kind: "collapse", id, folded } : undefined,
	command: ({ command }) => (isOneOf(PANEL_COMMANDS, command) ? { kind: "command", command } : undefined),
};

function parseStep(raw: unknown): ApprovalStep | undefined {
	if (!isRecord(raw)) return undefined;
	const { kind, message, covers, pattern } = raw;
	if (kind === "deny") return isText(message) ? { kind, message } : undefined;
	const isRule = kind === "rule" && isOptional(covers, isCover) && isOptional(pattern, isText);
	return isRule ? { kind, covers, pattern } : undefined;
}

function parseQuery(raw: unknown): HistoryQuery | undefined {
	if (!isRecord(raw)) return undefined;
	const { text, agentId, about, limit } = raw;
	const isOurs = isText(text) && isOptional(agentId, isId) && isOptional(about, isAbout) && isCount(limit, LIMIT_MAX);
	return isOurs ? { text, agentId, about, limit } : undefined;
}

function isRecord(raw: unknown): raw is Raw {
	return typeof raw === "object" && raw !== null && !Array.isArray(raw);
}

function isId(raw: unknown): raw is string {
	return typeof raw === "string" && raw !== "" && raw.length <= ID_MAX;
}

function isIds(raw: unknown): raw is readonly string[] {
	return Array.isArray(raw) && raw.length <= IDS_MAX && raw.every(isId);
}

function isText(raw: unknown): raw is string {
	return typeof raw === "string" && raw.length <= TEXT_MAX;
}

function isCount(raw: unknown, max: number): raw is number {
	return typeof raw === "number" && Number.isSafeInteger(raw) && raw >= 1 && raw <= max;
}

function isCover(raw: unknown): raw is RuleCover {
	return isOneOf(COVERS, raw);
}

function isAbout(raw: unknown): raw is HistoryItem["about"] {
	return isOneOf(ABOUT, raw);
}

function isOptional<T>(raw: unknown, is: (raw: unknown) => raw is T): raw is T | undefined {
	return raw === undefined || is(raw);
}

function isOneOf<T extends string>(all: readonly T[], raw: unknown): raw is T {
	return all.some((each) => each === raw);
}
