import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SharedDraft, type TypedDraft } from "../../../webview/sharedDraft";

const draft = (text: string, choice?: string): TypedDraft => ({ text, choice });

/** A card with the draft, and a host that keeps what it is told. */
class Card {
	typed: TypedDraft;
	isHeld = false;
	readonly told: TypedDraft[] = [];
	readonly #shared: SharedDraft;

	constructor(given: TypedDraft) {
		this.typed = given;
		this.#shared = new SharedDraft(given, {
			typed: () => this.typed,
			isHeld: () => this.isHeld,
			tell: (told) => this.told.push(told),
		});
	}

	type(text: string, choice?: string): void {
		this.typed = draft(text, choice);
		this.#shared.changed();
	}

	/** The wish for an excerpt. */
	handOver(): string {
		this.isHeld = true;
		return this.#shared.handOver();
	}

	give(given: TypedDraft, { isNewVersion = false, isAlone = false } = {}): void {
		this.typed = this.#shared.take(given, isNewVersion, isAlone) ?? this.typed;
		if (isNewVersion) this.isHeld = false;
		this.#shared.changed();
	}

	flush(): void {
		this.#shared.flush();
	}
}

let visibilityState = "visible";
beforeEach(() => {
	vi.useFakeTimers();
	visibilityState = "visible";
	vi.stubGlobal("document", {
		get visibilityState() {
			return visibilityState;
		},
	});
});
afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

describe("what the host gives back of what it was told", () => {
	it("changes nothing, however late it comes and whoever is in the card", () => {
		const card = new Card(draft(""));
		for (const text of ["a", "ab", "abc"]) {
			card.type(text);
			vi.advanceTimersByTime(300);
		}
		for (const text of ["a", "ab", "abc"]) card.give(draft(text), { isAlone: true });
		expect([card.typed.text, card.told.map(({ text }) => text)]).toEqual(["abc", ["a", "ab", "abc"]]);
	});
});

describe("a draft from another surface", () => {
	it("is taken over when the card is left, also if somebody was in it when it came", () => {
		const card = new Card(draft("a"));
		card.give(draft("picked"));
		expect(card.typed.text).toBe("a");
		card.give(draft("picked"), { isAlone: true });
		expect([card.typed.text, card.told]).toEqual(["picked", []]);
	});

	it("does not come before what the host was not told yet", () => {
		const card = new Card(draft("a"));
		card.type("ab");
		card.type("abc");
		card.give(draft("picked"), { isAlone: true });
		card.flush();
		expect([card.typed.text, card.told.map(({ text }) => text)]).toEqual(["abc", ["ab", "abc"]]);
	});

	it("of a new version is taken over at once, or instead of nothing that was typed", () => {
		const card = new Card(draft("a", "yes"));
		card.give(draft("as before"), { isNewVersion: true });
		expect(card.typed).toEqual(draft("as before"));
		card.isHeld = true;
		card.type("my own");
		card.give(draft("another"), { isNewVersion: true });
		expect(card.typed).toEqual(draft("my own"));
		expect(card.told).toEqual([draft("my own")]);
	});
});

describe("while an excerpt is awaited", () => {
	it("what is typed is held back, comes before the excerpt, and is told with it", () => {
		const card = new Card(draft("see"));
		expect(card.handOver()).toBe("see");
		card.type("see this");
		card.flush();
		expect(card.told).toEqual([]);
		card.give(draft("see\n\nX\n"), { isNewVersion: true });
		expect([card.typed, card.told]).toEqual([draft("see this\n\nX\n"), [draft("see this\n\nX\n")]]);
	});

	it.each([
		["", "see", "see\n\nX\n"],
		["", "see\n", "see\nX\n"],
		["", "", "X\n"],
	])("what is added to %j goes with a gap behind %j", (before, typed, after) => {
		const card = new Card(draft(before));
		card.handOver();
		card.type(typed);
		card.give(draft("X\n"), { isNewVersion: true });
		expect(card.typed.text).toBe(after);
	});

	it("a choice that is made stays, and one that stood before gives way to the words", () => {
		const [made, stood] = [new Card(draft("see", "no")), new Card(draft("see", "no"))];
		for (const card of [made, stood]) card.handOver();
		made.type("see", "yes");
		for (const card of [made, stood]) card.give(draft("see\n\nX\n"), { isNewVersion: true });
		expect([made.typed, made.told]).toEqual([draft("see\n\nX\n", "yes"), [draft("see\n\nX\n", "yes")]]);
		expect([stood.typed, stood.told]).toEqual([draft("see\n\nX\n"), []]);
	});

	it("a page that goes away tells all, and loses nothing if it stays after all", () => {
		const card = new Card(draft("see"));
		card.handOver();
		card.type("see this");
		visibilityState = "hidden";
		card.flush();
		expect(card.told).toEqual([draft("see this")]);
		card.give(draft("see\n\nX\n"), { isNewVersion: true });
		expect(card.typed.text).toBe("see this\n\nX\n");
	});
});

it("a choice alone is told, once", () => {
	const card = new Card(draft(""));
	card.type("", "yes");
	card.flush();
	card.handOver();
	expect(card.told).toEqual([draft("", "yes")]);
});

it("a text that no intent carries is not taken for told", () => {
	const card = new Card(draft(""));
	card.type("x".repeat(65_537));
	card.flush();
	card.type("short again");
	vi.advanceTimersByTime(300);
	expect(card.told).toEqual([draft("short again")]);
});
