import type { StateFiles } from "./files";

/** What all windows and editors of this user share, and how one of them changes it without the others. */
export interface SharedState {
	readonly state: StateFiles;
	/** Runs while nobody else changes what is shared; not to be nested. Throws where another window does not let go. */
	readonly exclusively: <R>(run: () => R) => R;
	/** A document could not be understood: it is kept under this path from now on, and a new one begins. */
	readonly onSetAside: (path: string) => void;
}

export interface DocumentForm<T> {
	/** Below the state folder. */
	readonly path: string;
	/** What no file means. */
	readonly empty: T;
	/** Undefined for a text that is none of this kind. */
	readonly parse: (text: string) => T | undefined;
	readonly format: (value: T) => string;
}

/**
 * A small document of the state folder. Only a file that is not there is an empty document: one that cannot be read throws,
 * because whoever wrote over it would take away what a person has decided.
 */
export class StateDocument<T> {
	readonly #shared: SharedState;
	readonly #form: DocumentForm<T>;

	constructor(shared: SharedState, form: DocumentForm<T>) {
		this.#shared = shared;
		this.#form = form;
	}

	read(): T {
		// Another window may be about to set the same text aside and to begin a new document, which must not follow it.
		return this.#understood() ?? this.#shared.exclusively(() => this.#readOrBegin());
	}

	/** `write` replaces the whole document; `run` gives it what it is at this moment. */
	change<R>(run: (value: T, write: (value: T) => void) => R): R {
		return this.#shared.exclusively(() => this.changeHeld(run));
	}

	/** As {@link change}, for who runs exclusively already: that is not to be nested. */
	changeHeld<R>(run: (value: T, write: (value: T) => void) => R): R {
		const { path, format } = this.#form;
		return run(this.#readOrBegin(), (value) => this.#shared.state.write(path, format(value)));
	}

	#readOrBegin(): T {
		const understood = this.#understood();
		if (understood !== undefined) return understood;
		this.#shared.onSetAside(this.#shared.state.setAside(this.#form.path));
		return this.#form.empty;
	}

	#understood(): T | undefined {
		const { path, empty, parse } = this.#form;
		const text = this.#shared.state.read(path);
		return text === undefined ? empty : parse(text);
	}
}
