import { type HistoryItem, type QuestionData, revisionsFold, type Snapshot } from "../../src/protocol/snapshot";
import { approvalStates } from "./approvalStates";
import { draft, GET_USER, OWN_WORDS, plan, question, snapshot, source } from "./panelData";
import { failedPlan, interruptedPlan, linterPlan, ratePlan, rateRevisions } from "./planStates";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

const noHistory: Snapshot["history"] = { total: 0, matching: 0, entries: [], agents: [], isKept: true };

/** Every state of the panel, by its name in the design if it has one there. */
export function states(now: number): Readonly<Record<string, Snapshot>> {
	const agents = [
		{ id: "1", source: source(), since: now - 4 * MINUTE, reconnecting: undefined },
		{ id: "2", source: source("Codex", "codex", "api"), since: now - 31 * MINUTE, reconnecting: undefined },
	];
	return {
		empty: snapshot(now, { isFirstRun: true, history: noHistory }),
		idle: snapshot(now, { agents }),
		"question-short": snapshot(now, { waiting: [question(now)], plans: [ratePlan(now)] }),
		"question-long": snapshot(now, { waiting: [longQuestion(now)] }),
		"question-near": snapshot(now, { waiting: [nearQuestion(now, 38 * SECOND)] }),
		"question-hold": snapshot(now, { waiting: [nearQuestion(now, -10 * SECOND)] }),
		"question-earlier": snapshot(now, { waiting: [question(now, { earlier: earlierAnswer(now) })] }),
		"question-attached": snapshot(now, {
			waiting: [question(now, { images, draft: { text: EXCERPT, choice: undefined } })],
		}),
		"question-image-refused": snapshot(now, { waiting: [question(now, { images })] }),
		"question-expired": snapshot(now, { drafts: [draft(now)] }),
		reconnecting: snapshot(now, {
			waiting: [question(now, { reconnecting: { until: now + 14 * SECOND }, extensionMs: 0 })],
			plans: [{ ...ratePlan(now), isLive: false, reconnecting: { until: now + 14 * SECOND } }],
		}),
		refuted: snapshot(now, { waiting: [question(now, { source: { ...source(), isRefuted: true } })] }),
		many: many(now),
		...approvalStates(now),
		"plan-running": snapshot(now, { agents, plans: [ratePlan(now), linterPlan(now)] }),
		"plan-revisions": snapshot(now, {
			agents,
			plans: [{ ...ratePlan(now), revisions: rateRevisions(now) }, linterPlan(now)],
			folds: { version: 1, folded: { [revisionsFold("p1")]: false } },
		}),
		"plan-completed": snapshot(now, { agents, plans: [linterPlan(now)] }),
		"plan-interrupted": snapshot(now, { plans: [interruptedPlan(now)] }),
		"plan-failed": snapshot(now, { plans: [failedPlan(now)] }),
		history: snapshot(now, { history: history(now), folds: { version: 1, folded: { history: false } } }),
		"notice-stopped": snapshot(now, {
			notices: [{ kind: "stopped", reason: "No local port could be opened: address in use." }],
		}),
		"notice-untrusted": snapshot(now, { notices: [{ kind: "untrusted" }], history: noHistory, isFirstRun: true }),
	};
}

/** What comes after the state of that name, in the same page: what only a change brings about is seen then. */
export function following(now: number): Readonly<Record<string, Snapshot>> {
	const attached = { count: 1, problem: "not-image", name: "checkout flow.bmp" } as const;
	const outcome = { decision: "deny", reason: "cancelled" } as const;
	return {
		"question-image-refused": snapshot(now, { waiting: [question(now, { images, attached })] }),
		"approval-message-kept": snapshot(now, { settled: [{ kind: "approval", id: "a1", outcome }] }),
	};
}

const images: QuestionData["images"] = [
	"login page.png",
	"what the exported table looks like in the other browser.png",
].map((name) => ({ id: name, name, bytes: 48_000, url: "/attached.png" }));
const EXCERPT = "Like here:\n\ntest/db.ts:3-4\n```typescript\nconst url = process.env.TEST_DB;\nconnect(url);\n```\n";

function longQuestion(now: number): QuestionData {
	return question(now, {
		id: "q2",
		source: source("Codex", "codex: orders migration", "services/orders"),
		askedAt: now - 80 * SECOND,
		limitAt: now + 220 * SECOND,
		closesAt: now + 220 * SECOND,
		text: [
			"The migration in src/db/migrations/0042_split_address.ts:18 would lock `orders` while it rewrites **2.3 million rows**. On the staging copy that took 4 min 10 s.",
			"```sql\nALTER TABLE orders\n  ADD COLUMN street text,\n  ADD COLUMN postal_code text;\n\nUPDATE orders SET street = split_part(address, E'\\n', 1), postal_code = split_part(address, E'\\n', 2);\n```",
			"Two things are fixed already:",
			"- the old column stays for one release\n- writes go to both columns behind `ORDERS_SPLIT_ADDRESS`",
			"How should the rows that exist today be filled?",
		].join("\n\n"),
		choices: [
			"In one transaction during the maintenance window on Sunday. The table is locked for about four minutes, and nothing else changes.",
			"In batches of 5,000 rows with a pause of 200 ms between them. Takes about two hours, blocks nobody, and can be resumed from the last id.",
			"Lazily: fill a row when it is next read or written, and run a clean-up job for the rest at the end of the month.",
			"With a trigger on `orders` plus one background worker, the way the customers table was split in May.",
			"Build a second table, copy, then swap the names. Needs 1.8 GB of free space and a short lock at the end.",
			"Only orders of the last 24 months now; leave older ones with the single address column until they are archived.",
			"Do not fill them. New code reads the old column when the new ones are empty.",
			"Stop here and write the options down in docs/decisions so that the team can talk about them first.",
		],
		draft: {
			text: "",
			choice:
				"In batches of 5,000 rows with a pause of 200 ms between them. Takes about two hours, blocks nobody, and can be resumed from the last id.",
		},
	});
}

