import type {
	ApprovalData,
	DraftData,
	PlanData,
	QuestionData,
	RuleStepData,
	Snapshot,
	Source,
} from "../../src/protocol/snapshot";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** A source as the sessions of the examples have it. */
export function source(agent = "Claude Code", terminal = "claude", folder = "web-shop"): Source {
	const root = `/home/ada/${folder}`;
	return {
		session: `session-${terminal}`,
		agent,
		isRefuted: false,
		terminal: { name: terminal, isOpen: true },
		folder,
		root,
	};
}

export function question(now: number, change: Partial<QuestionData> = {}): QuestionData {
	return {
		kind: "question",
		id: "q1",
		source: source(),
		text: "Which database should the integration tests use?",
		choices: ["Postgres in Docker", "SQLite in memory", "The shared test server"],
		askedAt: now - 48 * SECOND,
		limitAt: now + 252 * SECOND,
		closesAt: now + 252 * SECOND,
		extensionMs: 5 * MINUTE,
		reconnecting: undefined,
		draft: { text: "", choice: undefined },
		earlier: undefined,
		draftVersion: 0,
		images: [],
		attached: undefined,
		...change,
	};
}

/** A request of Claude Code to run a command; `act` replaces parts of what it wants. */
export function approval(
	now: number,
	change: Partial<ApprovalData> = {},
	act: Partial<ApprovalData["act"]> = {},
): ApprovalData {
	return {
		kind: "approval",
		id: "a1",
		source: source(),
		act: {
			kind: "command",
			action: "npm run test:unit -- --watch=false",
			detail: undefined,
			reason: undefined,
			...act,
		},
		isDetailKnown: false,
		askedAt: now - 13 * SECOND,
		limitAt: now + 287 * SECOND,
		closesAt: now + 287 * SECOND,
		extensionMs: 5 * MINUTE,
		reconnecting: undefined,
		dangers: [],
		canAllowAlways: true,
		hasFailed: false,
		prompt: "none",
		step: undefined,
		...change,
	};
}

/** The rule step of that request, its pattern shortened to three words. */
export function ruleStep(change: Partial<RuleStepData> = {}): RuleStepData {
	return {
		kind: "rule",
		covers: "pattern",
		pattern: "npm run test:unit",
		scope: { agent: "Claude Code", folder: "web-shop", cwd: "/home/ada/web-shop", kind: "command" },
		checks: [
			{ text: "npm run test:unit -- --watch=false", isAllowed: true },
			{ text: "npm run test:unit", isAllowed: true },
			{ text: "npm run test:e2e", isAllowed: false },
		],
		problem: undefined,
		...change,
	};
}

export type Steps = readonly (readonly [step: string, status: PlanData["steps"][number]["status"]])[];

export function plan(now: number, id: string, title: string, steps: Steps, change: Partial<PlanData> = {}): PlanData {
	return {
		id,
		source: source(),
		revision: 4,
		state: "running",
		title,
		explanation: undefined,
		steps: steps.map(([step, status], index) => ({ id: `s${index}`, step, status })),
		updatedAt: now - 12 * SECOND,
		isLive: true,
		reconnecting: undefined,
		times: [],
		changes: [],
		hasRevisions: false,
		revisions: [],
		...change,
	};
}

export function snapshot(now: number, change: Partial<Snapshot> = {}): Snapshot {
	return {
		kind: "snapshot",
		now,
		notices: [],
		isFirstRun: false,
		waiting: [],
		settled: [],
		drafts: [],
		plans: [],
		agents: [],
		history: { total: 12, matching: 12, entries: [], agents: [], isKept: true },
		folds: { version: 0, folded: {} },
		spotlight: undefined,
		chime: 0,
		...change,
	};
}

export const GET_USER =
	"`getUser` returns a promise in 14 places and a value in 3. What should the one name be after the change?";
export const OWN_WORDS =
	"loadUser, because fetch* is what the HTTP layer uses.\nKeep getUser as a deprecated alias until 4.0";

export function draft(now: number, change: Partial<DraftData> = {}): DraftData {
	return {
		id: "q4",
		source: source(),
		text: GET_USER,
		askedAt: now - 7 * MINUTE,
		closedAt: now - 2 * MINUTE,
		reason: "timeout",
		draft: OWN_WORDS,
		handOver: false,
		canHandOver: true,
		toTerminal: "possible",
		...change,
	};
}
