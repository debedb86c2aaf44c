import type { IncomingMessage, ServerResponse } from "node:http";

/** How much of a refused body is read and thrown away, so that its sender sees the answer rather than a reset. */
const DISCARDED_MAX_BYTES = 1024 * 1024;

export function hasBody(request: IncomingMessage): boolean {
	const { "content-length": length, "transfer-encoding": encoding } = request.headers;
	return encoding !== undefined || (length !== undefined && length !== "0");
}

/**
 * The whole body; undefined as soon as it is known to be over `limit` bytes, declared or not.
 * Rejects when the sender goes away before its end.
 */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer | undefined> {
	if (Number(request.headers["content-length"]) > limit) return Promise.resolve(undefined);
	return new Promise((resolve, reject) => {
		const chunks: Buffer[] = [];
		let size = 0;
		const onData = (chunk: Buffer): void => {
			size += chunk.length;
			chunks.push(chunk);
			if (size <= limit) return;
			request.off("data", onData).pause();
			resolve(undefined);
		};
		request
			.on("data", onData)
			.once("end", () => resolve(Buffer.concat(chunks)))
			.once("error", reject)
			.once("close", () => reject(new Error("the request ended early")));
	});
}

/** Answers with a status and nothing else, and closes the connection. */
export function refuse(request: IncomingMessage, response: ServerResponse, status: number): void {
	response.writeHead(status, { "content-length": 0, connection: "close" });
	if (request.complete || !hasBody(request)) {
		response.end();
		return;
	}
	response.flushHeaders();
	let left = DISCARDED_MAX_BYTES;
	request
		.on("data", (chunk: Buffer) => {
			left -= chunk.length;
			if (left < 0) request.destroy();
		})
		.once("end", () => response.end())
		.on("error", () => response.destroy())
		.resume();
}
