import { withImagePaths } from "./answerImages";
import type { Draft, LateAnswer, OpenQuestion, UnsentDraft } from "./clarifications";
import { codePoints, LATE_ANSWERS_CHARACTERS_MAX, LATE_ANSWERS_MAX } from "./limits";
import type { Session } from "./sessions";
import type { StoredDraft } from "./stored";

interface Kept {
	readonly draft: UnsentDraft;
	/** When the person last wrote it or asked for its handing over. */
	readonly writtenAt: number;
}

/** What people wrote for questions that closed unanswered. Nothing here is ever sent without their act. */
export class UnsentDrafts {
	#kept: readonly Kept[] = [];

	/** Oldest question first. */
	get all(): readonly UnsentDraft[] {
		return this.#kept.map(({ draft }) => draft).toSorted((a, b) => a.askedAt - b.askedAt);
	}

	find(id: string): UnsentDraft | undefined {
		return this.#kept.find(({ draft }) => draft.id === id)?.draft;
	}

	/** Keeps the draft of a question that closes; an empty one is none. */
	keep(question: OpenQuestion, reason: UnsentDraft["reason"], now: number): void {
		if (isEmptyDraft(question.draft) && question.images.length === 0) return;
		const { id, session, turnId, askedAt, draft, images } = question;
		const kept = { id, session, turnId, question: question.question, askedAt, closedAt: now, reason, draft, images };
		this.#kept = [...this.#kept, { draft: { ...kept, handOver: false }, writtenAt: now }];
	}

	write(id: string, draft: Draft, now: number): void {
		this.#replace(id, now, (from) => {
			const next = { ...from, draft };
			return { ...next, handOver: from.handOver && canHandOver(next) };
		});
	}

	setHandOver(id: string, on: boolean, now: number): void {
		this.#replace(id, now, (from) => ({ ...from, handOver: on && canHandOver(from) }));
	}

	discard(id: string): void {
		this.#kept = this.#kept.filter(({ draft }) => draft.id !== id);
	}

	/** An ended session has no next call that could take a draft. */
	sessionEnded(sessionId: string): void {
		this.#kept = this.#kept.map((kept) =>
			kept.draft.session.id === sessionId ? { ...kept, draft: { ...kept.draft, handOver: false } } : kept,
		);
	}

	/** Takes out what the next result of this session hands over; what does not fit waits for the one after it. */
	take(session: Session): { readonly late: readonly LateAnswer[]; readonly putBack: () => void } {
		const before = this.#kept;
		const late: LateAnswer[] = [];
		let characters = 0;
		for (const { draft, writtenAt } of before) {
			if (draft.session.id !== session.id || !draft.handOver) continue;
			const response = draftText(draft);
			characters += codePoints(response);
			if (late.length === LATE_ANSWERS_MAX || characters > LATE_ANSWERS_CHARACTERS_MAX) break;
			const { id, turnId, askedAt } = draft;
			const turn = turnId === session.turn?.id ? "current" : "earlier";
			late.push({
				clarifyId: id,
				question: draft.question.text,
				response,
				askedAt,
				answeredAt: writtenAt,
				turn,
			});
		}
		const taken = new Set(late.map((answer) => answer.clarifyId));
		this.#kept = before.filter(({ draft }) => !taken.has(draft.id));
		return { late, putBack: () => (this.#kept = before) };
	}

	of(sessionId: string): readonly StoredDraft[] {
		return this.#kept
			.filter(({ draft }) => draft.session.id === sessionId)
			.map(({ draft: { id, turnId, question, askedAt, closedAt, reason, draft, images, handOver }, writtenAt }) => {
				return { id, turnId, question, askedAt, closedAt, reason, draft, images, handOver, writtenAt };
			});
	}

	restore(session: Session, drafts: readonly StoredDraft[]): void {
		const restored = drafts.map(({ writtenAt, ...draft }) => ({ draft: { ...draft, session }, writtenAt }));
		this.#kept = [...this.#kept, ...restored];
	}

	forget(sessionId: string): void {
		this.#kept = this.#kept.filter(({ draft }) => draft.session.id !== sessionId);
	}

	#replace(id: string, writtenAt: number, change: (from: UnsentDraft) => UnsentDraft): void {
		this.#kept = this.#kept.map((kept) => (kept.draft.id === id ? { draft: change(kept.draft), writtenAt } : kept));
	}
}

/** Whether nothing was typed and nothing chosen. */
export function isEmptyDraft(draft: Draft): boolean {
	return textOf(draft) === "";
}

/** A draft longer than one result may hand over could never go. */
export function canHandOver(draft: UnsentDraft): boolean {
	const length = codePoints(draftText(draft));
	return length > 0 && length <= LATE_ANSWERS_CHARACTERS_MAX && draft.session.state !== "ended";
}

/** What would be sent of it: a late answer is text only, so it names the files of the images. */
export function draftText({ draft, images }: Pick<UnsentDraft, "draft" | "images">): string {
	return withImagePaths(textOf(draft), images);
}

/** What the draft says: the own words if there are any, else the choice. */
function textOf({ text, choice }: Draft): string {
	return text.trim() === "" ? (choice ?? "") : text;
}
