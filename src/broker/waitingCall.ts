import { DisposableStore } from "../core/lifetime";
import { CallerGone } from "./exchange";
import type { Heartbeat } from "./heartbeat";
import type { LiveCall } from "./liveCall";

/** A call that waits for the person. */
export interface WaitingCall {
	readonly live: LiveCall;
	/** The arguments as the agent sent them. */
	readonly raw: unknown;
	/** Shows the client that the call lives. */
	readonly beat: () => void;
	/** Runs once the matter is settled, which can be later than the end of this call. */
	readonly onSettled: () => void;
}

/**
 * Asks and waits. Rejects with an InteractionError for a refusal, and with {@link CallerGone} once the answer stream has
 * gone, while the matter itself may live on for a call that is sent again.
 */
export async function waitForPerson<T>(
	heartbeat: Heartbeat,
	{ live, beat, onSettled }: WaitingCall,
	ask: () => Promise<T>,
): Promise<T> {
	const asked = async (): Promise<T> => {
		try {
			return await ask();
		} finally {
			onSettled();
		}
	};
	const release = new DisposableStore();
	try {
		const gone = new Promise<never>((_, reject) => {
			release.add(live.exchange.onDidClose(() => reject(new CallerGone())));
		});
		const outcome = asked();
		// At once: the earliest client gives up after 60 s without a sign.
		beat();
		release.add(heartbeat.add(beat));
		return await Promise.race([outcome, gone]);
	} finally {
		release.dispose();
	}
}
