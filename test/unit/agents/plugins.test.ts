import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openCodePlugin } from "../../../src/agents/openCodePlugin";
import { type Hook, PluginStage } from "./pluginStage";

/** A process that is started has to come up, on a machine with much to do. */
const WITHIN = { timeout: 4_000 };

let stage: PluginStage;

beforeEach(() => {
	stage = new PluginStage();
	vi.stubEnv("PARLEY_WINDOW", join(stage.root, "window.json"));
});
afterEach(() => {
	vi.unstubAllEnvs();
	stage.dispose();
});

type Hooks = Readonly<Record<"chat.message" | "tool.execute.before" | "event", Hook>>;

describe("the plug-in for OpenCode", () => {
	/** What was sent to OpenCode itself. */
	let sent: unknown[];

	async function plugin(): Promise<Hooks> {
		sent = [];
		const { Parley } = await stage.load("parley.mjs", openCodePlugin("opencode", { command: stage.bridge, args: [] }));
		const client = {
			session: {
				get: ({ path }: { path: { id: string } }) =>
					Promise.resolve({ data: path.id === "child" ? { parentID: "main" } : {} }),
			},
			_client: {
				post: (request: unknown) => {
					sent.push(request);
					return Promise.resolve();
				},
			},
		};
		return (await (Parley as Hook)({ client, directory: "/w" })) as Hooks;
	}

	const prompt = (sessionID = "main"): [object, { message: object; parts: unknown[] }] => [
		{},
		{
			message: { id: "msg_1", sessionID },
			parts: [{ id: "prt_1", sessionID, messageID: "msg_1", type: "text", text: "hi" }],
		},
	];
	const event = (type: string, properties: object): unknown => ({ event: { type, properties } });
	const asked = (sessionID = "main", more: object = {}): unknown =>
		event("permission.asked", {
			id: "per_1",
			sessionID,
			permission: "bash",
			patterns: ["touch x"],
			metadata: { command: "touch x" },
			...more,
		});

	it("does nothing in a terminal that is no window's", async () => {
		vi.stubEnv("PARLEY_WINDOW", "");
		expect(await plugin()).toEqual({});
	});

	it("tells of a prompt and adds the answer behind it, for this prompt only", async () => {
		stage.answering({ begin: '{"context":"block"}' });
		const hooks = await plugin();
		const [input, output] = prompt();
		await hooks["chat.message"](input, output);
		expect([stage.told, output.parts[1]]).toEqual([
			[["opencode", "begin", { sessionId: "main", turnId: "msg_1", cwd: "/w" }]],
			{ id: "prt_1z", sessionID: "main", messageID: "msg_1", type: "text", text: "block", synthetic: true },
		]);
	});

	it.each([
		["nothing", {}],
		["what is no JSON", { begin: "oops" }],
		["no text", { begin: '{"context":3}' }],
	])("leaves the prompt alone where the answer is %s", async (_, lines) => {
		stage.answering(lines);
		const [input, output] = prompt();
		await (await plugin())["chat.message"](input, output);
		expect(output.parts).toHaveLength(1);
	});

	it("leaves the prompt alone where there is no bridge any more", async () => {
		const [input, output] = prompt();
		await (await plugin())["chat.message"](input, output);
		expect(output.parts).toHaveLength(1);
	});

	it.each([
		["ended", undefined],
		["interrupted", "MessageAbortedError"],
		["failed", "APIError"],
	])("tells once that a turn has %s", async (how, name) => {
		stage.answering({});
		const hooks = await plugin();
		await hooks["chat.message"](...prompt());
		if (name !== undefined) await hooks.event(event("session.error", { sessionID: "main", error: { name } }));
		await hooks.event(event("session.idle", { sessionID: "main" }));
		await hooks.event(event("session.idle", { sessionID: "main" }));
		await hooks.event(event("session.idle", { sessionID: "child" }));
		await vi.waitFor(() => expect(stage.told).toHaveLength(2), WITHIN);
		expect(stage.told[1]).toEqual(["opencode", "end", { sessionId: "main", turnId: "msg_1", cwd: "/w", how }]);
	});

	it("begins no turn for a sub-agent, and keeps it from our tools", async () => {
		stage.answering({});
		const hooks = await plugin();
		await hooks["chat.message"](...prompt("child"));
		await expect(hooks["tool.execute.before"]({ tool: "parley_clarify", sessionID: "child" })).rejects.toThrow(
			"sub-agent cannot ask the user",
		);
		await hooks["tool.execute.before"]({ tool: "bash", sessionID: "child" });
		await hooks["tool.execute.before"]({ tool: "parley_clarify", sessionID: "main" });
		expect(stage.told).toEqual([]);
	});

	it.each([
		['{"decision":"allow"}', { reply: "once" }],
		['{"decision":"deny","message":"no"}', { reply: "reject", message: "no" }],
	])("passes %s on to OpenCode as a single reply", async (line, body) => {
		stage.answering({ permission: line });
		await (await plugin()).event(asked());
		await vi.waitFor(() => expect(sent).toHaveLength(1), WITHIN);
		expect([stage.told, sent[0]]).toEqual([
			[
				[
					"opencode",
					"permission",
					{ sessionId: "main", cwd: "/w", tool: "bash", input: { command: "touch x", patterns: ["touch x"] } },
				],
			],
			{
				url: "/permission/{requestID}/reply",
				path: { requestID: "per_1" },
				body,
				headers: { "Content-Type": "application/json" },
			},
		]);
	});

	it.each([
		["its own folder", { command: "touch x" }, "/w"],
		["a folder below", { workdir: "sub" }, "/w/sub"],
		["a folder above", { workdir: "../other" }, "/other"],
		["another folder", { workdir: "/elsewhere" }, "/elsewhere"],
		["nobody knows where", { workdir: 7 }, undefined],
		["nobody knows where", undefined, undefined],
	])("tells that a call would run in %s", async (_, args, workdir) => {
		stage.answering({ permission: '{"decision":"allow"}' });
		const hooks = await plugin();
		await hooks["tool.execute.before"]({ tool: "bash", sessionID: "main", callID: "call_1" }, { args });
		await hooks.event(asked("main", { tool: { messageID: "msg_2", callID: "call_1" } }));
		await vi.waitFor(() => expect(sent).toHaveLength(1), WITHIN);
		const input = { command: "touch x", patterns: ["touch x"] };
		expect(stage.told).toEqual([
			[
				"opencode",
				"permission",
				{ sessionId: "main", cwd: "/w", tool: "bash", input, ...(workdir === undefined ? {} : { workdir }) },
			],
		]);
	});

	it("tells what a tool of a server is to get, which OpenCode does not say", async () => {
		stage.answering({ permission: '{"decision":"allow"}' });
		const hooks = await plugin();
		await hooks["tool.execute.before"](
			{ tool: "mail_send", sessionID: "main", callID: "call_1" },
			{ args: { to: "ada" } },
		);
		const properties = { permission: "mail_send", patterns: ["*"], metadata: {}, tool: { callID: "call_1" } };
		await hooks.event(asked("main", properties));
		await vi.waitFor(() => expect(sent).toHaveLength(1), WITHIN);
		expect(stage.told).toMatchObject([
			["opencode", "permission", { tool: "mail_send", input: { args: { to: "ada" }, patterns: ["*"] }, workdir: "/w" }],
		]);
	});

	it("asks for a sub-agent in the name of the session that it works for", async () => {
		stage.answering({ permission: '{"decision":"allow"}' });
		await (await plugin()).event(asked("child"));
		await vi.waitFor(() => expect(sent).toHaveLength(1), WITHIN);
		expect(stage.told).toMatchObject([["opencode", "permission", { sessionId: "main" }]]);
	});

	it.each(["", '{"decision":"maybe"}', "oops"])(
		"leaves OpenCode's own dialog alone where the answer is %j",
		async (line) => {
			stage.answering({ permission: line, begin: "{}" });
			const hooks = await plugin();
			await hooks.event(asked());
			await vi.waitFor(() => expect(stage.told).toHaveLength(1), WITHIN);
			await hooks["chat.message"](...prompt());
			expect(sent).toEqual([]);
		},
	);

	it("takes the question back where the terminal has answered, and stays silent", async () => {
		stage.answering({}, ["permission"]);
		const hooks = await plugin();
		await hooks.event(asked());
		await vi.waitFor(() => expect(stage.waiting).not.toBe(""), WITHIN);
		await hooks.event(event("permission.replied", { requestID: "per_1", reply: "once" }));
		await hooks.event(event("permission.replied", { requestID: "other", reply: "once" }));
		const waiting = Number(stage.waiting);
		await vi.waitFor(() => expect(() => process.kill(waiting, 0)).toThrow("ESRCH"), WITHIN);
		expect(sent).toEqual([]);
		const told = stage.told.slice(-2) as readonly [unknown, string, unknown][];
		expect(told.map(([, name]) => name)).toEqual(["permission", "tool"]);
		expect(told[1]?.[2]).toEqual(told[0]?.[2]);
	});
});
