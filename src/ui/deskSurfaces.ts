import { isParleyItself } from "../core/agents";
import type { Clock } from "../core/clock";
import type { Desk } from "../core/desk";
import { type Disposable, DisposableStore } from "../core/lifetime";
import type { Ids, Log } from "../core/ports";
import { Attention, type AttentionDeps, type AttentionMode } from "./attention";
import type { Cards } from "./cards";
import type { L10n } from "./l10n";
import type { NewList } from "./list";
import { Notifications } from "./notifications";
import type { Notify } from "./notify";
import { PersonActs, type PersonActsDeps } from "./personActs";
import { Picks } from "./picks";

interface DeskSurfacesDeps {
	readonly l10n: L10n;
	readonly clock: Clock;
	readonly ids: Ids;
	readonly log: Log;
	readonly cards: Cards;
	/** Shows and focuses the terminal of that shell. False: it has gone. */
	showTerminal(processId: number): boolean;
	readonly newList: NewList;
	readonly notify: Notify;
	readonly focus: AttentionDeps["focus"];
	readonly reached: PersonActsDeps["reached"];
	readonly connectAgents: () => void;
	examine(): void;
	readonly saveDocument: PersonActsDeps["saveDocument"];
	readonly date: PersonActsDeps["date"];
	readonly showText: PersonActsDeps["showText"];
	attention(): AttentionMode;
	/** Tells VS Code whether something waits: keybindings and menus depend on it. */
	setWaiting(isWaiting: boolean): void;
	/** A notification of surfaces that are gone was pressed. */
	pressedLate(id: string): void;
}

/** The surfaces that live as long as one desk: lists, notifications and what commands do. */
export class DeskSurfaces implements Disposable {
	readonly acts: PersonActs;
	readonly #owned = new DisposableStore();

	constructor(deps: DeskSurfacesDeps, desk: Desk) {
		const { clarifications, approvals, inbox, earlier } = desk;
		const failed = (error: unknown): void => deps.log.error("an act of the person failed", error);
		const picks = this.#owned.add(
			new Picks({
				...deps,
				inbox,
				clarifications,
				earlier,
				approvals,
				showTerminal: (item) => this.acts.showTerminalOf(item),
			}),
		);
		this.acts = this.#owned.add(new PersonActs({ ...deps, desk, picks }));
		const notifications = this.#owned.add(
			new Notifications({
				...deps,
				clarifications,
				approvals,
				openItem: (id) => picks.openItem(id),
				showInbox: () => this.acts.showInbox(),
			}),
		);
		this.#owned.add(
			new Attention({
				...deps,
				inbox,
				clarifications,
				approvals,
				notifications,
				failed,
				mode: () => deps.attention(),
				openToRead: (item) => picks.openToRead(item),
			}),
		);
		let agents = 0;
		this.#owned.add(
			desk.sessions.onDidChange(() => {
				const now = desk.sessions.all.filter(({ intro }) => !isParleyItself(intro.agent.id)).length;
				if (now > agents) deps.reached("agentStarted");
				agents = now;
			}),
		);
		let isWaiting = inbox.count > 0;
		deps.setWaiting(isWaiting);
		this.#owned.add(
			inbox.onDidChange(() => {
				if (isWaiting === inbox.count > 0) return;
				isWaiting = !isWaiting;
				deps.setWaiting(isWaiting);
			}),
		);
	}

	dispose(): void {
		this.#owned.dispose();
	}
}
