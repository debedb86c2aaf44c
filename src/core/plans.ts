import type { TurnEnd } from "./sessions";

export type StepStatus = "pending" | "in_progress" | "completed" | "failed" | "skipped";

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
}
