/** Lengths are Unicode code points, counted before trimming. Source: the tools' contract in CONTRIBUTING.md. */
export const QUESTION_MAX = 4_000;
export const CHOICES_MAX = 20;
export const CHOICE_MAX = 500;
export const CONTEXT_ID_MAX = 100;
export const ANSWER_MAX = 16_000;
/** Of an excerpt from an editor: half an answer, so that there is room for what the person says about it. */
export const EXCERPT_MAX = 8_000;

/** Anthropic's API takes an image of at most 5 MB in base64, which is four thirds of this. */
export const IMAGE_MAX_BYTES = 3.5 * 1024 * 1024;
export const ANSWER_IMAGES_MAX = 4;
/**
 * All images of one answer. An MCP client on the official SDK ends its connection at a message of 10 MiB (`ReadBuffer` in
 * 1.32 of the TypeScript one): in base64 these are 9⅓ of them.
 */
export const ANSWER_IMAGES_MAX_BYTES = 7 * 1024 * 1024;

export const PLAN_TITLE_MAX = 200;
export const PLAN_EXPLANATION_MAX = 1_000;
export const PLAN_STEPS_MAX = 30;
export const STEP_ID_MAX = 100;
export const STEP_MAX = 200;

export const LATE_ANSWERS_MAX = 5;
export const LATE_ANSWERS_CHARACTERS_MAX = 8_000;

export const ACTION_MAX = 200;
export const DETAIL_MAX = 16_000;
export const REASON_MAX = 1_000;
/** A longer detail of an agent's own prompt, in UTF-16 units, is not kept over a reload: its hook gets no decision then. */
export const STORED_DETAIL_MAX = 64_000;
/** Requests that one session may have open at a time. */
export const OPEN_APPROVALS_MAX = 20;
/** Outcomes of requests kept per session for a call that is sent again: it is one of those that were open together. */
export const APPROVAL_RESULTS_KEPT = 64;
/** Earlier requests that a pattern is tried on. */
export const PREVIEWS_MAX = 10;

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;

/** The setting `parley.question.timeLimit`: default and bounds. */
export const TIME_LIMIT_MS = { default: 300 * SECOND_MS, min: 30 * SECOND_MS, max: 3_600 * SECOND_MS };
/** Nothing waits longer than this, whatever the agent's own budget is. */
export const QUESTION_LIFE_MAX_MS = 65 * MINUTE_MS;
/** A question ends this long before the budget that the agent's entry states. */
export const BUDGET_MARGIN_MS = 60 * SECOND_MS;
/** … and this long before the known limit of a client whose entry states none. */
export const CALL_LIMIT_MARGIN_MS = 10 * SECOND_MS;
/** A permission prompt waits this long where its agent's terminal shows nothing meanwhile. */
export const BLOCKING_LIMIT_MS = 60 * SECOND_MS;
/** Typing in an answer field holds the clock once, for at most this long. */
export const HOLD_MS = 60 * SECOND_MS;
/** A gap in time longer than this is a sleep of the machine; afterwards at least {@link AFTER_SLEEP_MS} remain. */
export const SLEEP_MS = 30 * SECOND_MS;
export const AFTER_SLEEP_MS = 60 * SECOND_MS;
/** How long a settled call keeps its outcome for a call that is sent again. */
export const OUTCOME_KEPT_MS = 10 * MINUTE_MS;
/** How long restored items wait for their agent, from the moment the broker listens. */
export const READOPTION_MS = 20 * SECOND_MS;

/** Ended sessions whose cards and drafts stay visible. */
export const ENDED_SESSIONS_KEPT = 20;
/** Plan cards kept per session; older ones are in the history only. */
export const PLAN_CARDS_KEPT = 10;
/**
 * Plan results kept per session for a call that is sent again. Each holds a whole card and is stored with each change, and
 * such a call waits for nobody: only the newest can be in flight.
 */
export const PLAN_RESULTS_KEPT = 4;
/** Revisions that a plan card remembers; they are stored with each change. */
export const PLAN_REVISIONS_KEPT = 20;
/** … and how much text of agents is in them, in UTF-16 units; the newest revision is kept whatever it holds. */
export const PLAN_REVISIONS_CHARACTERS_MAX = 8_000;

export const HISTORY_MAX = 1_000;
/** Of an act's detail the history keeps this much: enough to know it again by. */
export const HISTORY_DETAIL_MAX = 2_000;
/** All texts of the history together, in UTF-16 units: it is read and written whole. */
export const HISTORY_TEXT_MAX = 4_000_000;
export const HISTORY_KEPT_MS = 90 * 24 * 60 * MINUTE_MS;

/** What a session is told of the answers that were given before in its folder: the newest ones. */
export const EARLIER_ANSWERS_MAX = 50;

/** The length of a text in Unicode code points: a pair of surrogates is one. */
export function codePoints(text: string): number {
	return text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);
}
