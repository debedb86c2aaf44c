export interface ResponseHead {
	readonly status: number;
	/** By lower-case name. */
	readonly headers: ReadonlyMap<string, string>;
}

export interface ResponseEvents {
	onHead(head: ResponseHead): void;
	onBody(bytes: Buffer): void;
	/** The response came to its end. */
	onWhole(): void;
}

const HEAD_MAX_BYTES = 16 * 1024;
const LINE_MAX_BYTES = 1024;

type State = "head" | "body" | "untilClose" | "chunkSize" | "chunk" | "chunkEnd" | "trailer" | "whole";

/**
 * Reads one HTTP/1.1 response as it comes, in whatever pieces. It is all of HTTP that the bridge needs of a server that is
 * its own; node:http does more, and takes a sixth of the bridge's start for it.
 */
export class HttpResponse {
	#state: State = "head";
	#rest: Buffer = Buffer.alloc(0);
	/** The bytes that the body or the present chunk still has. */
	#left = 0;

	constructor(private readonly events: ResponseEvents) {}

	/** Throws when the bytes are no such response, or more than it. */
	push(bytes: Buffer): void {
		this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
		while (this.#step());
		if (this.#state === "whole" && this.#rest.length > 0) throw new Error("more than one response");
	}

	/** The connection is closed: where the length was not told, that is the end. */
	close(): void {
		if (this.#state === "untilClose") this.#end();
	}

	/** Takes the next part. False: it has not come yet, or there is none. */
	#step(): boolean {
		switch (this.#state) {
			case "head":
				return this.#head();
			case "body":
				return this.#body() && this.#end();
			case "untilClose":
				return this.#body();
			case "chunkSize":
				return this.#chunkSize();
			case "chunk":
				return this.#body() && this.#become("chunkEnd");
			case "chunkEnd":
				return this.#emptyLine() && this.#become("chunkSize");
			case "trailer":
				return this.#trailer();
			case "whole":
				return false;
		}
	}

	#head(): boolean {
		const end = this.#endOf("\r\n\r\n", HEAD_MAX_BYTES);
		if (end === undefined) return false;
		const [first = "", ...lines] = this.#rest.toString("latin1", 0, end).split("\r\n");
		const status = /^HTTP\/1\.1 ([2-5]\d\d)(?: |$)/.exec(first)?.[1];
		if (status === undefined) throw new Error("not an HTTP response");
		this.#rest = this.#rest.subarray(end + 4);
		const head = {
			status: Number(status),
			headers: new Map(lines.map(parseHeader)),
		};
		this.events.onHead(head);
		return this.#beginBody(head);
	}

	#beginBody({ status, headers }: ResponseHead): boolean {
		if (status === 204 || status === 304) return this.#end();
		if (headers.get("transfer-encoding") === "chunked") return this.#become("chunkSize");
		const length = headers.get("content-length");
		if (length === undefined) {
			this.#left = Number.POSITIVE_INFINITY;
			return this.#become("untilClose");
		}
		if (!/^\d{1,15}$/.test(length)) throw new Error("not a content length");
		this.#left = Number(length);
		return this.#become("body");
	}

	/** Passes on what has come of the body. True: that was all that was left. */
	#body(): boolean {
		const bytes = this.#rest.subarray(0, this.#left);
		this.#rest = this.#rest.subarray(bytes.length);
		this.#left -= bytes.length;
		if (bytes.length > 0) this.events.onBody(bytes);
		return this.#left === 0;
	}

	#chunkSize(): boolean {
		const line = this.#line();
		if (line === undefined) return false;
		const size = /^([0-9a-f]{1,7})(?:;|$)/i.exec(line)?.[1];
		if (size === undefined) throw new Error("not the size of a chunk");
		this.#left = Number.parseInt(size, 16);
		return this.#become(this.#left === 0 ? "trailer" : "chunk");
	}

	#emptyLine(): boolean {
		const line = this.#line();
		if (line !== undefined && line !== "") throw new Error("a chunk is longer than its size");
		return line === "";
	}

	#trailer(): boolean {
		const line = this.#line();
		return line === "" ? this.#end() : line !== undefined;
	}

	#line(): string | undefined {
		const end = this.#endOf("\r\n", LINE_MAX_BYTES);
		if (end === undefined) return undefined;
		const line = this.#rest.toString("latin1", 0, end);
		this.#rest = this.#rest.subarray(end + 2);
		return line;
	}

	/** Where the next part ends; undefined: not yet. However it is cut into pieces, one that is too long is refused. */
	#endOf(mark: string, max: number): number | undefined {
		const end = this.#rest.indexOf(mark);
		if ((end < 0 ? this.#rest.length : end) > max) throw new Error("a head or a line is too long");
		return end < 0 ? undefined : end;
	}

	#become(state: State): true {
		this.#state = state;
		return true;
	}

	#end(): false {
		this.#state = "whole";
		if (this.#rest.length === 0) this.events.onWhole();
		return false;
	}
}

/** Without an expression that would go over the blanks again and again: a stranger on the port can send many. */
function parseHeader(line: string): [string, string] {
	const colon = line.indexOf(":");
	const name = line.slice(0, Math.max(0, colon));
	if (name === "" || /\s/.test(name)) throw new Error("not a header");
	return [name.toLowerCase(), line.slice(colon + 1).trim()];
}
