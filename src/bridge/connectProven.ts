import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { connect, type Socket } from "node:net";
import { HELLO_PATH, helloText } from "../wire/protocol";
import type { Rendezvous } from "../wire/rendezvous";

const PROOF_WITHIN_MS = 2_000;
const ANSWER_MAX_BYTES = 4 * 1024;

/** No connection to that window: nobody listens, or who listens could not prove to be it. Nothing secret was sent. */
export class NotProven extends Error {
	override readonly name = "NotProven";
}

/**
 * Opens a connection to a window's broker and lets it prove that it knows the token before anything else goes over it:
 * the port in the file may be a stranger's by now. Rejects with {@link NotProven}.
 */
export function connectProven(window: Rendezvous): Promise<Socket> {
	const port = Number(new URL(window.url).port);
	const nonce = randomBytes(32).toString("hex");
	return new Promise((resolve, reject) => {
		const socket = connect({ host: "127.0.0.1", port, noDelay: true });
		const chunks: Buffer[] = [];
		let expected = "";
		const onData = (chunk: Buffer): void => {
			chunks.push(chunk);
			const answer = parseAnswer(Buffer.concat(chunks).toString("latin1"));
			if (answer === undefined) return;
			if (!isEqual(answer.proof, expected)) {
				socket.destroy(new NotProven("who listens there is not the window"));
				return;
			}
			// The listener for errors stays: until a request takes the connection, one would end the process.
			socket.setTimeout(0).off("timeout", onTimeout).off("data", onData);
			resolve(socket);
		};
		const onTimeout = (): void => void socket.destroy(new NotProven("no proof in time"));
		const onError = (cause: Error): void =>
			reject(cause instanceof NotProven ? cause : new NotProven("nobody listens there", { cause }));
		const onClose = (): void => reject(new NotProven("the connection closed before the proof"));
		socket
			.on("data", onData)
			.on("error", onError)
			.on("close", onClose)
			.on("timeout", onTimeout)
			// The request is on its way then: the window and we work it out at the same time.
			.on("connect", () => (expected = proofOf(window, port, nonce)))
			.setTimeout(PROOF_WITHIN_MS)
			.write(`GET ${HELLO_PATH}?nonce=${nonce} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
	});
}

function proofOf({ token, instance }: Rendezvous, port: number, nonce: string): string {
	return createHmac("sha256", token)
		.update(helloText(port, instance, nonce))
		.digest("hex");
}

/** What a whole answer holds as proof, "" for anything unexpected; undefined while some of it is missing. */
function parseAnswer(text: string): { readonly proof: string } | undefined {
	const headEnd = text.indexOf("\r\n\r\n");
	if (headEnd < 0) return text.length > ANSWER_MAX_BYTES ? { proof: "" } : undefined;
	const length = /\r\ncontent-length: *(\d{1,3}) *(?:\r\n|$)/i.exec(text.slice(0, headEnd))?.[1];
	if (!text.startsWith("HTTP/1.1 200 ") || length === undefined) return { proof: "" };
	const body = text.slice(headEnd + 4);
	if (body.length < Number(length)) return undefined;
	return { proof: body.length > Number(length) ? "" : (/^\{"proof": ?"([0-9a-f]{64})"\}$/.exec(body)?.[1] ?? "") };
}

function isEqual(given: string, expected: string): boolean {
	const [a, b] = [Buffer.from(given, "hex"), Buffer.from(expected, "hex")];
	return a.length === b.length && timingSafeEqual(a, b);
}
