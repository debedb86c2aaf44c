import type { Rendezvous } from "../../wire/rendezvous";
import { Channel } from "../channel";
import { connectProven } from "../connectProven";

/**
 * Sends a message to the window's broker and hands on each message of its answer, parsed. Resolves when the answer has
 * ended, however it did, and to false where the window could not be reached or went away in the middle.
 */
export async function postHook(
	window: Rendezvous,
	path: string,
	message: object,
	onAnswer: (answer: unknown) => void = () => undefined,
): Promise<boolean> {
	const channel = new Channel(window, () => connectProven(window));
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
