import type { Clarifications, OpenQuestion } from "../core/clarifications";
import type { Clock } from "../core/clock";
import { type Disposable, DisposableStore } from "../core/lifetime";
import { AcceptGuard } from "./acceptGuard";
import { askerOf } from "./asker";
import type { Cards } from "./cards";
import type { L10n } from "./l10n";
import type { ListRow, NewList } from "./list";
import { cut } from "./text/cut";
import { firstLine, oneLine } from "./text/oneLine";

type ReadingAct = "answer" | "panel" | "later";

const READ_MAX = 180;
const PLACEHOLDER_MAX = 80;

interface ReadingPickDeps {
	readonly l10n: L10n;
	readonly clock: Clock;
	readonly clarifications: Clarifications;
	readonly cards: Cards;
	readonly newList: NewList;
	/** Opens the question's own list. */
	openQuestion(id: string): void;
}

/**
 * The list that opens by itself when the person wants to be told by a list. It only reads: keys that were meant for the
 * editor land in its field, so what is typed there is dropped and no row is taken until 500 ms after the last key.
 */
export class ReadingPick implements Disposable {
	readonly #owned = new DisposableStore();
	readonly #onDidClose: () => void;
	#isClosed = false;

	constructor(deps: ReadingPickDeps, question: OpenQuestion, onDidClose: () => void) {
		const { l10n, clarifications, cards } = deps;
		this.#onDidClose = onDidClose;
		const guard = new AcceptGuard(deps.clock);
		const list = this.#owned.add(
			deps.newList<ReadingAct>({
				typed: () => guard.restart(),
				accepted: (act) => {
					if (!guard.accepts) return;
					this.dispose();
					if (act === "answer") deps.openQuestion(question.id);
					if (act === "panel") cards.show(question.id);
				},
				pressed: () => undefined,
				hidden: () => this.dispose(),
			}),
		);
		this.#owned.add(
			clarifications.onDidChange(() => {
				if (!clarifications.open.some(({ id }) => id === question.id)) this.dispose();
			}),
		);
		const { agent, place } = askerOf(l10n, question.session);
		list.title = [l10n.t("{0} asks", agent), place].filter((part) => part !== "").join(" · ");
		list.placeholder = cut(firstLine(question.question.text), PLACEHOLDER_MAX);
		list.draw(readingRows(l10n, question));
		list.show();
	}

	dispose(): void {
		if (this.#isClosed) return;
		this.#isClosed = true;
		this.#owned.dispose();
		this.#onDidClose();
	}
}

function readingRows(l10n: L10n, question: OpenQuestion): readonly ListRow<ReadingAct>[] {
	const detail = cut(oneLine(question.question.text), READ_MAX);
	return [
		{ kind: "row", icon: "edit", label: l10n.t("Answer…"), detail, alwaysShow: true, act: "answer" },
		{ kind: "row", icon: "layout-sidebar-right", label: l10n.t("Open in panel"), alwaysShow: true, act: "panel" },
		{ kind: "row", icon: "clock", label: l10n.t("Later"), alwaysShow: true, act: "later" },
	];
}
