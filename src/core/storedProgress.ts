import { type PlanChange, type PlanProgress, type PlanRevision, STEP_STATUSES, type StepTime } from "./plans";
import { list, number, oneOf, optional, orElse, type Parser, shape, text } from "./shape";

type Change<K extends PlanChange["kind"]> = Extract<PlanChange, { kind: K }>;

const status = oneOf(STEP_STATUSES);

const CHANGES: { readonly [K in PlanChange["kind"]]: Parser<Change<K>> } = {
	made: shape<Change<"made">>({ kind: oneOf(["made"]), steps: number }),
	added: shape<Change<"added">>({ kind: oneOf(["added"]), id: text }),
	removed: shape<Change<"removed">>({ kind: oneOf(["removed"]), id: text, step: text }),
	renamed: shape<Change<"renamed">>({ kind: oneOf(["renamed"]), id: text, from: text }),
	status: shape<Change<"status">>({ kind: oneOf(["status"]), id: text, from: status, to: status }),
	reordered: shape<Change<"reordered">>({ kind: oneOf(["reordered"]) }),
	title: shape<Change<"title">>({ kind: oneOf(["title"]), from: optional(text) }),
	explanation: shape<Change<"explanation">>({ kind: oneOf(["explanation"]) }),
};

const change: Parser<PlanChange> = (raw) => {
	const kind = oneOf(["made", "added", "removed", "renamed", "status", "reordered", "title", "explanation"]);
	return CHANGES[shape<Pick<PlanChange, "kind">>({ kind })(raw).kind](raw);
};

const times = list(
	shape<StepTime>({
		id: text,
		startedAt: optional(number),
		workedMs: number,
		since: optional(number),
		finalAt: optional(number),
	}),
);

// Each is told against the one before: with one of them unknown the others mean nothing.
const revisions = list(shape<PlanRevision>({ revision: number, at: number, changes: list(change) }));

/** Documents of earlier versions have none, and those of newer ones may hold what is not known here. */
export const planProgress: Parser<PlanProgress> = orElse(
	shape<PlanProgress>({ times: orElse(times, []), revisions: orElse(revisions, []) }),
	{ times: [], revisions: [] },
);
