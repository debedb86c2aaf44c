import { setImmediate as turn } from "node:timers/promises";
import { Relay } from "../../src/bridge/relay";
import type { Rendezvous } from "../../src/wire/rendezvous";
import { FakeClock } from "./fakeClock";
import { FakeUpstream } from "./fakeUpstream";

export const WINDOW: Rendezvous = {
	v: 1,
	url: "http://127.0.0.1:1",
	token: "0".repeat(64),
	pid: 1,
	bootId: "boot",
	host: "host",
	instance: "one",
	folders: [],
	startedAt: 0,
};

/** A relay between an agent and a window that are both a test. */
export class RelayHarness {
	readonly clock = new FakeClock();
	/** What the agent got. */
	readonly said: Record<string, unknown>[] = [];
	/** What the window's file says; undefined: there is none. */
	window: Rendezvous | undefined = WINDOW;
	/** Whether it takes a session. */
	isReachable = true;
	/** What its broker calls itself. */
	version = "1";
	readonly sessions: FakeUpstream[] = [];
	/** The keys of the calls in flight, as each introduction named them. */
	readonly inFlight: (readonly string[])[] = [];
	readsOfFile = 0;
	/** How often a session was tried. */
	attempts = 0;
	readonly relay: Relay;

	/** `outside`: the agent was started outside any window. */
	constructor(where: "terminal" | "outside" = "terminal") {
		this.relay = new Relay({
			clock: this.clock,
			write: (text) => this.said.push(JSON.parse(text) as Record<string, unknown>),
			choose: () => Promise.resolve(where === "terminal" ? "/run/window.json" : undefined),
			read: () => {
				this.readsOfFile++;
				return this.window;
			},
			open: (_window, { id }, callKeys) => {
				this.attempts++;
				if (!this.isReachable) return Promise.reject(new Error("refused"));
				const result = { protocolVersion: "2025-06-18", serverInfo: { name: "parley", version: this.version } };
				const session = new FakeUpstream(JSON.stringify({ jsonrpc: "2.0", id, result }));
				this.sessions.push(session);
				this.inFlight.push(callKeys);
				return Promise.resolve(session);
			},
		});
	}

	/** The present session with the window. */
	get session(): FakeUpstream {
		const session = this.sessions.at(-1);
		if (session === undefined) throw new Error("there is no session");
		return session;
	}

	async send(message: Record<string, unknown>): Promise<void> {
		this.relay.receive(JSON.stringify({ jsonrpc: "2.0", ...message }));
		await settled();
	}

	async initialize(name = "agent"): Promise<void> {
		const progress = (): number => this.said.length + this.readsOfFile;
		const before = progress();
		await this.send({
			id: "init",
			method: "initialize",
			params: { protocolVersion: "2025-06-18", clientInfo: { name, version: "1" } },
		});
		// Code that is loaded on the way takes as many turns as it takes.
		while (progress() === before) await turn();
		await settled();
	}

	async pass(ms: number): Promise<void> {
		// In small steps: what a timer starts goes on in later turns, and sets the next timer there.
		for (let left = ms; left > 0; left -= 50) {
			this.clock.advance(Math.min(left, 50));
			await settled();
		}
	}

	/** What the agent got since the last call of this. */
	heard(): Record<string, unknown>[] {
		return this.said.splice(0);
	}
}

/** Lets everything run that is ready to. */
async function settled(): Promise<void> {
	for (let turns = 0; turns < 3; turns++) await turn();
}

export function call(id: string | number, name = "clarify"): Record<string, unknown> {
	return { id, method: "tools/call", params: { name, arguments: { question: "Which?" } } };
}

export function result(id: string | number, value: unknown = { ok: true }): string {
	return JSON.stringify({ jsonrpc: "2.0", id, result: value });
}
