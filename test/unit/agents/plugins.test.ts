import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openCodePlugin } from "../../../src/agents/openCodePlugin";
import { filesOf } from "./fakeMachine";

// The files as the agents load them, with a real process in place of the bridge; only the agent itself is a stand-in.
let root: string;
let bridge: string;

beforeEach(() => {
	root = mkdtempSync(join(tmpdir(), "parley-plugin-"));
	bridge = join(root, "bridge");
	vi.stubEnv("PARLEY_WINDOW", join(root, "window.json"));
});
afterEach(() => {
	vi.unstubAllEnvs();
	rmSync(root, { recursive: true });
});

/** Answers each event with a line, and writes down what it was told. `wait`: for events that nobody answers. */
function answering(lines: Readonly<Record<string, string>>, wait: readonly string[] = []): void {
	const script = `#!${process.execPath}
const { appendFileSync, readFileSync } = require("node:fs");
const [, agent, event] = process.argv.slice(2);
appendFileSync(${JSON.stringify(join(root, "told"))}, JSON.stringify([agent, event, JSON.parse(readFileSync(0, "utf8"))]) + "\\n");
if (${JSON.stringify(wait)}.includes(event)) {
	appendFileSync(${JSON.stringify(join(root, "waiting"))}, String(process.pid));
	setInterval(() => undefined, 1_000);
}
else process.stdout.write(${JSON.stringify(lines)}[event] ?? "");
`;
	writeFileSync(bridge, script);
	chmodSync(bridge, 0o755);
}

function told(): readonly unknown[] {
	try {
		return readFileSync(join(root, "told"), "utf8")
			.trim()
			.split("\n")
			.map((line) => JSON.parse(line) as unknown);
	} catch {
		return [];
	}
}

async function load(name: string, text: string): Promise<Record<string, unknown>> {
	const file = join(root, name);
	writeFileSync(file, text);
	return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Record<string, unknown>;
}

type Hook = (...args: readonly unknown[]) => Promise<unknown>;
type Hooks = Readonly<Record<"chat.message" | "tool.execute.before" | "event", Hook>>;

