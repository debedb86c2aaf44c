import { type LogOutputChannel, window } from "vscode";
import type { Log } from "../core/ports";

/** The log that "Parley: Show Log" opens. What it gets at the default level holds no text of an agent and no secret. */
export class OutputLog implements Log {
	readonly #channel: LogOutputChannel = window.createOutputChannel("Parley", { log: true });

	debug(message: string): void {
		this.#channel.debug(message);
	}

	info(message: string): void {
		this.#channel.info(message);
	}

	warn(message: string): void {
		this.#channel.warn(message);
	}

	error(message: string, cause?: unknown): void {
		if (cause === undefined) this.#channel.error(message);
		else this.#channel.error(message, cause instanceof Error ? (cause.stack ?? cause.message) : cause);
	}

	show(): void {
		this.#channel.show(true);
	}

	dispose(): void {
		this.#channel.dispose();
	}
}
