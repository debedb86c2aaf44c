import type { AnswerImage, ImageType } from "./answerImages";
import type { ApprovalOutcome, SettledApproval } from "./approvals";
import type { ClarifyOutcome, LateAnswer, SettledQuestion } from "./clarifications";
import { isoTime } from "./isoTime";
import type { PlanStep, PlanUpdate } from "./plans";
import type { TurnEnd } from "./sessions";

/** One late answer as an agent gets it; times are ISO 8601. */
export interface LateAnswerResult {
	readonly clarify_id: string;
	readonly question: string;
	readonly response: string;
	readonly asked_at: string;
	readonly answered_at: string;
	/** Whether it was asked in the turn that gets it now. */
	readonly turn: "current" | "earlier";
}

/** An image of an answer as an agent gets it. */
export interface ImageResult {
	/** Absolute. */
	readonly path: string;
	readonly mime_type: ImageType;
	readonly name: string;
	readonly bytes: number;
}

/** The structured content of `clarify`. */
export interface ClarifyResult {
	readonly clarify_id: string;
	readonly response: string;
	readonly reason: ClarifyOutcome["reason"];
	/** What the person attached, as files on the agent's machine. */
	readonly images?: readonly ImageResult[];
	readonly late_answers?: readonly LateAnswerResult[];
}

/** The structured content of `update_plan`; times are ISO 8601. */
export interface PlanResult {
	readonly plan_id: string;
	readonly revision: number;
	readonly execution_state: "running" | TurnEnd;
	readonly title?: string;
	readonly explanation?: string;
	readonly plan: readonly PlanStep[];
	readonly created_at: string;
	readonly updated_at: string;
	readonly late_answers?: readonly LateAnswerResult[];
}

/** The structured content of `request_approval`. */
export type ApprovalResult = { readonly approval_id: string } & Exclude<ApprovalOutcome, { decision: "none" }>;

/** `pathOf` tells where our file of an image is: the path that a stored document names may be any. */
export function clarifyResult(
	{ clarifyId, outcome, late }: SettledQuestion,
	pathOf: (image: AnswerImage) => string,
): ClarifyResult {
	const { reason, response } = outcome;
	const images = reason === "response" ? outcome.images : undefined;
	const attached = images === undefined ? {} : { images: images.map((image) => imageResult(image, pathOf(image))) };
	return { clarify_id: clarifyId, response, reason, ...attached, ...lateAnswers(late) };
}

function imageResult({ mimeType, name, bytes }: AnswerImage, path: string): ImageResult {
	return { path, mime_type: mimeType, name, bytes };
}

export function planResult({ card, late }: PlanUpdate): PlanResult {
	return {
		plan_id: card.id,
		revision: card.revision,
		execution_state: card.state,
		...(card.title === undefined ? {} : { title: card.title }),
		...(card.explanation === undefined ? {} : { explanation: card.explanation }),
		plan: card.steps,
		created_at: isoTime(card.createdAt),
		updated_at: isoTime(card.updatedAt),
		...lateAnswers(late),
	};
}

export function approvalResult({ approvalId, outcome }: SettledApproval): ApprovalResult {
	// A tool has no prompt of its own that could decide instead: what gives no decision is a no.
	if (outcome.decision === "none") return { approval_id: approvalId, decision: "deny", reason: "error" };
	return { approval_id: approvalId, ...outcome };
}

function lateAnswers(late: readonly LateAnswer[]): { readonly late_answers?: readonly LateAnswerResult[] } {
	if (late.length === 0) return {};
	return {
		late_answers: late.map((answer) => ({
			clarify_id: answer.clarifyId,
			question: answer.question,
			response: answer.response,
			asked_at: isoTime(answer.askedAt),
			answered_at: isoTime(answer.answeredAt),
			turn: answer.turn,
		})),
	};
}
