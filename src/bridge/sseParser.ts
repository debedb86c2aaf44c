/** Cuts a server-sent event stream into the data of its events. Comments, ids and retry hints do not matter here. */
export class SseParser {
	/** The pieces of a line whose end has not come: an answer with images is megabytes in one line. */
	#rest: string[] = [];
	#data: string[] = [];

	constructor(private readonly onData: (data: string) => void) {}

	push(chunk: string): void {
		const lines = chunk.split("\n");
		const rest = lines.pop() ?? "";
		if (lines.length > 0) {
			lines[0] = this.#rest.join("") + (lines[0] ?? "");
			this.#rest = [];
		}
		this.#rest.push(rest);
		for (const line of lines) this.#line(line.endsWith("\r") ? line.slice(0, -1) : line);
	}

	#line(line: string): void {
		if (line.startsWith("data:")) {
			this.#data.push(line.slice(line[5] === " " ? 6 : 5));
			return;
		}
		if (line !== "") return;
		const data = this.#data.join("\n");
		this.#data = [];
		if (data !== "") this.onData(data);
	}
}
