import { describe, expect, it } from "vitest";
import { dialectOf } from "../../../src/bridge/hooks/dialectOf";

describe("the words of a decision", () => {
	it.each([
		["claude-code", '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}}'],
		["codex", '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}}'],
		["qwen", '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}}'],
		["copilot", '{"behavior":"allow"}'],
		["opencode", '{"decision":"allow"}'],
	])("of %s allow once and no more", (agent, line) => {
		expect(dialectOf(agent)?.permission?.allow).toBe(line);
	});

	it.each([
		["claude-code", '{"hookSpecificOutput":{"hookEventName":"UserPromptSubmit","additionalContext":"a\\nb"}}'],
		["codex", '{"hookSpecificOutput":{"hookEventName":"UserPromptSubmit","additionalContext":"a\\nb"}}'],
		["qwen", '{"hookSpecificOutput":{"hookEventName":"UserPromptSubmit","additionalContext":"a\\nb"}}'],
		["gemini", '{"hookSpecificOutput":{"hookEventName":"BeforeAgent","additionalContext":"a\\nb"}}'],
		["copilot", '{"additionalContext":"a\\nb"}'],
		["pi", '{"context":"a\\nb"}'],
	])("of %s add a context to the prompt in one line", (agent, line) => {
		expect(dialectOf(agent)?.context("a\nb")).toBe(line);
	});
});
