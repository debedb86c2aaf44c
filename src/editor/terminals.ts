import { type Terminal, window } from "vscode";
import { Emitter, type Event } from "../core/events";
import { type Disposable, DisposableStore } from "../core/lifetime";
import type { Session } from "../core/sessions";
import { terminalText } from "./terminalText";

/** A terminal of this window and the process of its shell. */
interface TerminalInfo {
	/** As it is called at each reading: terminals are renamed, and VS Code tells nobody. */
	readonly name: string;
	readonly processId: number;
}

/** Agents put a sign that turns before the title of their terminal: it would stand still in a card. */
const SPINNER = /^[\u2500-\u28ff*·✢-✽]+ (?=\S)/u;

/** The terminals of this window by the process id of their shell. */
export class Terminals implements Disposable {
	readonly #changed = new Emitter<void>();
	readonly #owned = new DisposableStore();
	readonly #known = new Map<Terminal, number>();
	#names = "";
	readonly onDidChange: Event<void> = this.#changed.event;
	/** Settles when each terminal that was there at the start has told its process, or has none. */
	readonly ready: Promise<void>;

	constructor() {
		this.ready = Promise.all(window.terminals.map((terminal) => this.#learn(terminal))).then(() => undefined);
		this.#owned.add(window.onDidOpenTerminal((terminal) => void this.#learn(terminal)));
		// There is no event of a new name; whoever gives one goes on to another terminal or to the editor soon.
		this.#owned.add(window.onDidChangeActiveTerminal(() => this.#lookForNames()));
		this.#owned.add(window.onDidChangeTerminalState(() => this.#lookForNames()));
		this.#owned.add(window.onDidChangeActiveTextEditor(() => this.#lookForNames()));
		this.#owned.add(
			window.onDidCloseTerminal((terminal) => {
				this.#known.delete(terminal);
				this.#changed.fire();
			}),
		);
	}

	dispose(): void {
		this.#owned.dispose();
		this.#changed.dispose();
	}

	get all(): readonly TerminalInfo[] {
		return [...this.#known].map(([terminal, processId]) => ({
			get name() {
				return nameOf(terminal);
			},
			processId,
		}));
	}

	isOpen(processId: number): boolean {
		return this.#find(processId) !== undefined;
	}

	/** Shows and focuses it. False: that terminal has gone. */
	show(processId: number): boolean {
		const terminal = this.#find(processId);
		terminal?.show(false);
		return terminal !== undefined;
	}

	/** Types one line into it, without Enter: the person sees what stands there and sends it, or not. */
	type(processId: number, text: string): void {
		const terminal = this.#find(processId);
		terminal?.sendText(terminalText(text), false);
		terminal?.show(false);
	}

	/** Whether that session's own process lives in its terminal now: its connection is there, and so is the terminal. */
	holds({ state, intro }: Session): boolean {
		const { terminal, verification } = intro.place;
		return state === "live" && verification !== "refuted" && terminal !== undefined && this.isOpen(terminal.processId);
	}

	#find(processId: number): Terminal | undefined {
		for (const [terminal, id] of this.#known) if (id === processId) return terminal;
		return undefined;
	}

	async #learn(terminal: Terminal): Promise<void> {
		const processId = await terminal.processId;
		if (processId === undefined || !window.terminals.includes(terminal)) return;
		this.#known.set(terminal, processId);
		this.#changed.fire();
	}

	#lookForNames(): void {
		const names = JSON.stringify(this.all);
		if (names === this.#names) return;
		this.#names = names;
		this.#changed.fire();
	}
}

function nameOf({ name }: Terminal): string {
	return name.replace(SPINNER, "");
}
