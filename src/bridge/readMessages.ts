import type { IncomingMessage } from "node:http";
import { SseParser } from "./sseParser";

/**
 * Reads a response body to its end: each JSON-RPC message of an event stream as it comes, or a JSON body as one. Then
 * tells whether the body came whole.
 */
export function readMessages(
	response: IncomingMessage,
	onMessage: (text: string) => void,
	onEnd: (isWhole: boolean) => void,
): void {
	response.setEncoding("utf8");
	if (isOfType(response, "text/event-stream")) {
		const parser = new SseParser(onMessage);
		response.on("data", (chunk: string) => parser.push(chunk));
		response.on("close", () => onEnd(response.complete));
	} else {
		let body = "";
		response.on("data", (chunk: string) => (body += chunk));
		response.on("close", () => {
			if (response.complete && isOfType(response, "application/json")) onMessage(body);
			onEnd(response.complete);
		});
	}
	// What went wrong shows in `complete`; without a listener it would end the process.
	response.on("error", () => undefined);
}

function isOfType(response: IncomingMessage, type: string): boolean {
	return (response.headers["content-type"] ?? "").startsWith(type);
}
