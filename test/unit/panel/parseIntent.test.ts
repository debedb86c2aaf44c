import fc from "fast-check";
import { expect, test } from "vitest";
import { handleIntent, type Intent, type IntentHandlers } from "../../../src/protocol/intents";
import { parseIntent } from "../../../src/protocol/parseIntent";

const ALL: readonly Intent[] = [
	{ kind: "ready" },
	{ kind: "no-sound" },
	{ kind: "answer", id: "q1", response: "yes", images: [] },
	{ kind: "answer", id: "q1", response: "yes", images: ["i1", "i2"] },
	{ kind: "dismiss", id: "q1" },
	{ kind: "extend", id: "q1" },
	{ kind: "allow-once", id: "a1" },
	{ kind: "deny", id: "a1", message: "Not now." },
	{ kind: "deny", id: "a1", message: undefined },
	{ kind: "allow-always", id: "a1", covers: "pattern", pattern: "npm run" },
	{ kind: "allow-always", id: "a1", covers: "exact", pattern: undefined },
	{ kind: "decide-in-terminal", id: "a1" },
	{ kind: "step", id: "a1", step: { kind: "deny", message: "" } },
	{ kind: "step", id: "a1", step: { kind: "rule", covers: undefined, pattern: undefined } },
	{ kind: "step", id: "a1", step: { kind: "rule", covers: "pattern", pattern: "npm" } },
	{ kind: "step", id: "a1", step: undefined },
	{ kind: "open-diff", id: "a1", file: 0 },
	{ kind: "copy", what: "approval", id: "a1" },
	{ kind: "draft", id: "q1", text: "ye", choice: undefined },
	{ kind: "attach-selection", id: "q1", text: "see" },
	{ kind: "attach-file", id: "q1", text: "" },
	{ kind: "remove-image", id: "q1", image: "i1" },
	{ kind: "discard-draft", id: "q1" },
	{ kind: "hand-over", id: "q1", on: true },
	{ kind: "copy", what: "plan", id: "p1" },
	{ kind: "send-to-terminal", id: "q1" },
	{ kind: "reveal-terminal", session: "s1" },
	{ kind: "open-file", session: "s1", path: "src/a.ts", line: 3 },
	{ kind: "remove-plan", id: "p1" },
	{ kind: "remove-history", id: "h1" },
	{ kind: "set-private", id: "h1", on: true },
	{ kind: "show-history", query: { text: "a", agentId: undefined, about: "plan", limit: 50 } },
	{ kind: "show-history", query: { text: "", agentId: "codex", about: "approval", limit: 50 } },
	{ kind: "show-history", query: undefined },
	{ kind: "collapse", id: "p1", folded: true },
	{ kind: "command", command: "askSample" },
];

test("each intent comes through the post of a webview as it was, without anything that is not of it", () => {
	const posted = ALL.map((intent) => ({ ...JSON.parse(JSON.stringify(intent)), extra: "x" }) as unknown);
	expect(posted.map(parseIntent)).toEqual(ALL);
});

test("an image comes as bytes, and no larger than any that is taken", () => {
	const intent = { kind: "attach-image", id: "q1", name: "a.png", data: Uint8Array.of(137, 80) };
	expect(parseIntent({ ...intent, extra: "x" })).toEqual(intent);
	expect(parseIntent({ ...intent, data: new Uint8Array(4 * 1024 * 1024 + 1) })).toBeUndefined();
});

