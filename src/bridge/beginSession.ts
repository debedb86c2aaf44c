import type { Channel } from "./channel";
import { isFields, parseMessage, type RequestId } from "./jsonRpc";

const OPEN_WITHIN_MS = 5_000;

/** How a message is posted. */
export const POST = {
	start: "POST /mcp",
	headers: {
		"content-type": "application/json",
		accept: "application/json, text/event-stream",
	},
};

/** `text` is the client's own `initialize`; its answer comes under `id`. */
export interface Introduction {
	readonly text: string;
	readonly id: RequestId;
	readonly headers: Readonly<Record<string, string>>;
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
		let status = 0;
		let session: string | undefined;
		channel.send(
			{
				start: POST.start,
				headers: { ...POST.headers, ...headers },
				body: text,
			},
			{
				onHead: (head) => {
					status = head.status;
					session = head.headers.get("mcp-session-id");
				},
				onMessage: (answer) => {
					const message = parseMessage(answer);
					if (typeof message === "string" || message.kind !== "response" || message.id !== id) return;
					const version = isFields(message.result) ? message.result["protocolVersion"] : undefined;
					if (!isToken(session) || !isToken(version)) return;
					clearTimeout(late);
					resolve({ session, version, answer });
				},
				onEnd: () => refuse(`the window answered with HTTP ${status}`),
				onFailed: (how) => refuse(how),
			},
		);
	});
}

/** Both go back to the window as headers. */
function isToken(value: unknown): value is string {
	return typeof value === "string" && /^[\x21-\x7e]{1,200}$/.test(value);
}
