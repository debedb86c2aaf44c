import type { History, HistoryEntry } from "../core/history";
import type { HistoryData, HistoryItem, HistoryQuery } from "../protocol/snapshot";

/** What the panel shows of the history: its size, and while the section is open what matches. */
export function panelHistory(history: History, query: HistoryQuery | undefined): HistoryData {
	const all = history.entries;
	const isKept = history.isEnabled;
	if (query === undefined) return { total: all.length, matching: all.length, entries: [], agents: [], isKept };
	const { text, agentId, about, limit } = query;
	const matching = history.search({
		text,
		...(agentId === undefined ? {} : { agentId }),
		...(about === undefined ? {} : { kind: about }),
	});
	const agents = new Map(all.map(({ source }) => [source.agentId, source.agentLabel]));
	return {
		total: all.length,
		matching: matching.length,
		entries: matching.slice(0, limit).map(historyItem),
		agents: [...agents].map(([id, label]) => ({ id, label })).sort((a, b) => a.label.localeCompare(b.label)),
		isKept,
	};
}

function historyItem(entry: HistoryEntry): HistoryItem {
	const { id, at, source } = entry;
	const base = { id, at, agent: source.agentLabel, terminal: source.terminal, folder: source.folder };
	if (entry.kind === "question") {
		const { question, outcome, isPrivate } = entry;
		return { ...base, about: "question", text: question, outcome, isPrivate };
	}
	if (entry.kind === "approval") {
		const { kind, action, detail } = entry.act;
		return { ...base, about: "approval", act: { kind, action, detail }, outcome: entry.outcome };
	}
	return { ...base, about: "plan", title: entry.title, state: entry.state, steps: entry.steps };
}
