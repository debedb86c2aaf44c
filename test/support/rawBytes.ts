import { connect } from "node:net";

/** A request as bytes: nothing of it is put right on its way, as HTTP clients do. */
export interface ByteRequest {
	readonly method?: string;
	readonly target?: string;
	/** In order, repeated names too. */
	readonly headers?: readonly (readonly [string, string])[];
	readonly body?: string | Buffer;
	/** Reads no further than this text. */
	readonly stop?: string;
}

export interface ByteAnswer {
	/** 0: the connection was closed without an answer. */
	readonly status: number;
	/** Lower-case names, in order. */
	readonly names: readonly string[];
	readonly body: string;
	/** All that came. */
	readonly text: string;
}

/** Sends on a connection of its own and reads until the other side closes; `Connection: close` is added. */
export async function exchange(port: number, request: ByteRequest): Promise<ByteAnswer> {
	return readAnswer(await bytes(port, encode(port, request), request.stop));
}

/** A `Host` of ours is added unless there is one, and a length if there is a body and none is told. */
export function encode(
	port: number,
	{ method = "POST", target = "/mcp", headers = [], body = "" }: ByteRequest,
): Buffer {
	const has = (name: string): boolean => headers.some(([each]) => each.toLowerCase() === name);
	const lines = [
		...(has("host") ? [] : [`Host: 127.0.0.1:${port}`]),
		...headers.map(([name, value]) => `${name}: ${value}`),
		...(has("content-length") || has("transfer-encoding") || body.length === 0
			? []
			: [`Content-Length: ${Buffer.byteLength(body)}`]),
		"Connection: close",
	];
	return Buffer.concat([
		Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`, "latin1"),
		Buffer.from(body),
	]);
}

/** The body in chunks of that many bytes. */
export function chunked(body: Buffer, size: number): Buffer {
	const parts: Buffer[] = [];
	for (let at = 0; at < body.length; at += size) {
		const part = body.subarray(at, at + size);
		parts.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from("\r\n"));
	}
	return Buffer.concat([...parts, Buffer.from("0\r\n\r\n")]);
}

/** Sends, and gives what comes until the other side closes or that text has come. */
function bytes(port: number, sent: Buffer, until?: string): Promise<string> {
	return new Promise((resolve) => {
		let received = "";
		const socket = connect({ host: "127.0.0.1", port }, () => socket.write(sent));
		socket.setEncoding("latin1").on("data", (chunk: string) => {
			received += chunk;
			if (until !== undefined && received.includes(until)) socket.destroy();
		});
		socket.on("error", () => undefined).on("close", () => resolve(received));
	});
}

function readAnswer(text: string): ByteAnswer {
	const end = text.indexOf("\r\n\r\n");
	const [first = "", ...lines] = text.slice(0, Math.max(0, end)).split("\r\n");
	return {
		status: Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1] ?? 0),
		names: lines.map((line) => line.slice(0, line.indexOf(":")).toLowerCase()),
		body: end < 0 ? "" : text.slice(end + 4),
		text,
	};
}
