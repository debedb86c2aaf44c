import { describe, expect, it } from "vitest";
import { promptAct } from "../../../src/broker/promptAct";
import { parseUnifiedDiff } from "../../../src/protocol/unifiedDiff";

const here = { workdir: "/projects", sessionCwd: "/projects" };
const act = (tool: string, input: unknown, where: object = here) => promptAct({ ...here, ...where, tool, input });

describe("the act behind an agent's own prompt", () => {
	it.each(["Bash", "bash", "run_shell_command", "shell"])("of %s is its command, unchanged", (tool) => {
		expect(act(tool, { command: "npm  test", description: "Run the tests", timeout: 5 })).toEqual({
			kind: "command",
			action: "npm  test",
			detail: undefined,
			reason: "Run the tests",
		});
	});

	it("is the first line of a long command, and all of it below", () => {
		const command = `\n${"a".repeat(199)}😀b && \\\nrm -rf /`;
		expect(act("Bash", { command })).toEqual({
			kind: "command",
			action: `${"a".repeat(199)}😀`,
			detail: command,
			reason: undefined,
		});
	});

	it("is no command where it runs elsewhere or carries more than its command", () => {
		expect([
			act("Bash", { command: "npm test" }, { workdir: "/elsewhere" })?.kind,
			act("Bash", { command: "npm test", dangerouslyDisableSandbox: true })?.kind,
			act("run_shell_command", { command: "npm test", directory: "sub" })?.kind,
			act("Bash", { command: ["npm", "test"] })?.kind,
			act("Bash", { command: " " })?.kind,
			act("mcp__other__bash", { command: "npm test" })?.kind,
		]).toEqual(["other", "other", "other", "other", "other", "other"]);
	});

	it.each([
		["Bash", { command: "npm test" }, "command"],
		["Write", { file_path: "a", content: "b" }, "edit"],
		["mcp__other__tool", {}, "other"],
	])("of %s with %j has no place where that is not told", (tool, input, kind) => {
		expect(act(tool, input)).not.toHaveProperty("isPlaced");
		expect(act(tool, input, { workdir: undefined })).toMatchObject({ kind, isPlaced: false });
	});

	it("of an edit is a diff with what both have in common", () => {
		const input = { file_path: "/projects/a.ts", old_string: "one\ntwo\nthree", new_string: "one\n2\nthree\nfour" };
		expect(act("Edit", input)).toEqual({
			kind: "edit",
			action: "Edit /projects/a.ts",
			detail: "--- /projects/a.ts\n+++ /projects/a.ts\n@@ -1,3 +1,4 @@\n one\n-two\n-three\n+2\n+three\n+four",
			reason: undefined,
		});
	});

	it("of several edits is a hunk for each, and says where one is made everywhere", () => {
		const edits = [
			{ old_string: "a", new_string: "b" },
			{ old_string: "", new_string: "c\n", replace_all: true },
		];
		expect(act("MultiEdit", { file_path: "x", edits })?.detail).toBe(
			"--- x\n+++ x\n@@ -1,1 +1,1 @@\n-a\n+b\n@@ -1,0 +1,2 @@ every occurrence\n+c\n+",
		);
	});

	it.each([
		["Write", { file_path: "x", content: "new\n" }, "Write x", "--- x\n+++ x\n@@ -0,0 +1,2 @@ the whole file\n+new\n+"],
		["create", { path: "x", file_text: "new" }, "Write x", "--- x\n+++ x\n@@ -0,0 +1,1 @@ the whole file\n+new"],
		[
			"edit",
			{ filepath: "x", diff: "--- x\n+++ x\n@@ -1 +1 @@\n-a\n+b" },
			"Edit x",
			"--- x\n+++ x\n@@ -1 +1 @@\n-a\n+b",
		],
		[
			"apply_patch",
			{ command: "*** Begin Patch\n*** Update File: a.ts\n*** Add File: b.ts\n*** End Patch" },
			"Edit a.ts, b.ts",
			"*** Begin Patch\n*** Update File: a.ts\n*** Add File: b.ts\n*** End Patch",
		],
		["apply_patch", "nothing that names a file", "Apply a patch", "nothing that names a file"],
	])("of %s with %j is an edit", (tool, input, action, detail) => {
		expect(act(tool, input)).toEqual({ kind: "edit", action, detail, reason: undefined });
	});

	it.each([
		"--- a/README.md\n+++ b/README.md\n@@ -1 +1 @@\n-a\n+b\n",
		"@@ -1 +1 @@\n-a\n+b",
		"++ b/README.md\n-- a/README.md\ndiff --git a/README.md b/README.md\n\r\n\n",
		"",
	])("of writing what looks like the diff of another file is that file's new content, all of it: %j", (content) => {
		const detail = act("Write", { file_path: "/ws/run.sh", content })?.detail ?? "";
		const lines = content === "" ? [] : content.split("\n");
		expect(parseUnifiedDiff(detail)).toEqual([
			{
				path: "/ws/run.sh",
				added: lines.length,
				removed: 0,
				lines: [
					{ kind: "gap", text: `@@ -0,0 +1,${lines.length} @@ the whole file`, number: undefined },
					...lines.map((text, at) => ({ kind: "added", text, number: at + 1 })),
				],
			},
		]);
	});

	it.each([
		["/ws/README.md\n/../../home/u/.bashrc", "a second line"],
		[`/ws/${"a/../".repeat(60)}../home/u/.ssh/authorized_keys`, "an end that is cut off"],
	])("of an edit whose path would be hidden is everything it says", (path) => {
		for (const [tool, input] of [
			["Write", { file_path: path, content: "hi" }],
			["edit", { filePath: path, diff: "+hi" }],
			["Edit", { file_path: path, old_string: "a", new_string: "b" }],
		] as const) {
			expect(act(tool, input)).toEqual({
				kind: "other",
				action: tool,
				detail: JSON.stringify({ tool, input }, undefined, 2),
				reason: undefined,
			});
		}
	});

	it.each([
		["edit", { filePath: "x", oldString: "a", newString: "b", content: "harmless" }],
		["Write", { file_path: "x", path: "y", content: "z" }],
		["Write", { file_path: "x", content: "y", file_text: "z" }],
		["Write", { file_path: "x", content: "y", mode: "0777" }],
		["Edit", { file_path: "x", old_string: "a", new_string: "b", oldString: "c" }],
		["Edit", { file_path: "x", old_string: "a", new_string: "b", replace_all: "true" }],
		["MultiEdit", { file_path: "x", edits: [{ old_string: "a", new_string: "b", path: "y" }] }],
		["MultiEdit", { file_path: "x", edits: [{ old_string: "a", new_string: "b" }], new_string: "c" }],
		["MultiEdit", { file_path: "x", edits: [] }],
		["apply_patch", { patch: "harmless", command: "*** Begin Patch" }],
		["apply_patch", { patch: ["harmless"] }],
	])("of %s with %j, which is no single form, is everything it says", (tool, input) => {
		expect(act(tool, input)).toEqual({
			kind: "other",
			action: tool,
			detail: JSON.stringify({ tool, input }, undefined, 2),
			reason: undefined,
		});
	});

	it("of a patch with more files than one line has room for is the patch that names them", () => {
		const patch = Array.from({ length: 30 }, (_, at) => `*** Update File: file-${at}.ts`).join("\n");
		expect(act("apply_patch", { command: patch })).toMatchObject({
			kind: "edit",
			action: "Apply a patch",
			detail: patch,
		});
	});

	it("of a tool that only looks like an edit is everything it says", () => {
		const input = { path: "x", content: "y" };
		expect(act("mcp__mail__send", input)).toMatchObject({
			kind: "other",
			action: "mcp__mail__send",
			detail: JSON.stringify({ tool: "mcp__mail__send", input }, undefined, 2),
		});
	});

	it("of the network is the address, and all that is asked of it", () => {
		const input = { url: "https://example.com/", prompt: "What is there?" };
		expect(act("WebFetch", input)).toMatchObject({
			kind: "network",
			action: "https://example.com/",
			detail: JSON.stringify({ tool: "WebFetch", input }, undefined, 2),
		});
	});

	it("is none where nobody could read through it", () => {
		expect(act("Bash", { command: `echo ${"x".repeat(64_000)}` })).toBeUndefined();
	});

	it.each([undefined, null, 7, "text", [], {}])("of %j is what is there", (input) => {
		expect(act("Tool", input)).toMatchObject({ kind: "other", action: "Tool" });
	});
});
