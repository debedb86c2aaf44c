import type { InboxItem } from "../core/inbox";
import type { Disposable } from "../core/lifetime";
import { wholeAct } from "./actText";
import { ApprovalPick, type ApprovalPickDeps } from "./approvalPick";
import { QuestionPick, type QuestionPickDeps } from "./questionPick";
import { ReadingPick } from "./readingPick";
import { RulePick } from "./rulePick";

type PicksDeps = QuestionPickDeps &
	Omit<ApprovalPickDeps, "openRule"> & {
		readonly inbox: {
			readonly items: readonly InboxItem[];
			readonly onDidChange: (listener: () => void) => Disposable;
		};
	};

/** The one list about an item that is open at a time: VS Code shows a single QuickPick. */
export class Picks implements Disposable {
	readonly #deps: PicksDeps;
	#open: Disposable | undefined;

	constructor(deps: PicksDeps) {
		this.#deps = deps;
	}

	/** By the person's act. False: that item is not open. */
	openItem(id: string): boolean {
		const item = this.#deps.inbox.items.find((each) => each.id === id);
		if (item === undefined) return false;
		this.#replace((onDidClose) => {
			if (item.kind === "question") return new QuestionPick(this.#deps, item.question, onDidClose);
			const deps = { ...this.#deps, openRule: (id: string) => this.#openRule(id) };
			return new ApprovalPick(deps, item.approval, onDidClose);
		});
		return true;
	}

	/** By itself. False: the person is busy in a list of ours, which stays as it is. */
	openToRead(item: InboxItem): boolean {
		if (this.#open !== undefined) return false;
		const deps = { ...this.#deps, openItem: (id: string) => void this.openItem(id) };
		this.#replace((onDidClose) => new ReadingPick(deps, item, onDidClose));
		return true;
	}

	dispose(): void {
		this.#open?.dispose();
	}

	/** Nothing opens where no rule can be stored any more. */
	#openRule(id: string): void {
		const { approvals } = this.#deps;
		const approval = approvals.open.find((each) => each.id === id);
		const proposal = approvals.proposal(id);
		if (approval === undefined || proposal === undefined) return;
		const whole = wholeAct(approval.act);
		this.#replace((onDidClose) => new RulePick(this.#deps, { id, whole, proposal }, onDidClose));
	}

	#replace(create: (onDidClose: () => void) => Disposable): void {
		this.#open?.dispose();
		const opened = create(() => {
			if (this.#open === opened) this.#open = undefined;
		});
		this.#open = opened;
	}
}
