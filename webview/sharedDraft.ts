import { TEXT_MAX } from "../src/protocol/intents";
import { DraftTeller } from "./draftTeller";

export interface TypedDraft {
	readonly text: string;
	readonly choice: string | undefined;
}

interface SharedDraftDeps {
	/** What stands in the card now. */
	typed(): TypedDraft;
	/** The host must not hear of it yet. */
	isHeld(): boolean;
	tell(draft: TypedDraft): void;
}

/**
 * The draft of one question, which the person changes in the page and the host keeps. Its rules:
 *
 * 1. What stands in the card, text and choice, is the person's, and whatever the host does not have of it is told: soon, at
 *    the latest when the field is left, and again after it was held back.
 * 2. While an excerpt is awaited it is held back: the host adds the excerpt to the text that came with the wish, and a later
 *    draft would replace both. A page that goes away tells it all the same: words are worth more than an excerpt.
 * 3. The host gives back what it was told, late and not each of it: such an echo changes nothing.
 * 4. Another draft comes from another surface. It is taken over where nobody is in the card and nothing is untold.
 * 5. One of a new version is taken over in any case, and what the person changed since the host was told stays: the text
 *    before an addition to its end, or instead of another text, and the choice.
 */
export class SharedDraft {
	readonly #deps: SharedDraftDeps;
	readonly #teller: DraftTeller<TypedDraft>;
	/** What the host gave last, and what it was told since: the last one is what it has, or will have. */
	#known: readonly TypedDraft[];

	constructor(given: TypedDraft, deps: SharedDraftDeps) {
		this.#deps = deps;
		this.#known = [given];
		this.#teller = new DraftTeller((draft) => this.#tell(draft));
	}

	/** Typed since the host was told. */
	get hasNewText(): boolean {
		return this.#deps.typed().text !== this.#told.text;
	}

	/** Something is typed or chosen, or need not be held back any more. */
	changed(): void {
		if (this.#isUntold && !this.#deps.isHeld()) this.#teller.update(this.#deps.typed());
	}

	/** The field or the page is left. */
	flush(): void {
		if (this.#isUntold && (!this.#deps.isHeld() || document.visibilityState === "hidden")) this.#tellNow();
	}

	/** The text as it goes to the host together with the wish to add to it. */
	handOver(): string {
		const { text } = this.#deps.typed();
		this.#tellNow();
		return text;
	}

	/** What has to stand in the card now that the host gives this; undefined: what stands there. */
	take(given: TypedDraft, isNewVersion: boolean, isAlone: boolean): TypedDraft | undefined {
		if (!isNewVersion) {
			const echo = this.#known.findIndex((known) => isSame(known, given));
			if (echo >= 0) this.#known = this.#known.slice(echo);
			if (echo >= 0 || !isAlone || this.#isUntold) return undefined;
		}
		const next = merged(this.#deps.typed(), this.#baseOf(given), given);
		this.#teller.forget();
		this.#known = [given];
		return next;
	}

	stop(): void {
		this.#teller.stop();
	}

	get #told(): TypedDraft {
		return this.#known[this.#known.length - 1] ?? this.#deps.typed();
	}

	get #isUntold(): boolean {
		return !isSame(this.#deps.typed(), this.#told);
	}

	/** What the host had when it made this of it. */
	#baseOf(given: TypedDraft): TypedDraft {
		return this.#known.findLast(({ text }) => text !== "" && given.text.startsWith(text)) ?? this.#told;
	}

	#tellNow(): void {
		this.#teller.forget();
		this.#tell(this.#deps.typed());
	}

	#tell(draft: TypedDraft): void {
		// The host takes no longer one, and cutting it would lose what the person sees.
		if (isSame(draft, this.#told) || draft.text.length > TEXT_MAX) return;
		this.#known = [...this.#known, draft];
		this.#deps.tell(draft);
	}
}

function merged(typed: TypedDraft, base: TypedDraft, given: TypedDraft): TypedDraft {
	const added = given.text.startsWith(base.text) ? given.text.slice(base.text.length) : "";
	return {
		text: typed.text === base.text ? given.text : withAddition(typed.text, added),
		choice: typed.choice === base.choice ? given.choice : typed.choice,
	};
}

/** What was added to an empty text begins with no gap. */
function withAddition(text: string, added: string): string {
	const hasGap = text === "" || added === "" || text.endsWith("\n") || added.startsWith("\n");
	return hasGap ? text + added : `${text}\n\n${added}`;
}

function isSame(one: TypedDraft, other: TypedDraft): boolean {
	return one.text === other.text && one.choice === other.choice;
}
