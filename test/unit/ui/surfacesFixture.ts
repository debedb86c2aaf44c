import { Emitter } from "../../../src/core/events";
import type { AttentionMode } from "../../../src/ui/attention";
import { DeskSurfaces } from "../../../src/ui/deskSurfaces";
import { DeskFixture } from "../../support/deskFixture";
import { english } from "./english";
import { FakeLists } from "./fakeList";
import { FakeNotifications } from "./fakeNotifications";

/** Everything that tells the person of a real desk; VS Code's own parts are the test's. */
export class SurfacesFixture extends DeskFixture {
	readonly notifications = new FakeNotifications();
	readonly lists = new FakeLists();
	readonly shownCards: (string | undefined)[] = [];
	readonly waiting: boolean[] = [];
	readonly reached: string[] = [];
	readonly pressedLate: string[] = [];
	readonly failures: unknown[] = [];
	mode: AttentionMode = "notification";
	isPanelVisible = false;
	readonly surfaces: DeskSurfaces;
	readonly #focusChanged = new Emitter<void>();
	#isFocused = true;
	#sessions = 0;

	constructor() {
		super();
		const isPanelVisible = (): boolean => this.isPanelVisible;
		const silent = (): undefined => undefined;
		this.surfaces = new DeskSurfaces(
			{
				l10n: english,
				clock: this.clock,
				ids: this.ids,
				log: { debug: silent, info: silent, warn: silent, error: (_, cause) => this.failures.push(cause) },
				notify: this.notifications.notify,
				newList: this.lists.newList,
				cards: {
					get isVisible() {
						return isPanelVisible();
					},
					show: (id) => this.shownCards.push(id),
				},
				focus: { isFocused: () => this.#isFocused, onDidChange: this.#focusChanged.event },
				showTerminal: () => true,
				connectAgents: silent,
				examine: silent,
				saveDocument: () => Promise.resolve(undefined),
				date: (at) => new Date(at).toISOString(),
				showText: () => Promise.resolve(),
				attention: () => this.mode,
				reached: (step) => this.reached.push(step),
				setWaiting: (isWaiting) => this.waiting.push(isWaiting),
				pressedLate: (id) => this.pressedLate.push(id),
			},
			this.desk,
		);
	}

	/** The key of a session that no other has. */
	newKey(): string {
		return (++this.#sessions).toString(16).padStart(32, "0");
	}

	focus(on: boolean): void {
		this.#isFocused = on;
		this.#focusChanged.fire();
	}
}
