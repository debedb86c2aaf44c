/** A line may be far longer than any message that the broker takes: its id must still be readable for the refusal. */
const LINE_MAX_BYTES = 16 * 1024 * 1024;

const NEWLINE = 0x0a;

/** Cuts a byte stream into lines. It decodes whole lines only, so a character may lie across two chunks. */
export class LineReader {
	#held: Buffer[] = [];
	#heldBytes = 0;
	#isSkipping = false;

	/** `onLine` gets each line without its end; `onTooLong` is called once for a line that is thrown away. */
	constructor(
		private readonly onLine: (line: string) => void,
		private readonly onTooLong: () => void,
	) {}

	push(chunk: Buffer): void {
		let start = 0;
		for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
			this.#hold(chunk.subarray(start, end));
			this.#emit();
			start = end + 1;
		}
		this.#hold(chunk.subarray(start));
	}

	#hold(part: Buffer): void {
		if (this.#isSkipping || part.length === 0) return;
		this.#held.push(part);
		this.#heldBytes += part.length;
		if (this.#heldBytes <= LINE_MAX_BYTES) return;
		this.#isSkipping = true;
		this.#clear();
		this.onTooLong();
	}

	#emit(): void {
		const line = Buffer.concat(this.#held).toString("utf8").trim();
		this.#clear();
		this.#isSkipping = false;
		if (line !== "") this.onLine(line);
	}

	#clear(): void {
		this.#held = [];
		this.#heldBytes = 0;
	}
}
