import { Emitter, type Event } from "../../../src/core/events";
import type { Session } from "../../../src/core/sessions";
import type { PanelCommand } from "../../../src/protocol/intents";
import type { Snapshot } from "../../../src/protocol/snapshot";
import type { PanelEffects } from "../../../src/ui/panelActs";
import { PanelFeed, type PanelOutlet } from "../../../src/ui/panelFeed";
import type { PresenceState } from "../../../src/ui/presence";
import { DeskFixture } from "../../support/deskFixture";

/** The panel's feed on a real desk; the view, the terminals and the clipboard are the test's. */
export class FeedFixture {
	readonly desk: DeskFixture;
	readonly posted: Snapshot[] = [];
	readonly counts: number[] = [];
	readonly log: string[] = [];
	/** What reached out of Parley. */
	readonly effects: unknown[] = [];
	readonly broker: { state: PresenceState; readonly onDidChange: Event<void> };
	readonly terminalsChanged = new Emitter<void>();
	readonly view = { isVisible: true };
	readonly soundChanged = new Emitter<void>();
	isSoundOn = false;
	openTerminals: readonly number[] = [4711];
	holds: (session: Session) => boolean = () => true;
	excerpt: PanelEffects["excerpt"] = () => ({ refused: "no-editor", name: "" });
	readonly feed: PanelFeed;

	constructor(desk = new DeskFixture()) {
		this.desk = desk;
		const note = (message: string): void => void this.log.push(message);
		this.broker = { state: { kind: "running", since: desk.clock.now() }, onDidChange: new Emitter<void>().event };
		this.feed = new PanelFeed(
			this.desk.desk,
			{
				clock: this.desk.clock,
				log: { debug: note, info: note, warn: note, error: note },
				broker: this.broker,
				terminals: {
					onDidChange: this.terminalsChanged.event,
					isOpen: (processId) => this.openTerminals.includes(processId),
					show: (processId) => void this.effects.push(["show", processId]),
					holds: (session) => this.holds(session),
					type: (processId, text) => void this.effects.push(["type", processId, text]),
				},
				sound: { isOn: () => this.isSoundOn, onDidChange: this.soundChanged.event },
				run: (command: PanelCommand) => void this.effects.push(["run", command]),
			},
			{
				writeText: (text) => this.#done(["copy", text]),
				openFile: (place, path, line) => this.#done(["open", place.cwd, path, line]),
				excerpt: (wish, place) => this.excerpt(wish, place),
				showDiff: (...diff) => this.#done(["diff", ...diff]),
			},
		);
	}

	get outlet(): PanelOutlet {
		const { view, posted, counts } = this;
		return {
			get isVisible() {
				return view.isVisible;
			},
			post: (snapshot) => void posted.push(snapshot),
			url: (path) => `webview:${path}`,
			showCount: (count) => void counts.push(count),
		};
	}

	/** A page that has loaded and got its first snapshot. */
	begin(): void {
		this.feed.use(this.outlet);
		this.feed.receive({ kind: "ready" });
		this.pace();
	}

	/** Lets the time of one snapshot pass. */
	pace(): void {
		this.desk.clock.advance(50);
	}

	/** What the page was told last. */
	get last(): Snapshot {
		const last = this.posted.at(-1);
		if (last === undefined) throw new Error("nothing was posted");
		return last;
	}

	#done(effect: unknown): Promise<void> {
		this.effects.push(effect);
		return Promise.resolve();
	}
}