describe("the plug-in for OpenCode", () => {
	/** What was sent to OpenCode itself. */
	let sent: unknown[];

	async function plugin(): Promise<Hooks> {
		sent = [];
		const { Parley } = await load("parley.mjs", openCodePlugin("opencode", { command: bridge, args: [] }));
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
		answering({ begin: '{"context":"block"}' });
		const hooks = await plugin();
		const [input, output] = prompt();
		await hooks["chat.message"](input, output);
		expect([told(), output.parts[1]]).toEqual([
			[["opencode", "begin", { sessionId: "main", turnId: "msg_1", cwd: "/w" }]],
			{ id: "prt_1z", sessionID: "main", messageID: "msg_1", type: "text", text: "block", synthetic: true },
		]);
	});

	it.each([
		["nothing", {}],
		["what is no JSON", { begin: "oops" }],
		["no text", { begin: '{"context":3}' }],
	])("leaves the prompt alone where the answer is %s", async (_, lines) => {
		answering(lines);
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
		answering({});
		const hooks = await plugin();
		await hooks["chat.message"](...prompt());
		if (name !== undefined) await hooks.event(event("session.error", { sessionID: "main", error: { name } }));
		await hooks.event(event("session.idle", { sessionID: "main" }));
		await hooks.event(event("session.idle", { sessionID: "main" }));
		await hooks.event(event("session.idle", { sessionID: "child" }));
		await vi.waitFor(() => expect(told()).toHaveLength(2));
		expect(told()[1]).toEqual(["opencode", "end", { sessionId: "main", turnId: "msg_1", cwd: "/w", how }]);
	});

	it("begins no turn for a sub-agent, and keeps it from our tools", async () => {
		answering({});
		const hooks = await plugin();
		await hooks["chat.message"](...prompt("child"));
		await expect(hooks["tool.execute.before"]({ tool: "parley_clarify", sessionID: "child" })).rejects.toThrow(
			"sub-agent cannot ask the user",
		);
		await hooks["tool.execute.before"]({ tool: "bash", sessionID: "child" });
		await hooks["tool.execute.before"]({ tool: "parley_clarify", sessionID: "main" });
		expect(told()).toEqual([]);
	});

	it.each([
		['{"decision":"allow"}', { reply: "once" }],
		['{"decision":"deny","message":"no"}', { reply: "reject", message: "no" }],
	])("passes %s on to OpenCode as a single reply", async (line, body) => {
		answering({ permission: line });
		await (await plugin()).event(asked());
		await vi.waitFor(() => expect(sent).toHaveLength(1));
		expect([told(), sent[0]]).toEqual([
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
		answering({ permission: '{"decision":"allow"}' });
		const hooks = await plugin();
		await hooks["tool.execute.before"]({ tool: "bash", sessionID: "main", callID: "call_1" }, { args });
		await hooks.event(asked("main", { tool: { messageID: "msg_2", callID: "call_1" } }));
		await vi.waitFor(() => expect(sent).toHaveLength(1));
		const input = { command: "touch x", patterns: ["touch x"] };
		expect(told()).toEqual([
			[
				"opencode",
				"permission",
				{ sessionId: "main", cwd: "/w", tool: "bash", input, ...(workdir === undefined ? {} : { workdir }) },
			],
		]);
	});

	it("tells what a tool of a server is to get, which OpenCode does not say", async () => {
		answering({ permission: '{"decision":"allow"}' });
		const hooks = await plugin();
		await hooks["tool.execute.before"](
			{ tool: "mail_send", sessionID: "main", callID: "call_1" },
			{ args: { to: "ada" } },
		);
		const properties = { permission: "mail_send", patterns: ["*"], metadata: {}, tool: { callID: "call_1" } };
		await hooks.event(asked("main", properties));
		await vi.waitFor(() => expect(sent).toHaveLength(1));
		expect(told()).toMatchObject([
			["opencode", "permission", { tool: "mail_send", input: { args: { to: "ada" }, patterns: ["*"] }, workdir: "/w" }],
		]);
	});

	it("asks for a sub-agent in the name of the session that it works for", async () => {
		answering({ permission: '{"decision":"allow"}' });
		await (await plugin()).event(asked("child"));
		await vi.waitFor(() => expect(sent).toHaveLength(1));
		expect(told()).toMatchObject([["opencode", "permission", { sessionId: "main" }]]);
	});

	it.each(["", '{"decision":"maybe"}', "oops"])(
		"leaves OpenCode's own dialog alone where the answer is %j",
		async (line) => {
			answering({ permission: line, begin: "{}" });
			const hooks = await plugin();
			await hooks.event(asked());
			await vi.waitFor(() => expect(told()).toHaveLength(1));
			await hooks["chat.message"](...prompt());
			expect(sent).toEqual([]);
		},
	);

	it("takes the question back where the terminal has answered, and stays silent", async () => {
		answering({}, ["permission"]);
		const hooks = await plugin();
		await hooks.event(asked());
		await vi.waitFor(() => expect(readFileSync(join(root, "waiting"), "utf8")).not.toBe(""));
		await hooks.event(event("permission.replied", { requestID: "per_1", reply: "once" }));
		await hooks.event(event("permission.replied", { requestID: "other", reply: "once" }));
		const waiting = Number(readFileSync(join(root, "waiting"), "utf8"));
		await vi.waitFor(() => expect(() => process.kill(waiting, 0)).toThrow("ESRCH"));
		expect(sent).toEqual([]);
	});
});

describe("the extension for Pi", () => {
	async function extension(): Promise<Record<string, Hook>> {
		const [part] = filesOf("pi").also ?? [];
		const plan = part?.plan(undefined, { command: bridge, args: [] }, "connected");
		if (plan?.kind !== "write") throw new Error("no extension");
		const hooks: Record<string, Hook> = {};
		const module = await load("parley.mjs", plan.text);
		(module["default"] as (pi: object) => void)({ on: (name: string, hook: Hook) => (hooks[name] = hook) });
		return hooks;
	}
	const context = { cwd: "/w", sessionManager: { getSessionId: () => "s1" } };

	it("does nothing in a terminal that is no window's", async () => {
		vi.stubEnv("PARLEY_WINDOW", "");
		expect(await extension()).toEqual({});
	});

	it("tells of each prompt and of its end, and adds the answer unseen", async () => {
		answering({ begin: '{"context":"block"}' });
		const hooks = await extension();
		expect(await hooks["before_agent_start"]?.({ messageType: "user" }, context)).toEqual({
			message: { customType: "parley", content: "block", display: false },
		});
		await hooks["agent_settled"]?.({ aborted: false }, context);
		await hooks["before_agent_start"]?.({ messageType: "custom" }, context);
		await hooks["before_agent_start"]?.({ messageType: "user" }, context);
		await hooks["agent_settled"]?.({ aborted: true }, context);
		const ids = { sessionId: "s1", cwd: "/w" };
		expect(told()).toEqual([
			["pi", "begin", { ...ids, turnId: "1" }],
			["pi", "end", { ...ids, turnId: "1", how: "ended" }],
			["pi", "begin", { ...ids, turnId: "2" }],
			["pi", "end", { ...ids, turnId: "2", how: "interrupted" }],
		]);
	});

	it("never fails where there is no bridge any more or Pi says less than it did", async () => {
		const hooks = await extension();
		expect(await hooks["before_agent_start"]?.({ messageType: "user" }, context)).toBeUndefined();
		expect(await hooks["before_agent_start"]?.({}, {})).toBeUndefined();
		expect(await hooks["agent_settled"]?.({ aborted: false }, {})).toBeUndefined();
	});
});
