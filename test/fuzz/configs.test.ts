import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { agentCatalogue } from "../../src/agents/catalogue";
import { FileEdits } from "../../src/agents/fileEdits";
import type { Files, StateFiles } from "../../src/agents/files";
import type { ByFile, EditPlan, FilePart, ServerEntry } from "../../src/agents/integration";
import { fakeMachine } from "../unit/agents/fakeMachine";
import { fuzz } from "./fuzz";
import { bent, text } from "./hostile";

const entry: ServerEntry = { command: "/state/bin/parley-bridge", args: [] };

const JSON_TEXTS = [
	"",
	"{}",
	'{\n  // mine\n  "mcpServers": {\n    "docs": { "command": "npx", "args": ["-y", "docs"] }, /* x */\n  },\n  "theme": "dark",\n}\n',
	'\uFEFF{\r\n\t"mcp": { "a": { "type": "local", "command": ["a"] } },\r\n\t"hooks": { "Stop": [] }\r\n}',
	'{"mcpServers":{"__proto__":{"parley":{"command":"/state/bin/parley-bridge"}}},"constructor":{}}',
	'{"mcpServers":{"parley":{"command":"other"}}}',
	'{"mcpServers":[],"mcp":null,"hooks":"x"}',
	`{"a":${"[".repeat(400)}${"]".repeat(400)}}`,
	`{"a":${'{"a":'.repeat(400)}`,
];
const TOML_TEXTS = [
	"",
	'# mine\nmodel = "gpt"\n\n[mcp_servers.docs]\ncommand = "npx" # x\nargs = ["-y"]\n\n[tui]\ntheme = "dark"\n',
	'mcp_servers = { a = { command = "x" } }\n',
	'[mcp_servers]\n"parley".command = "other"\n[[rules]]\nx = """\n[mcp_servers.parley]\n"""\n',
	`a = ${"[".repeat(400)}${"]".repeat(400)}\n`,
	"[a.b]\r\nc = 1979-05-27T07:32:00Z\r\n",
];
const YAML_TEXTS = [
	"",
	'# mine\nmcp_servers:\n  docs:\n    command: npx # x\n    args: ["-y", docs]\ntheme: dark\n',
	"mcpServers:\n- name: docs\n  command: npx\nextensions: {a: {type: stdio, cmd: x}}\n",
	"- id: base\n  config: !!js process.env.KEY\n- insert: []\n",
	"a: &a [*a, *a]\nb: {<<: *a}\n",
	`a: ${"[".repeat(100)}${"]".repeat(100)}\n`,
	`${"- ".repeat(100)}x\n`,
	"a: |\n  mcp_servers:\n---\nb: 1\n",
];
const SHELL_TEXTS = ["", '#!/bin/sh\nexec crush "$@"\n', "export A=1\n", "if true; then\n"];

/** Whatever stands in the file: it is refused with a line, or ours goes in, and out again, and nothing else changes. */
function check(part: FilePart, before: string): void {
	const apply = (current: string, want: "connected" | "disconnected"): EditPlan => part.plan(current, entry, want);
	expect(["absent", "current", "outdated", "disabled", "foreign", "unreadable"]).toContain(part.state(before, entry));
	apply(before, "disconnected");
	const plan = apply(before, "connected");
	if (plan.kind === "refused" && plan.why.kind === "unparsable") expect(plan.why.line).toBeGreaterThan(0);
	if (plan.kind !== "write") return;
	expect([apply(plan.text, "connected").kind, part.state(plan.text, entry)]).toEqual(["unchanged", "current"]);
	if (before !== "" && part.state(before, entry) === "absent")
		expect(thereAndBack({ kind: "file", ...part }, before)).toBe(before);
}

/** What becomes of the file by connecting and disconnecting, with nobody else writing to it in between. */
function thereAndBack(way: ByFile, before: string): string | undefined {
	let present: string | undefined = before;
	const kept = new Map<string, string>();
	const files: Files = {
		read: (path) => ({ kind: "file", path, text: present, missingFolders: [] }),
		replace: (_, text) => void (present = text),
		removeEmpty: () => undefined,
	};
	const state: StateFiles = {
		read: (path) => kept.get(path),
		write: (path, text) => void kept.set(path, text),
		remove: (path) => void kept.delete(path),
		setAside: (path) => path,
	};
	const hash = (text: string): string => createHash("sha256").update(text).digest("hex");
	const shared = { state, exclusively: <R>(run: () => R): R => run(), onSetAside: () => undefined };
	const edits = new FileEdits({ ...shared, files, machine: fakeMachine(), entry, hash });
	for (const want of ["connected", "disconnected"] as const) {
		const shown = edits.preview("codex", { ...way, also: [] }, want);
		if (shown.kind === "edit") expect(edits.apply(shown.edit)).toBeUndefined();
	}
	return present;
}

const FORMS = [JSON_TEXTS, TOML_TEXTS, YAML_TEXTS, SHELL_TEXTS];

describe("a file of the user's", () => {
	for (const { label, way, fallback } of agentCatalogue()) {
		const files = [way, fallback].flatMap((each) => (each?.kind === "file" ? [each, ...(each.also ?? [])] : []));
		for (const [index, part] of files.entries()) {
			const texts = fc.oneof(
				{ weight: 6, arbitrary: bent(fc.constantFrom(...FORMS.flat())) },
				{ weight: 1, arbitrary: text },
			);
			fuzz(`${label} ${index + 1}`, texts, (before) => check(part, before), { runs: 150 });
		}
	}

	it("that is nested beyond all sense is refused, too", () => {
		const ways = agentCatalogue().flatMap(({ way, fallback }) => [way, fallback]);
		for (const way of ways) {
			if (way?.kind !== "file") continue;
			for (const nested of [`{"a":${"[".repeat(3_000)}${"]".repeat(3_000)}}`, `${"- ".repeat(2_000)}x\n`])
				check(way, nested);
		}
	});
});
