import type { LateAnswer } from "./clarifications";
import { InteractionError } from "./errors";
import type { Event } from "./events";
import { PLAN_EXPLANATION_MAX, PLAN_STEPS_MAX, PLAN_TITLE_MAX, STEP_ID_MAX, STEP_MAX } from "./limits";
import type { TurnEnd } from "./sessions";
import { type Fields, fieldsOf, listOf, optionalText, requiredText } from "./toolArguments";

export const STEP_STATUSES = ["pending", "in_progress", "completed", "failed", "skipped"] as const;

export type StepStatus = (typeof STEP_STATUSES)[number];

export interface PlanStep {
	readonly id: string;
	readonly step: string;
	readonly status: StepStatus;
}

/** The plan of one turn as it stands. Times are milliseconds since the epoch. */
export interface PlanCard {
	readonly id: string;
	readonly sessionId: string;
	readonly turnId: string;
	/** 1 for the first accepted update, one more with each accepted update and with the turn's end. */
	readonly revision: number;
	readonly state: "running" | TurnEnd;
	readonly title: string | undefined;
	readonly explanation: string | undefined;
	readonly steps: readonly PlanStep[];
	readonly createdAt: number;
	readonly updatedAt: number;
	readonly progress: PlanProgress;
}

/** What the person sees beside the plan itself; no agent gets it. */
export interface PlanProgress {
	/** Of the steps that were begun or became final, in the plan's order. */
	readonly times: readonly StepTime[];
	/** The newest ones that changed anything, oldest first. */
	readonly revisions: readonly PlanRevision[];
}

export interface StepTime {
	/** The step's id. */
	readonly id: string;
	/** When it first went in progress; undefined: it never was. */
	readonly startedAt: number | undefined;
	/** How long it was in progress until `since`, or in all where nobody works on it now. */
	readonly workedMs: number;
	/** It is in progress, and counted from here on. */
	readonly since: number | undefined;
	/** When it became final, if it is. */
	readonly finalAt: number | undefined;
}

export interface PlanRevision {
	readonly revision: number;
	readonly at: number;
	readonly changes: readonly PlanChange[];
}

/**
 * One change against the revision before. What a step or the title is called afterwards stands in the plan itself, or in
 * the next change that took it away.
 */
export type PlanChange =
	| { readonly kind: "made"; /** How many it had. */ readonly steps: number }
	| { readonly kind: "added"; readonly id: string }
	| { readonly kind: "removed"; readonly id: string; readonly step: string }
	| { readonly kind: "renamed"; readonly id: string; readonly from: string }
	| { readonly kind: "status"; readonly id: string; readonly from: StepStatus; readonly to: StepStatus }
	| { readonly kind: "reordered" }
	| { readonly kind: "title"; readonly from: string | undefined }
	| { readonly kind: "explanation" };

/** What one call of `update_plan` says. */
export interface Plan {
	/** Undefined: left out, the card keeps its title. Empty: the card has none from now on. */
	readonly title: string | undefined;
	readonly explanation: string | undefined;
	readonly steps: readonly PlanStep[];
}

/** A card as its agent is told of it. Results of calls are stored with each change. */
export type PlanCallCard = Omit<PlanCard, "progress">;

/** What one call of `update_plan` made of its card, with the late answers that go with it. */
export interface PlanUpdate {
	readonly card: PlanCallCard;
	readonly late: readonly LateAnswer[];
}

/** The plan cards of this window as surfaces see them. */
export interface PlanBoard {
	/** Running ones first, then newest first. */
	readonly cards: readonly PlanCard[];
	readonly onDidChange: Event<void>;
	/** Takes an ended card away; a running one stays. */
	remove(id: string): void;
}

/** @throws InteractionError `invalid_input` that names the field and the limit. */
export function parsePlan(fields: Fields): Plan {
	const title = optionalText(fields["title"], "title", PLAN_TITLE_MAX);
	const explanation = optionalText(fields["explanation"], "explanation", PLAN_EXPLANATION_MAX);
	const steps = listOf(fields["plan"], "plan", 1, PLAN_STEPS_MAX).map((step, at) => parseStep(step, `plan[${at}]`));
	const ids = new Set<string>();
	for (const [at, { id }] of steps.entries()) {
		if (ids.has(id)) throw new InteractionError("invalid_input", `plan[${at}].id: must be unique in the plan`);
		ids.add(id);
	}
	if (steps.filter((step) => step.status === "in_progress").length > 1) {
		throw new InteractionError("invalid_input", "plan: at most one step may be in_progress");
	}
	return { title, explanation: explanation === "" ? undefined : explanation, steps };
}

function parseStep(raw: unknown, field: string): PlanStep {
	const { id, step, status } = fieldsOf(raw, field);
	return {
		id: requiredText(id, `${field}.id`, STEP_ID_MAX),
		step: requiredText(step, `${field}.step`, STEP_MAX),
		status: parseStatus(status, `${field}.status`),
	};
}

function parseStatus(raw: unknown, field: string): StepStatus {
	const status = STEP_STATUSES.find((each) => each === raw);
	if (status === undefined) {
		throw new InteractionError("invalid_input", `${field}: must be one of ${STEP_STATUSES.join(", ")}`);
	}
	return status;
}

/** Whether a step needs no more work. */
export function isFinal(step: PlanStep): boolean {
	return step.status === "completed" || step.status === "failed" || step.status === "skipped";
}
