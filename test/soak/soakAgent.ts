import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

interface Answer {
	readonly id?: number;
	readonly result?: { readonly structuredContent?: Record<string, unknown>; readonly isError?: boolean };
	readonly error?: { readonly message: string };
}

/** An agent behind the installed bridge, which keeps nothing of what it was told. */
export class SoakAgent {
	readonly #bridge: ChildProcessWithoutNullStreams;
	readonly #waiting = new Map<number, (answer: Answer) => void>();
	#id = 0;

	private constructor(launcher: string, window: string, cwd: string) {
		this.#bridge = spawn(launcher, ["--agent", "codex", "--clarify", "--budget", "4000"], {
			cwd,
			env: { PATH: process.env["PATH"], PARLEY_WINDOW: window },
		});
		this.#bridge.stderr.resume();
		createInterface({ input: this.#bridge.stdout }).on("line", (line) => {
			const answer = JSON.parse(line) as Answer;
			if (answer.id === undefined) return;
			this.#waiting.get(answer.id)?.(answer);
			this.#waiting.delete(answer.id);
		});
	}

	static async start(launcher: string, window: string, cwd: string): Promise<SoakAgent> {
		const agent = new SoakAgent(launcher, window, cwd);
		const clientInfo = { name: "soak", version: "1" };
		await agent.#request("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo }).answer;
		agent.#send({ method: "notifications/initialized" });
		return agent;
	}

	/** What a tool says; `cancel` takes the call back, which is never answered then. */
	call(name: string, args: object): { readonly outcome: Promise<Record<string, unknown>>; cancel(): void } {
		const { id, answer } = this.#request("tools/call", { name, arguments: args, _meta: { progressToken: 1 } });
		const outcome = answer.then(({ result, error }) => {
			if (result?.structuredContent === undefined) throw new Error(`${name}: ${JSON.stringify(result ?? error)}`);
			return result.structuredContent;
		});
		const cancel = (): void => {
			this.#waiting.delete(id);
			this.#send({ method: "notifications/cancelled", params: { requestId: id } });
		};
		return { outcome, cancel };
	}

	/** Of the bridge, in KiB. */
	get residentKiB(): number {
		const status = readFileSync(`/proc/${this.#bridge.pid}/status`, "utf8");
		return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]);
	}

	async end(): Promise<void> {
		const exited = once(this.#bridge, "exit");
		this.#bridge.stdin.end();
		await exited;
	}

	#request(method: string, params: object): { readonly id: number; readonly answer: Promise<Answer> } {
		const id = ++this.#id;
		const answer = new Promise<Answer>((resolve) => this.#waiting.set(id, resolve));
		this.#send({ id, method, params });
		return { id, answer };
	}

	#send(message: object): void {
		this.#bridge.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
	}
}
