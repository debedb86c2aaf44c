import * as vscode from "vscode";
import { isParleyItself } from "../core/agents";
import type { Clock } from "../core/clock";
import type { Disposable } from "../core/lifetime";
import { DisposableStore } from "../core/lifetime";
import type { OtherWindows } from "../core/otherWindow";
import { COMMANDS } from "./commands";
import type { L10n } from "./l10n";
import { Paced } from "./paced";
import type { Presence } from "./presence";
import { type StatusBarView, statusBarView } from "./statusBarView";
import { iconText } from "./text/iconText";
import { plainText } from "./text/plainText";
import { tooltip } from "./tooltip";

/** However much happens, it is drawn no more than once in this time. */
const PACE_MS = 50;

/**
 * The status bar item: how Parley is, how many items wait and for how long. Pressing it opens the inbox. The count that it
 * shows is the one that the person's other windows are told.
 */
export class StatusBar implements Disposable {
	readonly #l10n: L10n;
	readonly #clock: Clock;
	readonly #presence: Presence;
	readonly #others: OtherWindows;
	readonly #owned = new DisposableStore();
	readonly #item: vscode.StatusBarItem;
	readonly #paced: Paced;
	#ofDesk = new DisposableStore();
	#tick: Disposable | undefined;
	#shownTooltip = "";

	constructor(l10n: L10n, clock: Clock, presence: Presence, others: OtherWindows) {
		this.#l10n = l10n;
		this.#clock = clock;
		this.#presence = presence;
		this.#others = others;
		this.#paced = this.#owned.add(new Paced(clock, PACE_MS, () => this.#draw()));
		this.#item = this.#owned.add(
			vscode.window.createStatusBarItem("parley.status", vscode.StatusBarAlignment.Right, 100),
		);
		this.#item.name = "Parley";
		this.#item.command = COMMANDS.showInbox;
		this.#owned.add(presence.onDidChange(() => this.#follow()));
		this.#owned.add(others.onDidChange(() => this.#paced.changed()));
		this.#follow();
		this.#item.show();
	}

	dispose(): void {
		this.#ofDesk.dispose();
		this.#tick?.dispose();
		this.#owned.dispose();
	}

	/** A restart brings a new desk. */
	#follow(): void {
		this.#ofDesk.dispose();
		this.#ofDesk = new DisposableStore();
		const { desk } = this.#presence;
		if (desk !== undefined) {
			this.#ofDesk.add(desk.inbox.onDidChange(() => this.#paced.changed()));
			this.#ofDesk.add(desk.sessions.onDidChange(() => this.#paced.changed()));
		}
		this.#paced.now();
	}

	#draw(): void {
		this.#tick?.dispose();
		const { state, desk } = this.#presence;
		const live = desk?.sessions.all.filter(({ state, intro }) => state === "live" && !isParleyItself(intro.agent.id));
		const items = desk?.inbox.items ?? [];
		const facts = { state, items, connected: live?.length ?? 0, others: this.#others.all };
		const view = statusBarView(this.#l10n, facts, this.#clock.now());
		this.#show(view);
		this.#others.tell(items.length);
		this.#tick = view.staysMs === undefined ? undefined : this.#clock.after(view.staysMs, () => this.#paced.now());
	}

	#show({ icon, text, background, label, tooltip: lines }: StatusBarView): void {
		this.#item.text = `$(${icon}) ${iconText(text)}`;
		this.#item.backgroundColor = background && new vscode.ThemeColor(`statusBarItem.${background}Background`);
		this.#item.accessibilityInformation = { label: plainText(label), role: "button" };
		// A new tooltip closes the one that the person is reading.
		const key = JSON.stringify(lines);
		if (key === this.#shownTooltip) return;
		this.#shownTooltip = key;
		this.#item.tooltip = tooltip(lines);
	}
}