test.each([
	[undefined],
	[null],
	["answer"],
	[[]],
	[{}],
	[{ kind: "toString" }],
	[{ kind: "__proto__" }],
	[{ kind: "answer", id: "q1" }],
	[{ kind: "answer", id: "", response: "yes" }],
	[{ kind: "answer", id: "q1", response: { toString: 1 } }],
	[{ kind: "answer", id: "q1", response: "x".repeat(70_000) }],
	[{ kind: "answer", id: "q1", response: "yes", images: "i1" }],
	[{ kind: "answer", id: "q1", response: "yes", images: [{ toString: "i1" }] }],
	[{ kind: "answer", id: "q1", response: "yes", images: [""] }],
	[{ kind: "answer", id: "q1", response: "yes", images: Array.from({ length: 33 }, () => "i1") }],
	[{ kind: "attach-selection", id: "q1" }],
	[{ kind: "attach-file", id: "q1", text: "x".repeat(70_000) }],
	[{ kind: "attach-image", id: "q1", name: "a.png" }],
	[{ kind: "attach-image", id: "q1", name: "a.png", data: [137, 80] }],
	[{ kind: "attach-image", id: "q1", name: "a.png", data: { length: 2, 0: 137, 1: 80 } }],
	[{ kind: "attach-image", id: "q1", name: 1, data: Uint8Array.of(137) }],
	[{ kind: "remove-image", id: "q1", image: ["i1"] }],
	[{ kind: "draft", id: "q1", text: "a", choice: 1 }],
	[{ kind: "hand-over", id: "q1", on: "true" }],
	[{ kind: "set-private", id: "h1", on: 1 }],
	[{ kind: "set-private", on: true }],
	[{ kind: "command", command: "workbench.action.terminal.sendSequence" }],
	[{ kind: "command", command: "constructor" }],
	[{ kind: "copy", what: "text", id: "x" }],
	[{ kind: "open-file", session: "s1", path: "", line: 1 }],
	[{ kind: "open-file", session: "s1", path: "a", line: 0 }],
	[{ kind: "open-file", session: "s1", path: "a", line: 1.5 }],
	[{ kind: "show-history", query: { text: "a", limit: 1e9 } }],
	[{ kind: "show-history", query: { text: "a", about: "rule", limit: 5 } }],
	[{ kind: "allow-once" }],
	[{ kind: "deny", id: "a1", message: 1 }],
	[{ kind: "allow-always", id: "a1" }],
	[{ kind: "allow-always", id: "a1", covers: "everything", pattern: "npm" }],
	[{ kind: "allow-always", id: "a1", covers: "pattern", pattern: ["npm"] }],
	[{ kind: "step", id: "a1", step: {} }],
	[{ kind: "step", id: "a1", step: { kind: "allow" } }],
	[{ kind: "step", id: "a1", step: { kind: "deny" } }],
	[{ kind: "step", id: "a1", step: { kind: "rule", covers: "all" } }],
	[{ kind: "open-diff", id: "a1", file: -1 }],
	[{ kind: "open-diff", id: "a1", file: 0.5 }],
])("%j is not understood", (raw) => {
	expect(parseIntent(raw)).toBeUndefined();
});

const kinds = fc.constantFrom(...ALL.map(({ kind }) => kind), "decide", "");
const value = fc.oneof(fc.anything(), fc.string(), fc.integer(), fc.constantFrom("askSample", "draft", true));
const message = fc.oneof(
	fc.anything(),
	fc.record(
		{
			kind: kinds,
			id: value,
			response: value,
			text: value,
			choice: value,
			on: value,
			what: value,
			session: value,
			path: value,
			line: value,
			query: value,
			folded: value,
			command: value,
			message: value,
			covers: value,
			pattern: value,
			step: value,
			file: value,
		},
		{ requiredKeys: ["kind"] },
	),
);

test("no message throws, and what is understood has the shape that its handler expects", () => {
	const seen: string[] = [];
	const handlers = Object.fromEntries(
		ALL.map(({ kind }) => [kind, (intent: Intent) => seen.push(intent.kind)]),
	) as unknown as IntentHandlers;
	fc.assert(
		fc.property(message, (raw) => {
			const intent = parseIntent(raw);
			if (intent === undefined) return;
			handleIntent(handlers, intent);
			expect(seen.at(-1)).toBe(intent.kind);
			expect(parseIntent(JSON.parse(JSON.stringify(intent)))).toEqual(intent);
		}),
		{ numRuns: 2_000 },
	);
	expect(seen.length).toBeGreaterThan(0);
});
