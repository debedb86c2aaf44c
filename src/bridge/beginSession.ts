import type { OutgoingHttpHeaders } from "node:http";
import type { Channel } from "./channel";
import { isFields, parseMessage, type RequestId } from "./jsonRpc";
import { readMessages } from "./readMessages";

const OPEN_WITHIN_MS = 5_000;

/** `text` is the client's own `initialize`; its answer comes under `id`. */
export interface Introduction {
	readonly text: string;
	readonly id: RequestId;
	readonly headers: OutgoingHttpHeaders;
}

/** What the window made of an introduction; `answer` is the whole message as JSON text. */
interface Begun {
	readonly session: string;
	readonly version: string;
	readonly answer: string;
}

/** Sends `initialize`. Rejects where the window does not answer it, in good time, with a session. */
export function beginSession(channel: Channel, { text, id, headers }: Introduction): Promise<Begun> {
	return new Promise((resolve, reject) => {
		const late = setTimeout(() => reject(new Error("the window took too long")), OPEN_WITHIN_MS);
		const refuse = (why: string): void => {
			clearTimeout(late);
			reject(new Error(why));
		};
		channel.send(
			{ method: "POST", headers, body: text },
			{
				onResponse: (response) => {
					const session = response.headers["mcp-session-id"];
					readMessages(
						response,
						(answer) => {
							const message = parseMessage(answer);
							if (typeof message === "string" || message.kind !== "response" || message.id !== id) return;
							const version = isFields(message.result) ? message.result["protocolVersion"] : undefined;
							if (typeof session !== "string" || typeof version !== "string") return;
							clearTimeout(late);
							resolve({ session, version, answer });
						},
						() => refuse(`the window answered with HTTP ${response.statusCode ?? 0}`),
					);
				},
				onFailed: (how) => refuse(how),
			},
		);
	});
}
