import { createRequire } from "node:module";
import { join } from "node:path";
import type { CommandParser, SimpleCommand } from "../core/commandParser";
import type { Log } from "../core/ports";
import type { posixCommands } from "./posixCommands";

/**
 * The parser in the bundle `posixCommands.cjs` of that folder, which is loaded when the first text is to be read. Where
 * that fails it is told once, and no text can be read: nothing is a simple command then.
 */
export class BundledCommands implements CommandParser {
	readonly #dist: string;
	readonly #log: Log;
	#parser: CommandParser | "missing" | undefined;

	constructor(dist: string, log: Log) {
		this.#dist = dist;
		this.#log = log;
	}

	simpleCommand(text: string): readonly string[] | undefined {
		return this.#loaded()?.simpleCommand(text);
	}

	commands(text: string): readonly SimpleCommand[] | undefined {
		return this.#loaded()?.commands(text);
	}

	#loaded(): CommandParser | undefined {
		this.#parser ??= this.#load();
		return this.#parser === "missing" ? undefined : this.#parser;
	}

	#load(): CommandParser | "missing" {
		try {
			const bundle = createRequire(__filename)(join(this.#dist, "posixCommands.cjs")) as {
				posixCommands: typeof posixCommands;
			};
			return bundle.posixCommands();
		} catch (error) {
			this.#log.error("The parser of commands could not be loaded", error);
			return "missing";
		}
	}
}
