import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { filesOf } from "./fakeMachine";
import { type Hook, PluginStage } from "./pluginStage";

let stage: PluginStage;

beforeEach(() => {
	stage = new PluginStage();
	vi.stubEnv("PARLEY_WINDOW", join(stage.root, "window.json"));
});
afterEach(() => {
	vi.unstubAllEnvs();
	stage.dispose();
});

describe("the extension for Pi", () => {
	async function extension(): Promise<Record<string, Hook>> {
		const [part] = filesOf("pi").also ?? [];
		const plan = part?.plan(undefined, { command: stage.bridge, args: [] }, "connected");
		if (plan?.kind !== "write") throw new Error("no extension");
		const hooks: Record<string, Hook> = {};
		const module = await stage.load("parley.mjs", plan.text);
		(module["default"] as (pi: object) => void)({ on: (name: string, hook: Hook) => (hooks[name] = hook) });
		return hooks;
	}
	const turnIds = (event: string): readonly unknown[] =>
		stage.told.flatMap((each) => {
			const [, said, { turnId }] = each as [string, string, { turnId?: unknown }];
			return said === event && typeof turnId === "string" ? [turnId] : [];
		});
	const context = { cwd: "/w", sessionManager: { getSessionId: () => "s1" } };

	it("does nothing in a terminal that is no window's", async () => {
		vi.stubEnv("PARLEY_WINDOW", "");
		expect(await extension()).toEqual({});
	});

	it("tells of each prompt and of its end, and adds the answer unseen", async () => {
		stage.answering({ begin: '{"context":"block"}' });
		const hooks = await extension();
		expect(await hooks["before_agent_start"]?.({ messageType: "user" }, context)).toEqual({
			message: { customType: "parley", content: "block", display: false },
		});
		await hooks["agent_settled"]?.({ aborted: false }, context);
		await hooks["before_agent_start"]?.({ messageType: "custom" }, context);
		await hooks["before_agent_start"]?.({ messageType: "user" }, context);
		await hooks["agent_settled"]?.({ aborted: true }, context);
		const [first, second] = turnIds("begin");
		const ids = { sessionId: "s1", cwd: "/w" };
		expect(stage.told).toEqual([
			["pi", "begin", { ...ids, turnId: first }],
			["pi", "end", { ...ids, turnId: first, how: "ended" }],
			["pi", "begin", { ...ids, turnId: second }],
			["pi", "end", { ...ids, turnId: second, how: "interrupted" }],
		]);
	});

	it("has a new id for each prompt, also where Pi loads it again", async () => {
		stage.answering({});
		const [before, after] = [await extension(), await extension()];
		for (const hooks of [before, before, after]) {
			await hooks["before_agent_start"]?.({ messageType: "user" }, context);
		}
		expect(new Set(turnIds("begin")).size).toBe(3);
	});

	it("never fails where there is no bridge any more or Pi says less than it did", async () => {
		const hooks = await extension();
		expect(await hooks["before_agent_start"]?.({ messageType: "user" }, context)).toBeUndefined();
		expect(await hooks["before_agent_start"]?.({}, {})).toBeUndefined();
		expect(await hooks["agent_settled"]?.({ aborted: false }, {})).toBeUndefined();
	});
});
