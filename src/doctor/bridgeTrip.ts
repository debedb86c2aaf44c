import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { DOCTOR_AGENT } from "../core/agents";
import { WINDOW_VARIABLE } from "../wire/protocol";
import type { BridgeStart } from "./facts";

export interface Trip {
	readonly bridge: BridgeStart;
	/** The rendezvous file of the window to reach; undefined: a bridge outside of all windows. */
	readonly window: string | undefined;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly cwd: string;
}

export type TripEnd =
	/** It answered as an MCP server; `tools` are the names that it offers. */
	| { readonly kind: "answered"; readonly tools: readonly string[]; readonly ms: number }
	/** It could not be started, ended, or said something else; `why` is one line. */
	| { readonly kind: "failed"; readonly why: string };

const LINE_MAX = 200;
const END_WITHIN_MS = 1_000;

/** Starts the bridge as an agent does, introduces itself, asks for the tools and ends it. Never rejects. */
export async function bridgeTrip({ bridge, window, env, cwd }: Trip): Promise<TripEnd> {
	const begin = performance.now();
	const child = spawn(bridge.command, [...bridge.args, "--agent", DOCTOR_AGENT, "--clarify"], {
		cwd,
		stdio: "pipe",
		windowsHide: true,
		env: { ...env, ...bridge.env, [WINDOW_VARIABLE]: window ?? "" },
	});
	try {
		const tools = await talk(child);
		return { kind: "answered", tools, ms: Math.round(performance.now() - begin) };
	} catch (error) {
		return { kind: "failed", why: error instanceof Error ? error.message : String(error) };
	} finally {
		// As an agent ends it: then it takes leave of the window, and nobody waits for it to come back.
		child.stdin.end();
		await Promise.race([once(child, "close"), pause(END_WITHIN_MS, undefined, { ref: false })]).catch(() => undefined);
		child.kill();
	}
}

/** What it answers by the id of the request; rejects once it is clear that no answer will come. */
async function talk(child: ChildProcessWithoutNullStreams): Promise<readonly string[]> {
	const answers = new Map<unknown, (result: Readonly<Record<string, unknown>>) => void>();
	const broken = new Promise<never>((_, reject) => {
		let complaint = "";
		child.on("error", reject);
		child.stdin.on("error", () => undefined);
		child.stderr.setEncoding("utf8").on("data", (text: string) => (complaint = (complaint + text).slice(0, LINE_MAX)));
		child.on("close", (code, signal) => {
			const [why = ""] = complaint.trim().split("\n");
			reject(new Error(why === "" ? `it ended with ${code ?? signal ?? "nothing"}` : why));
		});
		readLines(child, (line) => {
			const { id, result } = parseAnswer(line);
			if (result === undefined) reject(new Error("it answered with something that is no result"));
			else answers.get(id)?.(result);
		});
	});
	broken.catch(() => undefined);
	const ask = (id: number, method: string, params: object): Promise<Readonly<Record<string, unknown>>> => {
		const answer = new Promise<Readonly<Record<string, unknown>>>((resolve) => answers.set(id, resolve));
		child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
		return Promise.race([answer, broken]);
	};
	await ask(1, "initialize", {
		protocolVersion: "2025-06-18",
		capabilities: {},
		clientInfo: { name: "parley-doctor", version: "1" },
	});
	child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`);
	const { tools } = await ask(2, "tools/list", {});
	if (!Array.isArray(tools)) throw new Error("it gave no list of tools");
	return tools.flatMap((tool: unknown) => {
		const { name } = fields(tool);
		return typeof name === "string" ? [name] : [];
	});
}

function readLines(child: ChildProcessWithoutNullStreams, onLine: (line: string) => void): void {
	let rest = "";
	child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
		const lines = (rest + chunk).split("\n");
		rest = lines.pop() ?? "";
		lines.forEach(onLine);
	});
}

/** A notification has no id and is nothing that was waited for. */
function parseAnswer(line: string): {
	readonly id: unknown;
	readonly result: Readonly<Record<string, unknown>> | undefined;
} {
	let raw: unknown;
	try {
		raw = JSON.parse(line);
	} catch {
		return { id: undefined, result: undefined };
	}
	const { id, method, result } = fields(raw);
	if (method !== undefined) return { id: undefined, result: {} };
	return { id, result: typeof result === "object" && result !== null ? fields(result) : undefined };
}

function fields(value: unknown): Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null ? { ...value } : {};
}
