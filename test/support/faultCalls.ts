import type { BridgeProcess, RpcOut } from "./bridgeHarness";
import type { Person, Shown } from "./faultWindow";

export const CLARIFY = { name: "clarify", arguments: { question: "Which database?" } };
export const APPROVE = {
	name: "request_approval",
	arguments: { kind: "command", action: "Run the tests", detail: "npm test" },
};

/** What a tool told its agent. */
export async function outcome(call: Promise<RpcOut>): Promise<unknown> {
	const { result, error } = await call;
	return result?.["structuredContent"] ?? result ?? error;
}

/** Both calls at once, as an agent with tools in parallel makes them. */
export function asksBoth(bridge: BridgeProcess): {
	readonly asked: Promise<unknown>;
	readonly wanted: Promise<unknown>;
} {
	const asked = outcome(bridge.request("tools/call", CLARIFY));
	return { asked, wanted: outcome(bridge.request("tools/call", APPROVE)) };
}

export function idOf(kind: Shown["kind"], shown: readonly Shown[]): string {
	const found = shown.find((each) => each.kind === kind);
	if (found === undefined) throw new Error(`no ${kind} is shown`);
	return found.id;
}

/** Once nothing waits: the agent asks again, and what its question came to. */
export async function asksAgain(bridge: BridgeProcess, person: Person): Promise<string> {
	await person.waiting(0);
	const asked = outcome(bridge.request("tools/call", { name: "clarify", arguments: { question: "And now?" } }));
	await person.answer(idOf("question", await person.waiting(1)), "the next one");
	const { reason, response } = (await asked) as { readonly reason: string; readonly response: string };
	return `${reason}: ${response}`;
}
