import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { type Person, type Shown, untilWaiting } from "./faultWindow";

export interface WindowRequest {
	readonly seq: number;
	readonly act: "start" | "leave" | "look" | "draft" | "answer" | "allow";
	readonly id?: string;
	readonly text?: string;
}

export interface WindowReply {
	readonly seq: number;
	/** False: it was refused, or failed. */
	readonly done: boolean;
	readonly path: string;
	readonly port: number;
	readonly shown: readonly Shown[];
	readonly logged: readonly string[];
	readonly told: readonly string[];
}

/** A window whose extension host is a process of its own, which can be killed and stopped. */
export class WindowProcess implements Person {
	readonly #child: ChildProcess;
	#seq = 0;

	/** @param script `windowProcessMain.ts`, built. */
	constructor(script: string, words: readonly string[], env: Record<string, string>) {
		this.#child = fork(script, words, { env: { PATH: process.env["PATH"], ...env }, execArgv: [] });
	}

	async do(
		act: WindowRequest["act"],
		more: { readonly id?: string; readonly text?: string } = {},
	): Promise<WindowReply> {
		const seq = ++this.#seq;
		const replied = new Promise<WindowReply>((resolve) => {
			const listen = (reply: WindowReply): void => {
				if (reply.seq !== seq) return;
				this.#child.off("message", listen);
				resolve(reply);
			};
			this.#child.on("message", listen);
		});
		this.#child.send({ seq, act, ...more } satisfies WindowRequest);
		return await replied;
	}

	async draft(id: string, text: string): Promise<void> {
		await this.do("draft", { id, text });
	}

	async answer(id: string, text: string): Promise<boolean> {
		return (await this.do("answer", { id, text })).done;
	}

	async allow(id: string): Promise<boolean> {
		return (await this.do("allow", { id })).done;
	}

	waiting(count: number): Promise<readonly Shown[]> {
		return untilWaiting(count, () => this.do("look"));
	}

	/** Leaves in order, if it is there. */
	async end(): Promise<void> {
		if (!this.#isThere) return;
		await this.do("leave");
		await this.signal("SIGKILL");
	}

	get #isThere(): boolean {
		return this.#child.exitCode === null && this.#child.signalCode === null;
	}

	/** SIGKILL ends it; SIGSTOP and SIGCONT stop it and let it go on. */
	async signal(name: "SIGKILL" | "SIGSTOP" | "SIGCONT"): Promise<void> {
		if (!this.#isThere) return;
		const exited = name === "SIGKILL" ? once(this.#child, "exit") : undefined;
		this.#child.kill(name);
		await exited;
	}
}
