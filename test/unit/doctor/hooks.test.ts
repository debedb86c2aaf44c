import { describe, expect, it } from "vitest";
import { thisMachine } from "../../../src/agents/apply";
import type { ListedAgent } from "../../../src/agents/connections";
import type { Turnless } from "../../../src/agents/integration";
import type { AgentSource } from "../../../src/doctor/agentFacts";
import { hooksFinding } from "../../../src/doctor/agentHooks";
import { english } from "../ui/english";

const HOOKS = "/home/ada/.codex/hooks.json";
const CONFIG = "/home/ada/.codex/config.toml";
const LINE = "/home/ada/.local/state/parley/bin/parley-bridge hook codex";

/** The hooks of somebody else, then ours. */
const definition = JSON.stringify({
	hooks: {
		UserPromptSubmit: [
			{ hooks: [{ type: "command", command: "/opt/other" }] },
			{ hooks: [{ type: "command", command: `${LINE} UserPromptSubmit` }] },
		],
		Stop: [{ hooks: [{ type: "command", command: `${LINE} Stop` }] }],
	},
});

const trust = (...keys: readonly string[]): string =>
	keys.map((key) => `[hooks.state."${HOOKS}:${key}"]\ntrusted_hash = "sha256:0"\n`).join("");

function finding(
	config: string,
	hooks = definition,
	id: ListedAgent["id"] = "codex",
	{ isSeen = false, turnless }: { isSeen?: boolean; turnless?: Turnless } = {},
) {
	const texts = new Map([
		[HOOKS, hooks],
		[CONFIG, config],
	]);
	const agent: ListedAgent = {
		id,
		label: id === "codex" ? "Codex" : "OpenCode",
		files: [CONFIG, HOOKS],
		isOurs: true,
		state: "connected",
	};
	const source: AgentSource = {
		connections: { agents: () => [], prepare: () => Promise.reject(new Error("not asked for")) },
		machine: { ...thisMachine, readText: (path) => texts.get(path) },
		programOf: () => undefined,
		versionOf: () => Promise.resolve(undefined),
		filesOf: ({ files }) => files,
		turnlessOf: () => turnless,
	};
	return hooksFinding(english, agent, source, { isHooked: () => isSeen });
}

describe("the hooks of Codex", () => {
	it("are skipped by it until they are trusted, and the Doctor says which and how", () => {
		expect(finding("")).toEqual({
			status: "warning",
			detail: `They are in ${HOOKS}, but not trusted yet, so Codex skips them: UserPromptSubmit, Stop.`,
			remedy: "Start Codex and choose Review hooks, or type /hooks in it, and trust Parley’s.",
		});
	});

	it("are trusted each by itself, at its own place", () => {
		// The trust of the other's hook, which comes first, is not that of ours.
		const config = trust("user_prompt_submit:0:0", "stop:0:0");
		expect(finding(config).detail).toMatch(/skips them: UserPromptSubmit\.$/);
		expect(finding(trust("user_prompt_submit:1:0", "stop:0:0")).detail).toMatch(/Codex has recorded your trust/);
	});

	it("work only once a session has shown it: what the recorded trust is for is Codex's own to know", () => {
		const recorded = trust("user_prompt_submit:1:0", "stop:0:0");
		expect([false, true].map((isSeen) => finding(recorded, definition, "codex", { isSeen }))).toEqual([
			{
				status: "info",
				detail: `They are in ${HOOKS}, and Codex has recorded your trust. Its next session here shows whether it still holds.`,
			},
			{ status: "ok", detail: `They are in ${HOOKS}, and its turns are followed.` },
		]);
	});

	it.each(["[hooks", 'hooks = "all"', `[hooks.state]\n"${HOOKS}:stop:0:0" = true\n`])(
		"are not trusted by what is none: %j",
		(config) => {
			expect(finding(config).status).toBe("warning");
		},
	);

	it("are not trusted where they were switched off", () => {
		const config = trust("user_prompt_submit:1:0", "stop:0:0").replace('"sha256:0"', '"sha256:0"\nenabled = false');
		expect(finding(config).detail).toMatch(/skips them: UserPromptSubmit\.$/);
	});

	it.each(["", "{", "[]", '{"hooks":[]}', '{"hooks":{"Stop":[{"hooks":[{"command":"/opt/other"}]}]}}'])(
		"are not in place in %j",
		(hooks) => {
			expect(finding("", hooks)).toMatchObject({
				status: "info",
				detail: expect.stringMatching(/^They are not in place/) as string,
			});
		},
	);
});

it("a plug-in that no variable brings along is not in place, whatever file of it is there", () => {
	const file = "export const Parley = () => run(['hook', 'opencode', 'begin'])";
	const variable = "OPENCODE_CONFIG_CONTENT";
	const says = (more: { isSeen?: boolean; turnless?: Turnless }) => finding("", file, "opencode", more);
	expect([
		says({}),
		says({ turnless: { kind: "noPackage" } }),
		says({ turnless: { kind: "taken", variable } }),
		says({ turnless: { kind: "noPackage" }, isSeen: true }),
	]).toEqual([
		{ status: "ok", detail: "They are in place." },
		{
			status: "info",
			detail: "OpenCode has its tools without turns, because its plug-in package is not installed here.",
		},
		{
			status: "info",
			detail: "OpenCode has its tools without turns, because OPENCODE_CONFIG_CONTENT is set to something else.",
		},
		{ status: "ok", detail: "They are in place, and its turns are followed." },
	]);
});

it("an agent without such hooks is no fault", () => {
	expect(finding("", definition, "grok")).toEqual({
		status: "info",
		detail: "Not for this agent: its whole session counts as one turn.",
	});
});
