/** Cuts a server-sent event stream into the data of its events. Comments, ids and retry hints do not matter here. */
export class SseParser {
	#rest = "";
	#data: string[] = [];

	constructor(private readonly onData: (data: string) => void) {}

	push(chunk: string): void {
		const lines = (this.#rest + chunk).split("\n");
		this.#rest = lines.pop() ?? "";
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
