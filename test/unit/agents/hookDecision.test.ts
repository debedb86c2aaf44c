import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hookDecision } from "../../../src/bridge/hookDecision";

/** What Claude Code 2.1.332 really sends, shortened. */
const call = {
	session_id: "a093a07c-bac6-4478-bc01-72a04a6eb47b",
	cwd: "/work",
	permission_mode: "default",
	hook_event_name: "PreToolUse",
	tool_name: "mcp__plugin_parley_parley__clarify",
	tool_input: { question: "Which colour?" },
	tool_use_id: "toolu_1",
	mcp_server: { name: "plugin:parley:parley", source: "plugin" },
};
const decide = (input: object, agent = "claude-code", event = "PreToolUse"): unknown => {
	const answer = hookDecision(agent, event, JSON.stringify(input));
	return answer === undefined ? undefined : JSON.parse(answer);
};

describe("the hook before a tool of Claude Code", () => {
	it.each(["clarify", "update_plan", "request_approval"])("allows the main agent's %s", (tool) => {
		expect(decide({ ...call, tool_name: `mcp__plugin_parley_parley__${tool}` })).toEqual({
			hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "allow" },
		});
	});

	it.each(["clarify", "update_plan", "request_approval"])(
		"denies a sub-agent's %s and says what to do instead",
		(tool) => {
			const input = { ...call, tool_name: `mcp__plugin_parley_parley__${tool}`, agent_id: "a1", agent_type: "Explore" };
			expect(decide(input)).toEqual({
				hookSpecificOutput: {
					hookEventName: "PreToolUse",
					permissionDecision: "deny",
					permissionDecisionReason: expect.stringContaining(
						"return the question or the plan to the agent that started you",
					) as string,
				},
			});
		},
	);

	it.each([
		"Bash",
		"mcp__parley__clarify",
		"mcp__plugin_parley_parley__clarify_all",
		"mcp__plugin_parley_parley__delete",
		"xmcp__plugin_parley_parley__clarify",
		"mcp__plugin_parley_parley__clarify\n",
		"MCP__PLUGIN_PARLEY_PARLEY__CLARIFY",
	])("decides nothing about %j", (tool) => {
		expect(decide({ ...call, tool_name: tool })).toBeUndefined();
	});

	it("decides nothing for another agent or event", () => {
		expect([
			decide(call, "codex"),
			decide(call, "claude-code", "PermissionRequest"),
			decide({ ...call, hook_event_name: "PermissionRequest" }),
			decide(call, "", ""),
		]).toEqual([undefined, undefined, undefined, undefined]);
	});

	it("never throws, and answers no input but a call of our tools", () => {
		const word = fc.constantFrom("claude-code", "codex", "PreToolUse", "", "__proto__");
		const value = fc.oneof(fc.jsonValue(), fc.constantFrom("PreToolUse", call.tool_name, "Bash"));
		const field = fc.constantFrom("tool_name", "hook_event_name", "agent_id", "__proto__", "tool_input");
		const near = fc.dictionary(field, value).map((fields) => JSON.stringify(fields));
		const cut = fc.nat(JSON.stringify(call).length).map((length) => JSON.stringify(call).slice(0, length));
		const input = fc.oneof(fc.string(), fc.string({ unit: "binary" }), fc.json(), near, cut);
		fc.assert(
			fc.property(word, word, input, (agent, event, text) => {
				const answer = hookDecision(agent, event, text);
				if (answer === undefined) return;
				const { tool_name, hook_event_name } = JSON.parse(text) as Record<string, unknown>;
				expect([agent, event, hook_event_name, tool_name]).toEqual([
					"claude-code",
					"PreToolUse",
					"PreToolUse",
					call.tool_name,
				]);
			}),
			{ numRuns: 5_000 },
		);
	});
});
