import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { codexHooks } from "../../../src/agents/codexHooks";
import type { EditPlan, FilePart } from "../../../src/agents/integration";

const entry = { command: "/state/bin/parley-bridge", args: [] };
const part = codexHooks(() => "/home/ada/.codex/hooks.json");
const plan: FilePart["plan"] = (...asked) => part.plan(...asked);
const state: FilePart["state"] = (...asked) => part.state(...asked);

function written(planned: EditPlan): string {
	if (planned.kind !== "write") throw new Error(`it is ${planned.kind}`);
	return planned.text;
}

/** A hook of the user's own, as they have written it. */
const OWN = `{
  "hooks": {
    "UserPromptSubmit": [
      { "hooks": [{ "type": "command", "command": "~/bin/note" }] }
    ]
  }
}
`;

describe("our hooks in Codex's file", () => {
	it("are these, and stay so byte for byte: Codex trusts a definition", () => {
		const text = written(plan(undefined, entry, "connected"));
		const { hooks } = JSON.parse(text) as { hooks: object };
		expect(Object.keys(hooks)).toEqual(["UserPromptSubmit", "Stop", "Interrupt", "PreToolUse", "PermissionRequest"]);
		expect(hooks).toMatchObject({
			PreToolUse: [{ matcher: "^mcp__parley__" }],
			PermissionRequest: [
				{
					hooks: [
						{
							type: "command",
							command: "/state/bin/parley-bridge hook codex PermissionRequest",
							statusMessage: "Waiting for your decision in VS Code",
							timeout: 600,
						},
					],
				},
			],
		});
		// Not what is right, but what is out there: a new value here asks every user of Codex to trust the hooks again.
		expect(createHash("sha256").update(JSON.stringify(hooks)).digest("hex")).toBe(
			"55af33be7ce6e50e5b5cd267137ef581a42acb2495d3369f193c5c0e01148374",
		);
	});

	it("stand behind the user's own, and go again without a trace", () => {
		const text = written(plan(OWN, entry, "connected"));
		const { hooks } = JSON.parse(text) as { hooks: Record<string, readonly unknown[]> };
		expect(hooks["UserPromptSubmit"]).toEqual([
			{ hooks: [{ type: "command", command: "~/bin/note" }] },
			{ hooks: [expect.objectContaining({ command: "/state/bin/parley-bridge hook codex UserPromptSubmit" })] },
		]);
		expect(plan(text, entry, "connected")).toEqual({ kind: "unchanged" });
		expect(state(text, entry)).toBe("current");
		expect(written(plan(text, entry, "disconnected"))).toBe(OWN);
	});

	it("are told apart from those of an older version, and brought up to date where they stand", () => {
		const older = written(plan(OWN, entry, "connected")).replace(`"timeout": 600`, `"timeout": 60`);
		expect(state(older, entry)).toBe("outdated");
		expect(written(plan(older, entry, "connected"))).toBe(written(plan(OWN, entry, "connected")));
	});

	it("are not written into a file that cannot be read", () => {
		expect(plan('{"hooks": [', entry, "connected")).toMatchObject({ kind: "refused", why: { kind: "unparsable" } });
		expect(plan('{"hooks": []}', entry, "connected")).toMatchObject({ kind: "refused", why: { kind: "reshaped" } });
	});

	it("quote a path that a shell would take apart", () => {
		const text = written(plan(undefined, { command: "/home/a da/it's/bin/parley-bridge", args: [] }, "connected"));
		expect(text).toContain(JSON.stringify("'/home/a da/it'\\''s/bin/parley-bridge' hook codex Stop"));
	});

	it("start on Windows through cmd, with what makes the editor's program run as Node", () => {
		const windows = {
			command: "C:\\Code x\\Code.exe",
			args: ["C:\\state\\bin\\bridge.cjs"],
			env: { ELECTRON_RUN_AS_NODE: "1" },
		};
		const { hooks } = JSON.parse(written(plan(undefined, windows, "connected"))) as {
			hooks: { Stop: { hooks: object[] }[] };
		};
		const command =
			'set "ELECTRON_RUN_AS_NODE=1" && "C:\\Code x\\Code.exe" "C:\\state\\bin\\bridge.cjs" hook codex Stop';
		expect(hooks.Stop[0]?.hooks).toMatchObject([{ command, commandWindows: command }]);
		expect(state(written(plan(undefined, windows, "connected")), windows)).toBe("current");
	});
});
