import type { Agent } from "./agents";
import { type AnswerImage, IMAGE_TYPES, imageName } from "./answerImages";
import type { SettledApproval } from "./approvals";
import type { ClarifyOutcome, LateAnswer, OpenQuestion, SettledQuestion, UnsentDraft } from "./clarifications";
import { STEP_STATUSES, type PlanCallCard, type PlanCard, type PlanStep, type PlanUpdate } from "./plans";
import type { Question } from "./questions";
import type { Place, ToolSet, Turn } from "./sessions";
import type { SettledCall } from "./settledCalls";
import { planProgress } from "./storedProgress";
import { settledApproval, type StoredApproval, storedApproval } from "./storedApprovals";
import {
	flag,
	knownOnes,
	list,
	number,
	oneOf,
	optional,
	orElse,
	type Parser,
	parsed,
	shape,
	text,
	uuid,
} from "./shape";

/** Everything of one session that outlives a reload, as plain JSON. Its key is a secret. */
export interface StoredSession {
	readonly v: 1;
	readonly id: string;
	readonly key: string;
	readonly agent: Agent;
	readonly tools: ToolSet;
	readonly budgetMs: number | undefined;
	readonly place: Place;
	readonly startedAt: number;
	/** Undefined: it waits for its process to come back. */
	readonly endedAt: number | undefined;
	readonly isHooked: boolean;
	readonly turn: Turn | undefined;
	readonly question: StoredQuestion | undefined;
	readonly settled: readonly SettledCall<SettledQuestion>[];
	readonly drafts: readonly StoredDraft[];
	readonly approvals: readonly StoredApproval[];
	readonly decided: readonly SettledCall<SettledApproval>[];
	readonly cards: readonly PlanCard[];
	readonly planCalls: readonly SettledCall<PlanUpdate>[];
}

export interface StoredQuestion extends Omit<OpenQuestion, "session" | "state" | "draftVersion"> {
	readonly callKey: string;
	/** What remained of its time when it was stored: the time until its agent is back does not count. */
	readonly remainingMs: number;
}

export interface StoredDraft extends Omit<UnsentDraft, "session"> {
	readonly writtenAt: number;
}

/** Undefined for everything that is no such document, among it one that a newer version wrote. */
export function parseStoredSession(raw: unknown): StoredSession | undefined {
	return parsed(session, raw);
}

const turnEnds = ["ended", "failed", "interrupted"] as const;

export const steps: Parser<readonly PlanStep[]> = list(shape({ id: text, step: text, status: oneOf(STEP_STATUSES) }));

/** Documents of earlier versions have none; one that a newer version can have is left out. */
const images: Parser<readonly AnswerImage[]> = orElse(
	knownOnes(
		shape<AnswerImage>({
			id: uuid,
			name: (raw) => imageName(text(raw)),
			mimeType: oneOf(IMAGE_TYPES),
			bytes: number,
			path: text,
		}),
	),
	[],
);

export const outcome: Parser<ClarifyOutcome> = (raw) => {
	const reason = oneOf(["response", "dismissed", "timeout", "cancelled"]);
	const fields = { reason, response: text, images };
	const read = shape<{ reason: ClarifyOutcome["reason"]; response: string; images: readonly AnswerImage[] }>(fields)(
		raw,
	);
	if (read.reason !== "response") return { reason: read.reason, response: "" };
	const attached = read.images.length === 0 ? {} : { images: read.images };
	return { reason: read.reason, response: read.response, ...attached };
};

export const turnEnd = oneOf(turnEnds);

const turn = shape<Turn>({
	id: text,
	sessionId: text,
	startedAt: number,
	state: oneOf(["active", ...turnEnds]),
	// Documents of earlier versions have none.
	promptId: optional(text),
});

const place = shape<Place>({
	cwd: optional(text),
	folder: optional(shape({ name: text, path: text })),
	terminal: optional(shape({ name: text, processId: number })),
	pid: optional(number),
	verification: oneOf(["verified", "refuted", "unchecked"]),
});

const question = shape<Question>({ text, choices: list(text) });
const draft = shape({ text, choice: optional(text) });

const storedQuestion = shape<StoredQuestion>({
	id: text,
	turnId: text,
	question,
	askedAt: number,
	deadline: number,
	lastMoment: number,
	heldFrom: optional(number),
	draft,
	images,
	callKey: text,
	remainingMs: number,
});

const storedDraft = shape<StoredDraft>({
	id: text,
	turnId: text,
	question,
	askedAt: number,
	closedAt: number,
	reason: oneOf(["timeout", "cancelled"]),
	draft,
	images,
	handOver: flag,
	writtenAt: number,
});

const late = shape<LateAnswer>({
	clarifyId: text,
	question: text,
	response: text,
	askedAt: number,
	answeredAt: number,
	turn: oneOf(["current", "earlier"]),
});

const callCardFields = {
	id: text,
	sessionId: text,
	turnId: text,
	revision: number,
	state: oneOf(["running", ...turnEnds]),
	title: optional(text),
	explanation: optional(text),
	steps,
	createdAt: number,
	updatedAt: number,
};

const callCard = shape<PlanCallCard>(callCardFields);
const card = shape<PlanCard>({ ...callCardFields, progress: planProgress });

function settledCalls<T>(value: Parser<T>): Parser<readonly SettledCall<T>[]> {
	return list(shape<SettledCall<T>>({ callKey: text, settledAt: number, value }));
}

/** Documents of earlier versions have no such list. */
function sinceLater<T>(parser: Parser<readonly T[]>): Parser<readonly T[]> {
	return (raw) => (raw === undefined ? [] : parser(raw));
}

const session = shape<StoredSession>({
	v: oneOf([1]),
	id: uuid,
	key: text,
	agent: shape<Agent>({ id: text, label: text, callLimitMs: optional(number) }),
	tools: shape<ToolSet>({ plan: (raw) => (raw === false ? raw : undefined), clarify: flag, approvals: flag }),
	budgetMs: optional(number),
	place,
	startedAt: number,
	endedAt: optional(number),
	isHooked: flag,
	turn: optional(turn),
	question: optional(storedQuestion),
	settled: settledCalls(shape<SettledQuestion>({ clarifyId: text, outcome, late: list(late) })),
	drafts: list(storedDraft),
	approvals: sinceLater(list(storedApproval)),
	decided: sinceLater(settledCalls(settledApproval)),
	cards: list(card),
	planCalls: settledCalls(shape<PlanUpdate>({ card: callCard, late: list(late) })),
});
