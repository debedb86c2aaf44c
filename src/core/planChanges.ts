import { PLAN_REVISIONS_CHARACTERS_MAX, PLAN_REVISIONS_KEPT } from "./limits";
import type { PlanCard, PlanChange, PlanRevision, PlanStep } from "./plans";

type Told = Pick<PlanCard, "title" | "explanation" | "steps">;

/** What an update changed. Texts that the plan still has are not repeated, since all of it is stored with each change. */
export function changesBetween(before: Told, after: Told): readonly PlanChange[] {
	const old = new Map(before.steps.map((step) => [step.id, step]));
	const ids = new Set(after.steps.map(({ id }) => id));
	const changes: PlanChange[] = [];
	for (const { id, step, status } of after.steps) {
		const was = old.get(id);
		if (was === undefined) changes.push({ kind: "added", id });
		else {
			if (was.step !== step) changes.push({ kind: "renamed", id, from: was.step });
			if (was.status !== status) changes.push({ kind: "status", id, from: was.status, to: status });
		}
	}
	for (const { id, step } of before.steps) if (!ids.has(id)) changes.push({ kind: "removed", id, step });
	if (isReordered(before.steps, after.steps, old, ids)) changes.push({ kind: "reordered" });
	if (before.title !== after.title) changes.push({ kind: "title", from: before.title });
	if (before.explanation !== after.explanation) changes.push({ kind: "explanation" });
	return changes;
}

/** With one more revision; the oldest go. An update that said nothing new is none. */
export function withRevision(revisions: readonly PlanRevision[], next: PlanRevision): readonly PlanRevision[] {
	if (next.changes.length === 0) return revisions;
	const kept = [next];
	let characters = charactersOf(next);
	for (const revision of revisions.toReversed()) {
		characters += charactersOf(revision);
		if (kept.length === PLAN_REVISIONS_KEPT || characters > PLAN_REVISIONS_CHARACTERS_MAX) break;
		kept.push(revision);
	}
	return kept.reverse();
}

/** Whether the steps that both have stand in another order. */
function isReordered(
	before: readonly PlanStep[],
	after: readonly PlanStep[],
	old: ReadonlyMap<string, PlanStep>,
	ids: ReadonlySet<string>,
): boolean {
	const was = before.filter(({ id }) => ids.has(id));
	return after.filter(({ id }) => old.has(id)).some(({ id }, at) => id !== was[at]?.id);
}

function charactersOf({ changes }: PlanRevision): number {
	return changes.reduce((sum, change) => sum + lengthOf(change), 0);
}

/** How long the texts of agents in it are. */
function lengthOf(change: PlanChange): number {
	switch (change.kind) {
		case "added":
		case "status":
			return change.id.length;
		case "renamed":
			return change.id.length + change.from.length;
		case "removed":
			return change.id.length + change.step.length;
		case "title":
			return change.from?.length ?? 0;
		case "made":
		case "reordered":
		case "explanation":
			return 0;
	}
}
