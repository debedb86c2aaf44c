import { Emitter, type Event } from "./events";
import type { History, HistoryEntry } from "./history";
import type { Disposable } from "./lifetime";
import { EARLIER_ANSWERS_MAX } from "./limits";
import type { Session } from "./sessions";

/** What a person answered to a question that an agent asked earlier. Milliseconds since the epoch. */
export interface EarlierAnswer {
	/** The agent that asked, as it is called. */
	readonly agent: string;
	readonly at: number;
	readonly question: string;
	readonly response: string;
}

interface Switches {
	readonly onDidChange: Event<void>;
	historyEnabled(): boolean;
	historyReuse(): boolean;
}

/** Of the questions answered in one folder: the newest answer to each, newest first, by what makes them the same. */
type OfFolder = ReadonlyMap<string, EarlierAnswer>;

/**
 * The answers in the history that may be used again, in the folder where they were given and nowhere else. A question whose
 * newest answer is private has none; what was answered to an agent that was not where it said is none.
 */
export class EarlierAnswers implements Disposable {
	readonly #history: Pick<History, "entries">;
	readonly #switches: Switches;
	readonly #changed = new Emitter<void>();
	readonly #listening: Disposable;
	/** The person has switched it on or off. */
	readonly onDidChange: Event<void> = this.#changed.event;
	#isOn: boolean;
	#last: { readonly of: readonly HistoryEntry[]; readonly byFolder: ReadonlyMap<string, OfFolder> } | undefined;

	constructor(history: Pick<History, "entries">, switches: Switches) {
		this.#history = history;
		this.#switches = switches;
		this.#isOn = this.isOn;
		this.#listening = switches.onDidChange(() => {
			if (this.#isOn === this.isOn) return;
			this.#isOn = this.isOn;
			this.#changed.fire();
		});
	}

	get isOn(): boolean {
		return this.#switches.historyReuse() && this.#switches.historyEnabled();
	}

	/** Whether that session may know what was answered in its folder. */
	isFor({ intro: { place } }: Session): boolean {
		return this.isOn && place.folder !== undefined && place.verification !== "refuted";
	}

	/** The newest ones of the session's folder, newest first, each question once. */
	of(session: Session): readonly EarlierAnswer[] {
		return [...this.#ofFolder(session).values()].slice(0, EARLIER_ANSWERS_MAX);
	}

	/** The newest answer to the very same question, however it is spaced, capitalised and ended. */
	to(session: Session, question: string): EarlierAnswer | undefined {
		return this.#ofFolder(session).get(sameness(question));
	}

	dispose(): void {
		this.#listening.dispose();
		this.#changed.dispose();
	}

	#ofFolder(session: Session): OfFolder {
		const path = session.intro.place.folder?.path;
		if (path === undefined || !this.isFor(session)) return NONE;
		const of = this.#history.entries;
		if (this.#last?.of !== of) this.#last = { of, byFolder: byFolder(of) };
		return this.#last.byFolder.get(path) ?? NONE;
	}
}

const NONE: OfFolder = new Map();

function byFolder(entries: readonly HistoryEntry[]): ReadonlyMap<string, OfFolder> {
	const folders = new Map<string, Map<string, EarlierAnswer | undefined>>();
	for (const entry of entries) {
		const { folderPath: path, isRefuted } = entry.source;
		if (entry.kind !== "question" || entry.outcome.reason !== "response" || path === undefined) continue;
		// Whose answer it really was, nobody knows.
		if (isRefuted === true) continue;
		const { at, source, question, outcome, isPrivate } = entry;
		const folder = folders.get(path) ?? new Map<string, EarlierAnswer | undefined>();
		folders.set(path, folder);
		const same = sameness(question);
		if (folder.has(same)) continue;
		const answer = { agent: source.agentLabel, at, question, response: outcome.response };
		folder.set(same, isPrivate ? undefined : answer);
	}
	return new Map([...folders].map(([path, folder]) => [path, withoutPrivate(folder)]));
}

function withoutPrivate(folder: ReadonlyMap<string, EarlierAnswer | undefined>): OfFolder {
	return new Map([...folder].flatMap(([same, answer]) => (answer === undefined ? [] : [[same, answer]])));
}

/** Equal for questions that are the same; one of punctuation alone is only the same as itself. */
function sameness(question: string): string {
	const plain = question.normalize("NFC").trim().replace(/\s+/gu, " ").toLowerCase();
	let end = plain.length;
	while (ENDINGS.includes(plain.charAt(end - 1))) end--;
	return end === 0 ? plain : plain.slice(0, end);
}

const ENDINGS = Array.from(" .,:;!?…。，：；！？");
