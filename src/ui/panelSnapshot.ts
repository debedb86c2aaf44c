import { isParleyItself } from "../core/agents";
import type { OpenApproval } from "../core/approvals";
import type { OpenQuestion, UnsentDraft } from "../core/clarifications";
import type { Desk } from "../core/desk";
import { READOPTION_MS } from "../core/limits";
import type { PlanCard } from "../core/plans";
import type { Session } from "../core/sessions";
import { draftText } from "../core/unsentDrafts";
import type {
	AgentData,
	ApprovalData,
	DraftData,
	Folds,
	HistoryData,
	Notice,
	PlanData,
	QuestionData,
	Reconnecting,
	SettledData,
	Snapshot,
	Source,
} from "../protocol/snapshot";
import type { PanelApprovals } from "./panelApprovals";
import type { PanelAttachments } from "./panelAttachments";
import type { PanelTerminals } from "./panelDeps";
import { planProgressData } from "./planProgressData";
import type { PresenceState } from "./presence";

export interface PanelState {
	readonly now: number;
	readonly desk: Desk;
	readonly broker: PresenceState;
	readonly terminals: Pick<PanelTerminals, "isOpen" | "holds">;
	readonly approvals: Pick<PanelApprovals, "parts">;
	readonly attachments: Pick<PanelAttachments, "parts">;
	/** Where the page may load that file of ours from. */
	readonly url: (path: string) => string;
	/** Ids of what this very page was told before. */
	readonly told: ReadonlySet<string>;
	/** Ids of what the page showed as waiting. */
	readonly shown: readonly string[];
	readonly history: HistoryData;
	readonly folds: Folds;
	readonly spotlight: string | undefined;
	readonly chime: number;
}

/** Everything the panel shows, as things stand. */
export function panelSnapshot(state: PanelState): Snapshot {
	const { desk, now, shown, history, folds, spotlight, chime } = state;
	const { clarifications, inbox } = desk;
	const waiting = inbox.items.map((item) =>
		item.kind === "question" ? questionData(state, item.question) : approvalData(state, item.approval),
	);
	const drafts = clarifications.drafts.map((draft) => draftData(state, draft));
	const plans = desk.plans.cards.flatMap((card) => planData(state, card));
	const agents = desk.sessions.all.filter(isShownAsConnected).map((session) => agentData(state, session));
	const open = new Set(waiting.map(({ id }) => id));
	const settled = shown.filter((id) => !open.has(id)).flatMap((id) => settledData(desk, id));
	const isFirstRun = [waiting, drafts, plans, agents].every(({ length }) => length === 0) && history.total === 0;
	const notices = noticesOf(state.broker);
	return {
		kind: "snapshot",
		now,
		notices,
		isFirstRun,
		waiting,
		settled,
		drafts,
		plans,
		agents,
		history,
		folds,
		spotlight,
		chime,
	};
}

function noticesOf(broker: PresenceState): readonly Notice[] {
	switch (broker.kind) {
		case "untrusted":
			return [{ kind: "untrusted" }];
		case "stopped":
			return [{ kind: "stopped", reason: broker.reason }];
		default:
			return [];
	}
}

function questionData(state: PanelState, open: OpenQuestion): QuestionData {
	const { id, session, question, askedAt, deadline, heldFrom, draft } = open;
	return {
		kind: "question",
		id,
		source: sourceOf(state, session),
		text: question.text,
		choices: question.choices,
		askedAt,
		limitAt: heldFrom ?? deadline,
		closesAt: deadline,
		extensionMs: state.desk.clarifications.extensionMs(id),
		reconnecting: open.state === "reconnecting" ? reconnecting(state) : undefined,
		draft,
		earlier: earlierData(state, open),
		...state.attachments.parts(open, state.url),
	};
}

function earlierData({ desk }: PanelState, { session, question }: OpenQuestion): QuestionData["earlier"] {
	const earlier = desk.earlier.to(session, question.text);
	return earlier && { response: earlier.response, agent: earlier.agent, at: earlier.at };
}

/** A longer detail, in UTF-16 units, is told to a page once: a prompt of an agent may hold megabytes. */
const DETAIL_TOLD_AGAIN_MAX = 40_000;

function approvalData(state: PanelState, open: OpenApproval): ApprovalData {
	const { id, session, act, askedAt, deadline, dangers } = open;
	const isDetailKnown = state.told.has(id) && (act.detail?.length ?? 0) > DETAIL_TOLD_AGAIN_MAX;
	return {
		kind: "approval",
		id,
		source: sourceOf(state, session),
		act: isDetailKnown ? { ...act, detail: undefined } : act,
		isDetailKnown,
		askedAt,
		limitAt: deadline,
		closesAt: deadline,
		reconnecting: open.state === "reconnecting" ? reconnecting(state) : undefined,
		dangers,
		...state.approvals.parts(open),
	};
}

/** How it ended, where that is still known. */
function settledData({ clarifications, approvals }: Desk, id: string): readonly SettledData[] {
	const answer = clarifications.outcomeOf(id);
	if (answer !== undefined) return [{ kind: "question", id, outcome: answer }];
	const decision = approvals.outcomeOf(id);
	return decision === undefined ? [] : [{ kind: "approval", id, outcome: decision }];
}

function draftData(state: PanelState, unsent: UnsentDraft): DraftData {
	const { id, session, question, askedAt, closedAt, reason, handOver } = unsent;
	return {
		id,
		source: sourceOf(state, session),
		text: question.text,
		askedAt,
		closedAt,
		reason,
		draft: draftText(unsent),
		handOver,
		canHandOver: state.desk.clarifications.canHandOver(id),
		toTerminal: toTerminal(state, session),
	};
}

function toTerminal({ terminals }: PanelState, session: Session): DraftData["toTerminal"] {
	if (terminals.holds(session)) return "possible";
	return session.intro.place.terminal === undefined ? "no-terminal" : "agent-gone";
}

function planData(state: PanelState, card: PlanCard): readonly PlanData[] {
	const session = state.desk.sessions.all.find(({ id }) => id === card.sessionId);
	if (session === undefined) return [];
	const { id, revision, title, explanation, steps, updatedAt } = card;
	const isLive = session.state === "live";
	const away = session.state === "away" && card.state === "running" ? reconnecting(state) : undefined;
	const source = sourceOf(state, session);
	const standing = { id, source, revision, state: card.state, title, explanation, steps, updatedAt, isLive };
	return [{ ...standing, reconnecting: away, ...planProgressData(card, state.folds) }];
}

function agentData(state: PanelState, session: Session): AgentData {
	return {
		id: session.id,
		source: sourceOf(state, session),
		since: session.startedAt,
		reconnecting: session.state === "away" ? reconnecting(state) : undefined,
	};
}

function isShownAsConnected({ state, intro }: Session): boolean {
	return state !== "ended" && !isParleyItself(intro.agent.id);
}

function reconnecting({ broker }: PanelState): Reconnecting {
	return { until: broker.kind === "running" ? broker.since + READOPTION_MS : undefined };
}

function sourceOf({ terminals }: PanelState, { id, intro }: Session): Source {
	const { agent, place } = intro;
	const { terminal, folder, cwd, verification } = place;
	return {
		session: id,
		agent: agent.label,
		isRefuted: verification === "refuted",
		terminal: terminal && { name: terminal.name, isOpen: terminals.isOpen(terminal.processId) },
		folder: folder?.name ?? cwd,
		root: folder?.path,
	};
}
