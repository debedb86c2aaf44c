import { hookDecision } from "./hookDecision";

/** Longer input gets no decision: the agent then asks by itself. */
const INPUT_MAX_BYTES = 64 * 1024;
const INPUT_WITHIN_MS = 3_000;

/**
 * The sub-command `hook <agent> <event>`: reads what the agent's hook is told from standard input and prints one line of
 * JSON or nothing. It ends with 0 whatever happens, because agents take other codes for a refusal.
 */
export function runHook(agent: string, event: string): void {
	const chunks: Buffer[] = [];
	let length = 0;
	const end = (): void => {
		process.exit(0);
	};
	const decide = (): void => {
		const answer = hookDecision(agent, event, Buffer.concat(chunks).toString("utf8"));
		if (answer === undefined) end();
		else process.stdout.write(`${answer}\n`, end);
	};
	process.on("uncaughtException", end);
	process.stdout.on("error", end);
	setTimeout(end, INPUT_WITHIN_MS);
	process.stdin
		.on("data", (chunk: Buffer) => {
			chunks.push(chunk);
			length += chunk.length;
			if (length > INPUT_MAX_BYTES) end();
		})
		.on("end", decide)
		.on("error", end);
}
