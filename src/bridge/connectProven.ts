import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { HELLO_PATH, helloText } from "../wire/protocol";
import type { Rendezvous } from "../wire/rendezvous";
import { HttpConnection } from "./httpConnection";

const PROOF_WITHIN_MS = 2_000;
const PROOF_MAX_CHARACTERS = 1_024;

/** No connection to that window: nobody listens, or who listens could not prove to be it. Nothing secret was sent. */
class NotProven extends Error {
	override readonly name = "NotProven";
}

/**
 * Opens a connection to a window's broker and lets it prove that it knows the token before anything else goes over it:
 * the port in the file may be a stranger's by now. Rejects with {@link NotProven}.
 */
export function connectProven(window: Rendezvous): Promise<HttpConnection> {
	const port = Number(window.url.slice(window.url.lastIndexOf(":") + 1));
	const nonce = randomBytes(32).toString("hex");
	const connection = new HttpConnection(port);
	let known: Buffer | undefined;
	const expected = (): Buffer => (known ??= proofOf(window, port, nonce));
	// Once the question is on its way: the window and we work it out at the same time.
	setImmediate(expected);
	return new Promise((resolve, reject) => {
		const late = setTimeout(() => connection.destroy(), PROOF_WITHIN_MS);
		let status = 0;
		let body = "";
		connection.ask(`GET ${HELLO_PATH}?nonce=${nonce}`, {}, "", {
			onHead: (head) => (status = head.status),
			onBody: (bytes) => {
				body += bytes.toString("latin1");
				if (body.length > PROOF_MAX_CHARACTERS) connection.destroy();
			},
			onEnd: (isWhole) => {
				clearTimeout(late);
				if (isWhole && status === 200 && isEqual(proofIn(body), expected())) {
					resolve(connection);
				} else {
					connection.destroy();
					reject(new NotProven("who listens there is not the window"));
				}
			},
		});
	});
}

function proofOf({ token, instance }: Rendezvous, port: number, nonce: string): Buffer {
	return createHmac("sha256", token)
		.update(helloText(port, instance, nonce))
		.digest();
}

function proofIn(body: string): Buffer {
	return Buffer.from(/^\{"proof": ?"([0-9a-f]{64})"\}$/.exec(body)?.[1] ?? "", "hex");
}

function isEqual(given: Buffer, expected: Buffer): boolean {
	return given.length === expected.length && timingSafeEqual(given, expected);
}
