import { createHmac, randomBytes } from "node:crypto";
import { get } from "node:http";
import { HELLO_PATH, helloText } from "../wire/protocol";
import type { Rendezvous } from "../wire/rendezvous";

const ANSWER_WITHIN_MS = 1_000;
const ANSWER_MAX_CHARACTERS = 1_024;

/**
 * Who listens where a rendezvous file points. `silent`: somebody took the connection and said nothing, as an extension
 * host does that is busy.
 */
export type Listener = "window" | "stranger" | "silent" | "nobody";

/** Asks for the proof that only the broker of that file can give. Sends nothing that is secret. */
export function whoListens({
	url,
	token,
	instance,
}: Pick<Rendezvous, "url" | "token" | "instance">): Promise<Listener> {
	const nonce = randomBytes(32).toString("hex");
	const text = helloText(Number(new URL(url).port), instance, nonce);
	const proof = createHmac("sha256", token).update(text).digest("hex");
	return new Promise((resolve) => {
		const asked = get(`${url}${HELLO_PATH}?nonce=${nonce}`, { agent: false }, (response) => {
			let body = "";
			response.setEncoding("utf8");
			response.on("data", (chunk: string) => {
				body += chunk;
				if (body.length > ANSWER_MAX_CHARACTERS) response.destroy();
			});
			response.on("close", () => resolve(proofIn(body) === proof ? "window" : "stranger"));
			response.on("error", () => undefined);
		});
		const late = setTimeout(() => {
			resolve("silent");
			asked.destroy();
		}, ANSWER_WITHIN_MS);
		asked.on("error", (error: NodeJS.ErrnoException) => resolve(error.code === "ECONNREFUSED" ? "nobody" : "stranger"));
		asked.on("close", () => clearTimeout(late));
	});
}

function proofIn(body: string): unknown {
	try {
		return (JSON.parse(body) as { proof?: unknown } | null)?.proof;
	} catch {
		return undefined;
	}
}
