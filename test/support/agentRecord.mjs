import { existsSync, readFileSync } from "node:fs";
import { until } from "./until.mjs";

/** What a demo agent wrote with `--out`: one event per line. */
export class AgentRecord {
	constructor(file) {
		this.file = file;
	}

	get events() {
		if (!existsSync(this.file)) return [];
		const lines = readFileSync(this.file, "utf8").split("\n");
		return lines.slice(0, -1).map((line) => JSON.parse(line)); // the last one is empty or half written
	}

	all(event) {
		return this.events.filter((each) => each.event === event);
	}

	/** Waits for the first event of that name, or the first that `matches`. */
	first(event, { ms, matches = () => true } = {}) {
		return until(`the agent tells "${event}"`, () => this.all(event).find(matches), ms);
	}

	/** Waits for the structured content of the answer to its (first) question. */
	async answer(ms) {
		const { isError, text, structuredContent } = await this.first("result", {
			ms,
			matches: ({ tool }) => tool === "clarify",
		});
		if (isError) throw new Error(`clarify was refused: ${text}`);
		return structuredContent;
	}
}
