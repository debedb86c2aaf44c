import type { Rendezvous } from "../../wire/rendezvous";
import { Channel } from "../channel";
import type { HttpConnection } from "../httpConnection";

/** The window to tell. */
export interface HookWindow {
	readonly window: Rendezvous;
	/** Opens a connection over which the window has proved itself. */
	readonly connect: (window: Rendezvous) => Promise<HttpConnection>;
}

/**
 * Sends a message to the window's broker and hands on each message of its answer, parsed. Resolves when the answer has
 * ended, however it did, and to false where the window could not be reached or went away in the middle.
 */
export async function postHook(
	{ window, connect }: HookWindow,
	path: string,
	message: object,
	onAnswer: (answer: unknown) => void = () => undefined,
): Promise<boolean> {
	const channel = new Channel(window, () => connect(window));
	try {
		return await new Promise((resolve) => {
			let status = 0;
			channel.send(
				{ start: `POST ${path}`, headers: { "content-type": "application/json" }, body: JSON.stringify(message) },
				{
					onHead: (head) => (status = head.status),
					onMessage: (text) => {
						if (status === 200) onAnswer(parse(text));
					},
					onEnd: resolve,
					onFailed: () => resolve(false),
				},
			);
		});
	} finally {
		channel.close();
	}
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
