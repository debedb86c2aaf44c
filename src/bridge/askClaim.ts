import { claimTarget } from "../wire/protocol";
import type { Rendezvous } from "../wire/rendezvous";
import { Channel } from "./channel";
import { connectProven } from "./connectProven";

const ANSWER_WITHIN_MS = 2_000;

/**
 * When the agent's own program in that folder was started in one of the window's terminals; only to be compared with
 * what other windows say. Undefined: the window has none, or does not answer.
 */
export function askClaim(window: Rendezvous, agent: string, cwd: string): Promise<number | undefined> {
	const channel = new Channel(window, () => connectProven(window));
	return new Promise<number | undefined>((resolve) => {
		setTimeout(() => resolve(undefined), ANSWER_WITHIN_MS);
		let startedAt: number | undefined;
		channel.send(
			{ start: `GET ${claimTarget(agent, cwd)}` },
			{
				onHead: () => undefined,
				onMessage: (text) => (startedAt = parseClaim(text)),
				onEnd: () => resolve(startedAt),
				onFailed: () => resolve(undefined),
			},
		);
	}).finally(() => channel.close());
}

function parseClaim(text: string): number | undefined {
	try {
		const { startedAt } = JSON.parse(text) as { startedAt?: unknown };
		return typeof startedAt === "number" ? startedAt : undefined;
	} catch {
		return undefined;
	}
}