function nearQuestion(now: number, leftMs: number): QuestionData {
	return question(now, {
		id: "q3",
		text: GET_USER,
		choices: ["`fetchUser` everywhere", "Keep `getUser`, make all of them async"],
		askedAt: now - 270 * SECOND,
		limitAt: now + leftMs,
		closesAt: now + leftMs + 60 * SECOND,
		draft: { text: OWN_WORDS, choice: undefined },
	});
}

function many(now: number): Snapshot {
	const cents = ["Cents, as integers", "Decimals with two places"];
	const first = question(now, {
		id: "m1",
		text: "Should prices be stored in cents or as decimals?",
		choices: cents,
		askedAt: now - 248 * SECOND,
		limitAt: now + 52 * SECOND,
		closesAt: now + 52 * SECOND,
		draft: { text: "", choice: "Cents, as integers" },
	});
	const folded = (id: string, agent: string, terminal: string, folder: string, text: string, left: number) =>
		question(now, {
			id,
			source: source(agent, terminal, folder),
			text,
			limitAt: now + left * SECOND,
			closesAt: now + left * SECOND,
		});
	return snapshot(now, {
		waiting: [
			first,
			folded("m2", "Claude Code", "claude (2)", "web-shop", "May I reset the development database?", 125),
			folded(
				"m3",
				"Codex",
				"codex",
				"api",
				"The migration would lock the orders table while it rewrites 2.3 million rows",
				211,
			),
			folded("m4", "Gemini CLI", "gemini", "docs", "Keep the old changelog format?", 295),
		],
		plans: [
			plan(now, "pm1", "Move prices to cents", [
				["Find every place that reads a price", "completed"],
				["Write the tests", "completed"],
				["Change the price column", "in_progress"],
				["Convert the stored values", "pending"],
				["Show prices with the right symbol", "pending"],
				["Tell the shop team", "pending"],
			]),
			plan(
				now,
				"pm2",
				"Split the address column",
				[
					["Read the migration", "completed"],
					["Choose how old rows are filled", "in_progress"],
					["Run it on the staging copy", "pending"],
					["Run it", "pending"],
				],
				{ source: source("Codex", "codex", "api") },
			),
		],
	});
}

function history(now: number): Snapshot["history"] {
	const day = new Date(now).setHours(10, 31, 0, 0);
	const ago = (minutes: number): number => day - minutes * MINUTE;
	const asked = (id: string, minutes: number, agent: string, text: string, outcome: Answer): AskedItem => {
		return {
			about: "question",
			id,
			at: ago(minutes),
			agent,
			terminal: "claude",
			folder: "web-shop",
			text,
			outcome,
			isPrivate: false,
		};
	};
	return {
		total: 42,
		matching: 7,
		isKept: true,
		agents: [
			{ id: "claude-code", label: "Claude Code" },
			{ id: "codex", label: "Codex" },
		],
		entries: [
			asked("h1", 0, "Claude Code", "Which database should the integration tests use?", answered("Postgres in Docker")),
			{
				about: "approval",
				id: "h7",
				at: ago(12),
				agent: "Codex",
				terminal: "codex",
				folder: "api",
				act: { kind: "command", action: "Commit and push", detail: "git push origin main" },
				outcome: { decision: "deny", reason: "user", message: "Not before the tests have run." },
			},
			asked("h2", 29, "Codex", "May the test server be restarted while others use it?", {
				reason: "timeout",
				response: "",
			}),
			{
				about: "plan",
				id: "h3",
				at: ago(51),
				agent: "Claude Code",
				terminal: "claude",
				folder: "web-shop",
				title: "Make the checkout tests stable",
				state: "ended",
				steps: [{ id: "1", step: "Run them 100 times", status: "completed" }],
			},
			{
				...asked(
					"h4",
					1_056,
					"Claude Code",
					"Skip the flaky test or fix it first?",
					answered("Fix it first, and say in the commit what made it flaky."),
				),
				isPrivate: true,
			},
			asked("h5", 1_163, "Gemini CLI", "Name of the new test helper?", { reason: "cancelled", response: "" }),
			asked("h6", 1_200, "Gemini CLI", "Keep the test fixtures?", { reason: "dismissed", response: "" }),
		],
	};
}

function earlierAnswer(now: number): QuestionData["earlier"] {
	const response = "SQLite in memory, as long as no test needs what only Postgres has.\nThen ask again.";
	return { response, agent: "Codex", at: now - 3 * 24 * 60 * MINUTE };
}

type AskedItem = Extract<HistoryItem, { about: "question" }>;
type Answer = AskedItem["outcome"];

function answered(response: string): Answer {
	return { reason: "response", response };
}
