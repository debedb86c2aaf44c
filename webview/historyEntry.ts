import type { HistoryItem } from "../src/protocol/snapshot";
import { approvalOutcomeText } from "./approvalOutcome";
import { beginning } from "./beginning";
import type { PanelContext } from "./context";
import { fill } from "./fill";
import { showHidden } from "./hiddenNodes";
import type { Row } from "./keyedList";
import { icon, make, setAttribute, setText } from "./make";
import { plainLine } from "./markdown/plainLine";
import { iconButton, linkButton, nameNodes } from "./names";
import { outcomeText } from "./outcome";
import { countSteps } from "./planState";
import { PrivateMark } from "./privateMark";

/** Code points of an outcome that one line of the history shows. */
const OUTCOME_MAX = 120;

export interface HistoryRow {
	readonly id: string;
	readonly item: HistoryItem;
	/** What the person searches for: marked. */
	readonly sought: string;
}

/** One line of the history; pressed, it shows the whole. */
export class HistoryEntryRow implements Row<HistoryRow> {
	readonly element: HTMLElement;
	readonly #context: PanelContext;
	readonly #what = make("button", { type: "button", class: "what clip", "aria-expanded": "false" });
	readonly #time = make("time");
	readonly #clock: (at: number) => string;
	readonly #more = make("span", { class: "more" });
	readonly #private: PrivateMark | undefined;
	#row: HistoryRow;
	#isExpanded = false;
	#shown = "";

	constructor(context: PanelContext, row: HistoryRow, clock: (at: number) => string) {
		const { texts, post } = context;
		const { id, about } = row.item;
		this.#context = context;
		this.#clock = clock;
		this.#row = row;
		this.#what.addEventListener("click", () => {
			this.#isExpanded = !this.#isExpanded;
			this.#show();
		});
		const copy = iconButton("copy", texts.copy, () => post({ kind: "copy", what: "history", id }));
		copy.classList.add("copy");
		const sign = icon(SIGNS[about], "soft");
		this.#private = isAnswer(row.item) ? new PrivateMark(context, id) : undefined;
		this.element = make("li", { class: "entry" }, sign, this.#what, this.#time, this.#more, copy);
	}

	update(row: HistoryRow): void {
		this.#row = row;
		// Not by drawing it again: the person may be on its button.
		this.#private?.update(isAnswer(row.item) && row.item.isPrivate);
		setText(this.#time, this.#clock(row.item.at));
		this.#show();
	}

	#show(): void {
		const { item, sought } = this.#row;
		// Only a plan can change: it may end again.
		const key = JSON.stringify([this.#isExpanded, sought, item.about === "plan" ? item : item.id]);
		if (key === this.#shown) return;
		this.#shown = key;
		const { texts } = this.#context;
		const text = this.#isExpanded ? wholeOf(item, texts.untitledPlan) : lineOf(item, texts.untitledPlan);
		this.#what.replaceChildren(...marked(text, sought, (part) => showHidden(texts, part, !this.#isExpanded).nodes));
		this.#what.classList.toggle("clip", !this.#isExpanded);
		setAttribute(this.#what, "aria-expanded", String(this.#isExpanded));
		const mark = this.#private === undefined ? [] : [this.#private.sign];
		this.#more.replaceChildren(...mark, ...(this.#isExpanded ? this.#details() : this.#summary()));
	}

	#summary(): readonly (Node | string)[] {
		const { agent } = this.#row.item;
		return [
			...nameNodes(this.#context.texts, beginning(this.#outcome(), OUTCOME_MAX)),
			" · ",
			...nameNodes(this.#context.texts, agent),
		];
	}

	#details(): readonly (Node | string)[] {
		const { texts, post } = this.#context;
		const { item } = this.#row;
		const steps = item.about === "plan" ? item.steps.map(({ status, step }) => `${STEP_SIGNS[status]} ${step}`) : [];
		const lines = [this.#outcome(), ...steps];
		const where = [item.agent, item.terminal, item.folder].filter((part) => part !== undefined).join(" · ");
		const remove = linkButton(texts.removeFromHistory, () => post({ kind: "remove-history", id: item.id }));
		const acts = [...(this.#private === undefined ? [] : [this.#private.button]), remove];
		const act = make("span", { class: "acts" }, ...acts);
		return [...showHidden(texts, lines.join("\n")).nodes, "\n", ...nameNodes(texts, where), act];
	}

	#outcome(): string {
		const { texts } = this.#context;
		const { item } = this.#row;
		if (item.about === "question") return outcomeText(this.#context, item.outcome)[1];
		if (item.about === "approval") return approvalOutcomeText(this.#context, item.outcome)[1];
		return fill(texts.planDone, { n: countSteps(item, "completed"), m: item.steps.length });
	}
}

function isAnswer(item: HistoryItem): item is Extract<HistoryItem, { about: "question" }> {
	return item.about === "question" && item.outcome.reason === "response";
}

/** Each kind has its icon. */
const SIGNS: Readonly<Record<HistoryItem["about"], string>> = {
	question: "question",
	approval: "shield",
	plan: "checklist",
};

function wholeOf(item: HistoryItem, untitled: string): string {
	switch (item.about) {
		case "question":
			return item.text;
		case "approval": {
			const { action, detail = action } = item.act;
			return detail === action ? action : `${action}\n${detail}`;
		}
		case "plan":
			return item.title ?? untitled;
	}
}

function lineOf(item: HistoryItem, untitled: string): string {
	// A command is no Markdown: nothing of it is left out.
	return item.about === "approval" ? item.act.action : plainLine(wholeOf(item, untitled));
}

/** Signs that are read as words by those who hear them. */
const STEP_SIGNS = { completed: "✓", failed: "✗", skipped: "–", in_progress: "○", pending: "○" } as const;

/** Marks every place of `sought` in the text, whatever the case. */
function marked(
	text: string,
	sought: string,
	nodes: (part: string) => readonly (Node | string)[],
): readonly (Node | string)[] {
	if (sought.trim() === "") return nodes(text);
	const escaped = sought.trim().replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
	return text.split(new RegExp(`(${escaped})`, "giu")).flatMap((part, index) => {
		if (part === "") return [];
		return index % 2 === 1 ? [make("mark", {}, ...nodes(part))] : nodes(part);
	});
}
