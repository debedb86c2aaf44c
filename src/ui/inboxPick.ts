import type { Clock } from "../core/clock";
import type { Desk } from "../core/desk";
import { type Disposable, DisposableStore } from "../core/lifetime";
import { type InboxAct, inboxRows, inboxStaysMs } from "./inboxRows";
import type { L10n } from "./l10n";
import type { List, NewList } from "./list";

interface InboxPickDeps {
	readonly l10n: L10n;
	readonly clock: Clock;
	readonly desk: Desk;
	readonly newList: NewList;
	do(act: InboxAct): void;
}

/** The list of everything that waits; it follows what happens while it is open. It only leads on, it answers nothing. */
export class InboxPick implements Disposable {
	readonly #deps: InboxPickDeps;
	readonly #list: List<InboxAct>;
	readonly #owned = new DisposableStore();
	#tick: Disposable | undefined;

	constructor(deps: InboxPickDeps) {
		this.#deps = deps;
		this.#list = this.#owned.add(
			deps.newList<InboxAct>({
				typed: () => undefined,
				accepted: (act) => {
					this.dispose();
					deps.do(act);
				},
				pressed: () => undefined,
				hidden: () => this.dispose(),
			}),
		);
		this.#owned.add(deps.desk.inbox.onDidChange(() => this.#draw()));
		this.#list.placeholder = deps.l10n.t("Choose an item");
		this.#draw();
		this.#list.show();
	}

	dispose(): void {
		this.#tick?.dispose();
		this.#owned.dispose();
	}

	#draw(): void {
		this.#tick?.dispose();
		const { l10n, clock, desk } = this.#deps;
		const { items } = desk.inbox;
		const now = clock.now();
		this.#list.title = items.length === 0 ? "Parley" : l10n.t("Parley: {0} waiting", items.length);
		this.#list.draw(inboxRows(l10n, items, desk.clarifications.drafts, now));
		const staysMs = inboxStaysMs(l10n, items, now);
		this.#tick = staysMs === undefined ? undefined : clock.after(staysMs, () => this.#draw());
	}
}
