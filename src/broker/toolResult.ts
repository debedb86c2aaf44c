import type { CallToolResult, ImageContent } from "@modelcontextprotocol/sdk/types.js";
import { takesImages } from "../core/agents";
import type { InteractionError } from "../core/errors";
import type { ApprovalResult, ClarifyResult, ImageResult, LateAnswerResult, PlanResult } from "../core/results";
import { imageContent } from "./imageContent";

/** Why there is no answer, and what that means. None of them lets the agent decide by itself. */
const UNANSWERED = {
	dismissed: "No answer was given: the user dismissed the question.",
	timeout: "No answer was given: the time limit passed before the user answered.",
	cancelled: "No answer was given: the question was cancelled before the user answered.",
} as const;
const NO_CONSENT = "This is not consent, and nothing was decided: whatever depends on the answer stays open.";

/** Why an act is not allowed; where nobody decided, silence is a no. */
const DENIED = {
	user: "The user denied this.",
	remembered: "A rule that the user has stored denies this.",
	timeout: "Nobody decided: the time limit passed. Silence is a no.",
	cancelled: "Nobody decided: the request was cancelled. Silence is a no.",
	error: "Nobody decided: the request could not be shown or its outcome not be kept. That is a no.",
} as const;
const NOT_ALLOWED = "The act is not allowed, neither in this form nor in another one with the same effect.";

export function approvalResult(result: ApprovalResult): CallToolResult {
	return success({ ...result }, result.decision === "deny" ? [`${DENIED[result.reason]} ${NOT_ALLOWED}`] : []);
}

/**
 * Images follow the text, as content that a model sees, where the agent takes any; one that cannot be read is told of and
 * fails nothing.
 */
export async function clarifyResult(result: ClarifyResult, agentId: string): Promise<CallToolResult> {
	const isShown = takesImages(agentId);
	const unanswered = result.reason === "response" ? [] : [`${UNANSWERED[result.reason]} ${NO_CONSENT}`];
	const images = await Promise.all(
		(result.images ?? []).map(async (image) => ({ image, content: await imageContent(image) })),
	);
	const notes = [...unanswered, ...imageNotes(images, isShown), ...lateNotes(result.late_answers)];
	const { content, ...told } = success({ ...result }, notes);
	return { ...told, content: [...content, ...(isShown ? images.flatMap((read) => read.content ?? []) : [])] };
}

export function planResult(result: PlanResult): CallToolResult {
	return success({ ...result }, lateNotes(result.late_answers));
}

export function refusal({ code, message }: InteractionError): CallToolResult {
	return failure(`${code}: ${message}`);
}

export function failure(text: string): CallToolResult {
	return { isError: true, content: [{ type: "text", text }] };
}

/**
 * Some clients show their model only the structured content (Claude Code, Codex, OpenCode, measured), others only the
 * text: both say the same, so what a result means is part of it.
 */
function success(result: Record<string, unknown>, notes: readonly string[]): CallToolResult {
	const structuredContent = notes.length === 0 ? result : { ...result, note: notes.join("\n") };
	return { content: [{ type: "text", text: JSON.stringify(structuredContent) }], structuredContent };
}

interface ReadImage {
	readonly image: ImageResult;
	readonly content: ImageContent | undefined;
}

function imageNotes(images: readonly ReadImage[], isShown: boolean): readonly string[] {
	if (images.length === 0) return [];
	const lost = images.filter(({ content }) => content === undefined).map(({ image }) => image.path);
	const where = isShown
		? "What could be read follows as image content; where your client leaves that out, the files named in images can be read."
		: "The files named in images can be read.";
	return [
		`The user attached ${images.length === 1 ? "an image" : `${images.length} images`} to this answer. ${where}`,
		...lost.map((path) => `The image ${path} could not be read: it is gone or was changed.`),
	];
}

function lateNotes(answers: readonly LateAnswerResult[] = []): readonly string[] {
	return answers.map(
		({ clarify_id, question, response, asked_at, answered_at, turn }) =>
			`Late answer to an earlier question. Question ${clarify_id}, asked at ${asked_at} in ${turn === "current" ? "this turn" : "an earlier turn"}: ` +
			`${JSON.stringify(question)}. The user answered it at ${answered_at}: ${JSON.stringify(response)}. ` +
			"It belongs to that question only and answers no other.",
	);
}
