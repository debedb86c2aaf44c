import { expect } from "vitest";
import { BrokerHarness } from "./brokerHarness";
import { type ByteAnswer, type ByteRequest, exchange } from "./rawBytes";
import type { OpenAnswer } from "./rawHttp";
import { RawSession } from "./rawSession";

/** What would tell an attacker about the machine, in whatever answer. */
const TELLING =
	/node_modules|\.[cm]?[jt]s\b|\bat .{1,200}:\d+|[A-Z]\w*Error: |\/(?:home|tmp|root|usr)\b|express|x-powered-by/;

/** The headers of a message as they have to be. */
export const JSON_HEADERS = [
	["Content-Type", "application/json"],
	["Accept", "application/json, text/event-stream"],
] as const;

/** A broker under attack, in which somebody else's question is open. */
export class AttackedBroker {
	readonly harness: BrokerHarness;
	readonly #answers: ByteAnswer[] = [];
	#present: { readonly session: RawSession; readonly waiting: OpenAnswer } | undefined;

	private constructor(harness: BrokerHarness) {
		this.harness = harness;
	}

	static async start(): Promise<AttackedBroker> {
		return new AttackedBroker(await BrokerHarness.start());
	}

	/** Whose question is open. */
	get session(): RawSession {
		if (this.#present === undefined) throw new Error("nobody asks");
		return this.#present.session;
	}

	/** The header that lets in. */
	get token(): readonly [string, string] {
		return ["Authorization", `Bearer ${this.harness.token}`];
	}

	/** So many requests came in so far. */
	get asked(): number {
		return this.#answers.length;
	}

	async ask(request: ByteRequest): Promise<ByteAnswer> {
		const answer = await exchange(this.harness.port, request);
		this.#answers.push(answer);
		return answer;
	}

	async openQuestion(): Promise<void> {
		const session = await RawSession.start(this.harness);
		this.#present = { session, waiting: await session.clarify() };
	}

	/** Whatever came in: the question is open and its answer arrives, nothing has failed, and no prototype has changed. */
	async expectUnharmed(): Promise<void> {
		const { session, waiting } = this.#present ?? {};
		this.harness.desk.clarifications.answer(this.harness.question.id, "8080");
		await waiting?.ended;
		expect(waiting?.messages.at(-1)?.result?.["structuredContent"]).toMatchObject({ response: "8080" });
		await session?.delete();
		expect(this.harness.logged.filter((line) => line.startsWith("error"))).toEqual([]);
		expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
	}

	/** And no answer has told anything. */
	async end(): Promise<void> {
		await this.harness.close();
		expect(this.#answers.filter(({ text }) => TELLING.test(text)).map(({ text }) => text)).toEqual([]);
	}
}
