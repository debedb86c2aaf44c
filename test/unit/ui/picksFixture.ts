import type { InboxItem } from "../../../src/core/inbox";
import type { Session } from "../../../src/core/sessions";
import { Picks } from "../../../src/ui/picks";
import { DeskFixture } from "../../support/deskFixture";
import { english } from "./english";
import { FakeLists } from "./fakeList";

/** The lists about questions on a real desk. */
export class PicksFixture extends DeskFixture {
	readonly lists = new FakeLists();
	readonly shownCards: (string | undefined)[] = [];
	readonly shownTerminals: Session[] = [];
	picks = this.#newPicks();

	/** The extension host is a new one, with new surfaces. */
	override reload(): void {
		super.reload();
		this.picks = this.#newPicks();
	}

	/** Asks, opens the list and waits until it takes an act. */
	opened(args: unknown = { question: "Which database?\nThink.", choices: ["Postgres", "Not now", "SQLite"] }) {
		const watched = this.clarify(this.open(), args);
		const { id } = this.desk.clarifications.open[0]!;
		this.picks.openItem(id);
		this.clock.advance(500);
		return { id, watched, list: this.lists.top };
	}

	/** What waits, as it stands now. */
	item(id: string): InboxItem {
		const item = this.desk.inbox.items.find((each) => each.id === id);
		if (item === undefined) throw new Error("the item is not open");
		return item;
	}

	#newPicks(): Picks {
		return new Picks({
			l10n: english,
			clock: this.clock,
			inbox: this.desk.inbox,
			clarifications: this.desk.clarifications,
			earlier: this.desk.earlier,
			date: (at) => new Date(at).toISOString().slice(0, 10),
			approvals: this.desk.approvals,
			cards: { isVisible: false, show: (id) => this.shownCards.push(id) },
			newList: this.lists.newList,
			showTerminal: ({ session }) => this.shownTerminals.push(session),
		});
	}
}
