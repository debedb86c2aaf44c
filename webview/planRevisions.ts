import type { ChangeData, PlanData, RevisionData } from "../src/protocol/snapshot";
import { revisionsFold } from "../src/protocol/snapshot";
import type { PanelContext } from "./context";
import { fill } from "./fill";
import { KeyedList, type Row } from "./keyedList";
import { icon, make, setAttribute, setHidden } from "./make";
import { nameNodes } from "./names";
import { STATUS_WORDS } from "./planChanges";

/** The revisions of a plan, newest first, which the person can open. */
export class PlanRevisions {
	readonly element = make("div", { class: "revisions", hidden: true });
	readonly #context: PanelContext;
	readonly #fold: string;
	readonly #clock: (at: number) => string;
	#parts: Parts | undefined;
	#hasAsked = false;

	constructor(context: PanelContext, planId: string, clock: (at: number) => string) {
		this.#context = context;
		this.#fold = revisionsFold(planId);
		this.#clock = clock;
	}

	get isFolded(): boolean {
		return this.#context.folds.isFolded(this.#fold, true);
	}

	update({ hasRevisions, revisions }: PlanData): void {
		setHidden(this.element, !hasRevisions);
		if (!hasRevisions) return;
		// Made only where it is seen: most of 100 plans are folded.
		this.#parts ??= this.#make();
		this.#show(this.#parts);
		this.#parts.rows.update(revisions.map((revision) => ({ ...revision, id: String(revision.revision) })));
		// The page remembers that it was open; a new extension host does not know.
		if (this.isFolded || revisions.length > 0 || this.#hasAsked) return;
		this.#hasAsked = true;
		this.#context.post({ kind: "collapse", id: this.#fold, folded: false });
	}

	#make(): Parts {
		const { texts, folds } = this.#context;
		const name = make("span", {}, texts.revisionHistory);
		const button = make("button", { type: "button", class: "fold" }, icon("chevron-right", "chevron"), name);
		const list = make("ol", { id: this.#fold, "aria-label": texts.revisionHistory });
		const rows = new KeyedList(list, (item: Item) => revisionRow(this.#context, item, this.#clock));
		const parts = { button, list, rows };
		button.addEventListener("click", () => {
			this.#hasAsked = true;
			folds.set(this.#fold, !this.isFolded);
			this.#show(parts);
		});
		this.element.append(button, list);
		return parts;
	}

	#show({ button, list }: Parts): void {
		const { isFolded } = this;
		setAttribute(button, "aria-expanded", String(!isFolded));
		setAttribute(button, "aria-controls", isFolded ? undefined : this.#fold);
		setHidden(list, isFolded);
	}
}

interface Parts {
	readonly button: HTMLElement;
	readonly list: HTMLElement;
	readonly rows: KeyedList<Item, Row<Item>>;
}

type Item = RevisionData & { readonly id: string };

/** A revision never changes. */
function revisionRow(context: PanelContext, item: Item, clock: (at: number) => string): Row<Item> {
	const head = fill(context.texts.revisionAt, { n: item.revision, time: clock(item.at) });
	const changes = item.changes.map((change) => changeRow(context, change));
	return {
		element: make("li", {}, make("p", { class: "caption" }, head), make("ul", {}, ...changes)),
		update: () => undefined,
	};
}

const SIGNS: Readonly<Record<Exclude<ChangeData["kind"], "status">, string>> = {
	made: "checklist",
	added: "add",
	removed: "remove",
	renamed: "edit",
	reordered: "list-ordered",
	title: "edit",
	explanation: "note",
};

const STATUS_SIGNS = {
	pending: ["circle-large-outline", "soft"],
	in_progress: ["circle-large-outline", "live"],
	completed: ["pass-filled", "good"],
	failed: ["error", "bad"],
	skipped: ["debug-step-over", "soft"],
} as const;

function changeRow(context: PanelContext, change: ChangeData): HTMLElement {
	const { texts } = context;
	const [name, tone] = change.kind === "status" ? STATUS_SIGNS[change.to] : ([SIGNS[change.kind], "soft"] as const);
	const { what, word, before } = wordsOf(context, change);
	const text = make("span", { class: "what" }, ...nameNodes(texts, what));
	if (before !== undefined) {
		text.append(make("span", { class: "before" }, ...nameNodes(texts, fill(texts.before, { text: before }))));
	}
	return make("li", { class: "step" }, icon(name, tone), text, make("span", { class: "word" }, word));
}

interface ChangeWords {
	readonly what: string;
	readonly word: string;
	readonly before?: string | undefined;
}

function wordsOf({ texts }: PanelContext, change: ChangeData): ChangeWords {
	switch (change.kind) {
		case "status": {
			const [from, to] = [texts[STATUS_WORDS[change.from]], texts[STATUS_WORDS[change.to]]];
			return { what: change.step, word: fill(texts.fromTo, { from, to }) };
		}
		case "made":
			return { what: fill(texts.planMade, { n: change.steps }), word: "" };
		case "added":
			return { what: change.step, word: texts.stepAdded };
		case "removed":
			return { what: change.step, word: texts.stepRemoved };
		case "renamed":
			return { what: change.step, word: texts.stepReworded, before: change.from };
		case "reordered":
			return { what: texts.newOrder, word: "" };
		case "title":
			return change.to === undefined
				? { what: texts.titleRemoved, word: "", before: change.from }
				: { what: change.to, word: texts.newTitle, before: change.from };
		case "explanation":
			return { what: texts.newExplanation, word: "" };
	}
}
