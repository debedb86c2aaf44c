import { randomUUID } from "node:crypto";
import type { BridgeProcess } from "./bridgeHarness";
import type { Person, Shown } from "./faultWindow";

export const CLARIFY = { name: "clarify", arguments: { question: "Which database?" } };
export const APPROVE = {
	name: "request_approval",
	arguments: { kind: "command", action: "Run the tests", detail: "npm test" },
};

/** A fault may take its time on a busy machine. */
const PATIENCE_MS = 25_000;

/** What a tool tells its agent. */
export async function outcome(bridge: BridgeProcess, params: Record<string, unknown>): Promise<unknown> {
	const id = randomUUID();
	bridge.send({ id, method: "tools/call", params });
	const { result, error } = await bridge.answer(id, PATIENCE_MS);
	return result?.["structuredContent"] ?? result ?? error;
}

/** Both calls at once, as an agent with tools in parallel makes them. */
export function asksBoth(bridge: BridgeProcess): {
	readonly asked: Promise<unknown>;
	readonly wanted: Promise<unknown>;
} {
	const asked = outcome(bridge, CLARIFY);
	const wanted = outcome(bridge, APPROVE);
	// A test that fails before it waits for them says why it did.
	for (const each of [asked, wanted]) each.catch(() => undefined);
	return { asked, wanted };
}

export function idOf(kind: Shown["kind"], shown: readonly Shown[]): string {
	const found = shown.find((each) => each.kind === kind);
	if (found === undefined) throw new Error(`no ${kind} is shown`);
	return found.id;
}

/** Once nothing waits: the agent asks again, and what its question came to. */
export async function asksAgain(bridge: BridgeProcess, person: Person): Promise<string> {
	await person.waiting(0);
	const asked = outcome(bridge, { name: "clarify", arguments: { question: "And now?" } });
	await person.answer(idOf("question", await person.waiting(1)), "the next one");
	const { reason, response } = (await asked) as { readonly reason: string; readonly response: string };
	return `${reason}: ${response}`;
}
