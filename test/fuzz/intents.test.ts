import fc from "fast-check";
import { describe, expect } from "vitest";
import { PANEL_COMMANDS } from "../../src/protocol/intents";
import { parseIntent } from "../../src/protocol/parseIntent";
import { fuzz } from "./fuzz";
import { json, nearly, text } from "./hostile";

const GOOD: readonly object[] = [
	{ kind: "ready" },
	{ kind: "no-sound" },
	{ kind: "answer", id: "1", response: "8080", images: ["2"] },
	{ kind: "dismiss", id: "1" },
	{ kind: "allow-once", id: "1" },
	{ kind: "deny", id: "1", message: "no" },
	{ kind: "allow-always", id: "1", covers: "pattern", pattern: "npm test" },
	{ kind: "step", id: "1", step: { kind: "rule", covers: "exact", pattern: "x" } },
	{ kind: "open-diff", id: "1", file: 0 },
	{ kind: "draft", id: "1", text: "a", choice: "b" },
	{ kind: "attach-selection", id: "1", text: "a" },
	{ kind: "attach-file", id: "1", text: "a" },
	{ kind: "attach-image", id: "1", name: "a.png", data: Uint8Array.of(137) },
	{ kind: "remove-image", id: "1", image: "2" },
	{ kind: "hand-over", id: "1", on: true },
	{ kind: "set-private", id: "1", on: true },
	{ kind: "copy", what: "draft", id: "1" },
	{ kind: "open-file", session: "s", path: "a.ts", line: 1 },
	{ kind: "show-history", query: { text: "", limit: 10, about: "plan", agentId: "codex" } },
	{ kind: "collapse", id: "1", folded: false },
	{ kind: "command", command: "restart" },
];

function check(raw: unknown): void {
	const intent = parseIntent(raw);
	if (intent === undefined) return;
	// Only what is sent can come of it, and only what the panel has a button for.
	const sent = raw as Record<string, unknown>;
	expect(Object.hasOwn(sent, "kind") && intent.kind === sent["kind"]).toBe(true);
	if ("id" in intent) expect(intent.id).toBe(sent["id"]);
	if (intent.kind === "command") expect(PANEL_COMMANDS).toContain(intent.command);
	if (intent.kind === "answer") expect(intent.response).toBe(sent["response"]);
	if (intent.kind === "open-file") expect(intent.line >= 1 && Number.isSafeInteger(intent.line)).toBe(true);
}

describe("a message of the panel", () => {
	fuzz("that is anything at all", json, check);
	fuzz(
		"that names a kind",
		fc.tuple(fc.oneof(text, fc.constantFrom(...GOOD.map((each) => Reflect.get(each, "kind") as unknown))), json),
		([kind, rest]) => check({ ...(typeof rest === "object" ? rest : { rest }), kind }),
	);
	fuzz("that is nearly right", fc.constantFrom(...GOOD).chain(nearly), check);
	fuzz(
		"that is no plain data",
		fc.constantFrom(new Map(), new Date(0), new Error("x"), () => "ready", Symbol("x"), 1n, new String("ready"), /x/),
		(raw) => expect(parseIntent(raw)).toBeUndefined(),
		{ runs: 20 },
	);
});
