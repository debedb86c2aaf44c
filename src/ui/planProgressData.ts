import type { PlanCard, PlanChange, PlanRevision } from "../core/plans";
import type { ChangeData, Folds, PlanData, RevisionData } from "../protocol/snapshot";
import { revisionsFold } from "../protocol/snapshot";

/** What the page gets of a card's times and revisions; all revisions only where the person has opened them. */
export function planProgressData(
	card: PlanCard,
	folds: Folds,
): Pick<PlanData, "times" | "changes" | "hasRevisions" | "revisions"> {
	const { times, revisions } = card.progress;
	// The end of a turn is told by the state of the card.
	const isByAgent = ({ revision }: PlanRevision): boolean => card.state === "running" || revision < card.revision;
	return {
		times,
		changes: revisions.findLast(isByAgent)?.changes ?? [],
		hasRevisions: revisions.length > 1,
		revisions: folds.folded[revisionsFold(card.id)] === false ? named(card) : [],
	};
}

/** Newest first. A change names no step that the plan still has, so the names are followed back from the plan as it is. */
function named({ steps, title, progress: { revisions } }: PlanCard): readonly RevisionData[] {
	const names = new Map(steps.map(({ id, step }) => [id, step]));
	let titleThen = title;
	return revisions.toReversed().map(({ revision, at, changes }) => {
		const told = changes.map((change) => changeData(change, names, titleThen));
		for (const change of changes) {
			if (change.kind === "removed") names.set(change.id, change.step);
			if (change.kind === "renamed") names.set(change.id, change.from);
			if (change.kind === "title") titleThen = change.from;
		}
		return { revision, at, changes: told };
	});
}

function changeData(change: PlanChange, names: ReadonlyMap<string, string>, title: string | undefined): ChangeData {
	switch (change.kind) {
		case "added":
			return { kind: "added", step: names.get(change.id) ?? change.id };
		case "removed":
			return { kind: "removed", step: change.step };
		case "renamed":
			return { kind: "renamed", step: names.get(change.id) ?? change.id, from: change.from };
		case "status": {
			const { id, from, to } = change;
			return { kind: "status", step: names.get(id) ?? id, from, to };
		}
		case "title":
			return { kind: "title", from: change.from, to: title };
		case "made":
		case "reordered":
		case "explanation":
			return change;
	}
}
