import type { PlanData } from "../../src/protocol/snapshot";
import { plan, source, type Steps } from "./panelData";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** A plan that runs, in its fourth revision. */
export function ratePlan(now: number): PlanData {
	const steps: Steps = [
		["Read the existing middleware and its tests", "completed"],
		["Choose the storage for counters", "completed"],
		["Add the table and its migration", "completed"],
		["Limit /search and /checkout per account, with the headers that clients expect", "in_progress"],
		["Answer 429 with a retry time", "pending"],
		["Load test with 200 clients", "pending"],
		["Write the operations note", "pending"],
	];
	const explanation = "Redis was ruled out, so the counter lives in Postgres. Step 4 now covers both routes.";
	return plan(now, "p1", "Add rate limiting to the public API", steps, {
		explanation,
		times: [
			stepTime(now, 0, 14, 6),
			stepTime(now, 1, 8, 0.7),
			stepTime(now, 2, 7, 5),
			{ ...stepTime(now, 3, 2, 0), since: now - 130 * SECOND, finalAt: undefined },
		],
		changes: [
			{ kind: "status", id: "s2", from: "in_progress", to: "completed" },
			{ kind: "status", id: "s3", from: "pending", to: "in_progress" },
		],
		hasRevisions: true,
	});
}

/** A step that was begun and worked on so many minutes, and is final. */
function stepTime(now: number, index: number, begunAgo: number, worked: number): PlanData["times"][number] {
	const startedAt = now - begunAgo * MINUTE;
	const workedMs = worked * MINUTE;
	return { id: `s${index}`, startedAt, workedMs, since: undefined, finalAt: startedAt + workedMs };
}

/** How it came to that. */
export function rateRevisions(now: number): PlanData["revisions"] {
	const day = new Date(now).setHours(10, 31, 0, 0);
	return [
		{
			revision: 4,
			at: day,
			changes: [
				{ kind: "status", step: "Add the table and its migration", from: "in_progress", to: "completed" },
				{
					kind: "status",
					step: "Limit /search and /checkout per account, with the headers that clients expect",
					from: "pending",
					to: "in_progress",
				},
			],
		},
		{
			revision: 3,
			at: day - 5 * MINUTE,
			changes: [
				{ kind: "status", step: "Choose the storage for counters", from: "in_progress", to: "completed" },
				{ kind: "added", step: "Add the table and its migration" },
				{
					kind: "renamed",
					step: "Limit /search and /checkout per account, with the headers that clients expect",
					from: "Limit /search per account",
				},
				{ kind: "removed", step: "Start Redis in the compose file" },
				{ kind: "reordered" },
				{ kind: "explanation" },
			],
		},
		{
			revision: 2,
			at: day - 7 * MINUTE,
			changes: [
				{ kind: "title", from: "Rate limiting", to: "Add rate limiting to the public API" },
				{ kind: "status", step: "Load test with 200 clients", from: "failed", to: "skipped" },
			],
		},
		{ revision: 1, at: day - 14 * MINUTE, changes: [{ kind: "made", steps: 7 }] },
	];
}

export function linterPlan(now: number): PlanData {
	const steps: Steps = [
		["Raise the version and its plugins", "completed"],
		["Fix the 31 new findings", "completed"],
		["Run the whole test suite", "completed"],
	];
	return plan(now, "p3", "Upgrade the linter", steps, {
		state: "ended",
		revision: 6,
		source: source("Codex", "codex", "api"),
		times: [stepTime(now, 0, 30, 2), stepTime(now, 1, 28, 21), stepTime(now, 2, 7, 0.5)],
		hasRevisions: true,
	});
}

export function interruptedPlan(now: number): PlanData {
	const steps: Steps = [
		["Find every place that reads a price", "completed"],
		["Change the price column", "completed"],
		["Convert the stored values", "pending"],
		["Show prices with the right symbol", "pending"],
	];
	const closed = { ...source(), terminal: { name: "claude", isOpen: false } };
	return plan(now, "p4", "Move prices to cents", steps, {
		state: "interrupted",
		revision: 5,
		source: closed,
		isLive: false,
		times: [stepTime(now, 0, 80, 9), stepTime(now, 1, 71, 67), { ...stepTime(now, 2, 4, 3.5), finalAt: undefined }],
		hasRevisions: true,
	});
}

export function failedPlan(now: number): PlanData {
	const steps: Steps = [
		["Write the changelog", "completed"],
		["Build for three platforms", "completed"],
		["Publish to the registry", "failed"],
		["Sign the archives", "skipped"],
		["Announce the release", "pending"],
	];
	return plan(now, "p5", "Publish version 3.2", steps, {
		state: "failed",
		revision: 7,
		source: source("OpenCode", "release", "packages/cli"),
		explanation: "The registry refused the token. Signing waits until publishing works.",
	});
}
