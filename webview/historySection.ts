import type { HistoryData, HistoryItem, HistoryQuery, Snapshot } from "../src/protocol/snapshot";
import { clockOf } from "./clock";
import type { PanelContext } from "./context";
import { button, dropdown, searchField } from "./elements";
import { fill } from "./fill";
import { type HistoryDay, historyDays } from "./historyDays";
import { HistoryEntryRow, type HistoryRow } from "./historyEntry";
import { KeyedList, type Row } from "./keyedList";
import { icon, make, setHidden } from "./make";
import { iconButton, nameText } from "./names";
import { FoldableSection } from "./section";

const PAGE_SIZE = 50;
/** While the person types, the host is asked no more often than this. */
const TYPING_MS = 150;

interface DayData extends HistoryDay {
	readonly sought: string;
}

/** What was asked and planned before. The host sends entries only while the section is open. */
export class HistorySection {
	readonly element: HTMLElement;
	readonly #context: PanelContext;
	readonly #section: FoldableSection;
	readonly #days: KeyedList<DayData, DayRow>;
	readonly #filters = make("search", { class: "filters" });
	readonly #nothing: HTMLElement;
	readonly #off: HTMLElement;
	readonly #more: HTMLElement;
	readonly #agent;
	readonly #about;
	#query: HistoryQuery = { text: "", agentId: undefined, about: undefined, limit: PAGE_SIZE };
	#timer: ReturnType<typeof setTimeout> | undefined;

	constructor(context: PanelContext, lostFocus: () => void) {
		const { texts, post, page } = context;
		this.#context = context;
		this.#section = new FoldableSection(context, "history", texts.history, true, () => this.ask());
		const exportAll = (): void => post({ kind: "command", command: "exportHistory" });
		this.#section.addAct(iconButton("export", texts.exportHistory, exportAll, texts.exportHow));
		this.#agent = dropdown(texts.agentFilter, (id) => this.#refine({ agentId: id === "" ? undefined : id }));
		this.#about = dropdown(texts.kindFilter, (about) => this.#refine({ about: KINDS.find((kind) => kind === about) }));
		const search = searchField(texts.searchHistory, (text) => this.#type(text));
		this.#filters.append(search, this.#agent.element, this.#about.element);
		this.#nothing = make("p", { class: "caption" }, texts.nothingFound);
		this.#off = make("p", { class: "hint" }, icon("info"), make("span", {}, texts.historyOff));
		this.#more = button(texts.showMore, () => this.#refine({ limit: this.#query.limit + PAGE_SIZE }));
		const days = make("div");
		this.#section.body.append(this.#off, this.#filters, this.#nothing, days, this.#more);
		this.element = this.#section.element;
		const clock = clockOf(page.language);
		this.#days = new KeyedList(days, ({ label }) => new DayRow(context, label, clock, lostFocus), lostFocus);
	}

	/** Tells the host what is to be seen: nothing while the section is folded. */
	ask(): void {
		clearTimeout(this.#timer);
		this.#context.post({ kind: "show-history", query: this.#section.isFolded ? undefined : this.#query });
	}

	update(snapshot: Snapshot): void {
		const { history } = snapshot;
		const { texts } = this.#context;
		const isFolded = this.#section.isFolded;
		const isFiltered = !isFolded && history.matching !== history.total;
		const { matching: n, total: m } = history;
		this.#section.setCaption(isFiltered ? fill(texts.matching, { n, m }) : m === 0 ? "" : String(m));
		this.#section.update();
		if (!isFolded) this.#show(history, snapshot.now);
	}

	#show(history: HistoryData, now: number): void {
		const { texts, page } = this.#context;
		const { text: sought, agentId = "", about = "" } = this.#query;
		const agents = history.agents.map(({ id, label }) => ({ value: id, label: nameText(label) }));
		const kinds = { question: texts.questions, approval: texts.approvals, plan: texts.plans };
		this.#agent.set([{ value: "", label: texts.allAgents }, ...agents], agentId);
		this.#about.set(
			[{ value: "", label: texts.allKinds }, ...KINDS.map((kind) => ({ value: kind, label: kinds[kind] }))],
			about,
		);
		const days = historyDays(history.entries, texts, page.language, now);
		this.#days.update(days.map((day) => ({ ...day, sought })));
		setHidden(this.#nothing, history.entries.length > 0);
		setHidden(this.#off, history.isKept);
		setHidden(this.#more, history.entries.length >= history.matching);
	}

	#type(text: string): void {
		this.#query = { ...this.#query, text, limit: PAGE_SIZE };
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => this.ask(), TYPING_MS);
	}

	#refine(change: Partial<HistoryQuery>): void {
		this.#query = { ...this.#query, ...change };
		this.ask();
	}
}

const KINDS: readonly HistoryItem["about"][] = ["question", "approval", "plan"];

class DayRow implements Row<DayData> {
	readonly element: HTMLElement;
	readonly #entries: KeyedList<HistoryRow, HistoryEntryRow>;

	constructor(context: PanelContext, label: string, time: (at: number) => string, lostFocus: () => void) {
		const list = make("ul");
		this.element = make("div", {}, make("h3", { class: "day" }, label), list);
		this.#entries = new KeyedList(list, (row) => new HistoryEntryRow(context, row, time), lostFocus);
	}

	update({ items, sought }: DayData): void {
		this.#entries.update(items.map((item) => ({ id: item.id, item, sought })));
	}
}
