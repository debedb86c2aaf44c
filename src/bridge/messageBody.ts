import { StringDecoder } from "node:string_decoder";
import type { ResponseHead } from "./httpResponse";
import { SseParser } from "./sseParser";

/** Takes the JSON-RPC messages out of a response: each event of a stream as it comes, or a JSON body as one at its end. */
export class MessageBody {
	readonly #decoder = new StringDecoder("utf8");
	readonly #events: SseParser | undefined;
	readonly #isJson: boolean;
	#text = "";

	constructor(
		{ headers }: ResponseHead,
		private readonly onMessage: (text: string) => void,
	) {
		const type = headers.get("content-type") ?? "";
		this.#isJson = type.startsWith("application/json");
		this.#events = type.startsWith("text/event-stream") ? new SseParser(onMessage) : undefined;
	}

	push(bytes: Buffer): void {
		const text = this.#decoder.write(bytes);
		if (this.#events !== undefined) this.#events.push(text);
		else if (this.#isJson) this.#text += text;
	}

	/** The body is whole. */
	end(): void {
		if (this.#text !== "") this.onMessage(this.#text);
	}
}
