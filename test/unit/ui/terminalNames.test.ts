import { expect, it } from "vitest";
import { statusBarView } from "../../../src/ui/statusBarView";
import { introOf } from "../../support/deskFixture";
import { FeedFixture } from "../panel/feedFixture";
import { english } from "./english";
import { SurfacesFixture } from "./surfacesFixture";

/** A terminal as the editor gives it: its name is the present one at each reading. */
class LiveTerminal {
	name = "zsh";
	readonly place = {
		...introOf().place,
		terminal: ((terminal) => ({
			get name() {
				return terminal.name;
			},
			processId: 4711,
		}))(this),
	};
}

it("a terminal that was renamed is called by its new name in lists, notifications and the status bar", () => {
	const terminal = new LiveTerminal();
	const fixture = new SurfacesFixture();
	fixture.focus(false);
	const { id } = fixture.ask(fixture.open({ place: terminal.place }));
	fixture.surfaces.acts.answerQuestion(id);
	terminal.name = "payments";
	fixture.focus(true);
	fixture.clock.advance(60_000);
	const facts = {
		state: { kind: "running", since: 0 },
		items: fixture.desk.inbox.items,
		connected: 1,
		others: [],
	} as const;
	expect([
		fixture.notifications.last.message,
		fixture.lists.top.title,
		statusBarView(english, facts, fixture.clock.now()).tooltip[0]?.text,
	]).toEqual([
		"Claude Code (payments · web-shop) asks: Which port?",
		"Claude Code asks · payments · web-shop",
		"Claude Code (payments · web-shop): Which port?",
	]);
});

it("its cards are called by the new name with the next snapshot, and so it is stored", () => {
	const terminal = new LiveTerminal();
	const fixture = new FeedFixture();
	fixture.begin();
	fixture.desk.ask(fixture.desk.open({ place: terminal.place }));
	fixture.pace();
	const before = fixture.last.waiting[0]?.source.terminal?.name;
	terminal.name = "payments";
	fixture.terminalsChanged.fire();
	fixture.pace();
	fixture.desk.reload();
	expect([
		before,
		fixture.last.waiting[0]?.source.terminal?.name,
		fixture.desk.desk.sessions.all[0]?.intro.place.terminal,
	]).toEqual(["zsh", "payments", { name: "payments", processId: 4711 }]);
});
