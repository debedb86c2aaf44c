import type { Clarifications, OpenQuestion } from "../core/clarifications";
import { type Excerpt, type ExcerptRefusal, excerptText, withExcerpt } from "../core/excerpt";
import { seenOnly } from "../core/invisible";
import type { Place } from "../core/sessions";
import type { IntentHandlers } from "../protocol/intents";
import type { AttachNote, AttachProblem, DraftImage, QuestionData } from "../protocol/snapshot";

type Handlers = Pick<IntentHandlers, "attach-selection" | "attach-file" | "attach-image" | "remove-image">;

/** What of the active editor is wanted. */
export type ExcerptWish = "selection" | "file";

/** Text out of the editor, or why there is none; `name` is the file's. */
export type ReadExcerpt = Excerpt | { readonly refused: ExcerptRefusal; readonly name: string };

interface AttachmentDeps {
	readonly clarifications: Clarifications;
	/** Reads the active editor. Its path is told as a session in that place finds it. */
	excerpt(wish: ExcerptWish, place: Place): ReadExcerpt;
}

/** What the person puts into a draft beside typing. What became of it is told until the question is gone. */
export class PanelAttachments {
	readonly handlers: Handlers;
	readonly #deps: AttachmentDeps;
	readonly #notes = new Map<string, AttachNote>();

	constructor(deps: AttachmentDeps) {
		this.#deps = deps;
		const { clarifications } = deps;
		this.handlers = {
			"attach-selection": ({ id, text }) => this.#attachExcerpt(id, "selection", text),
			"attach-file": ({ id, text }) => this.#attachExcerpt(id, "file", text),
			"attach-image": ({ id, name, data }) => this.#attachImage(id, name, data),
			"remove-image": ({ id, image }) => clarifications.removeImage(id, image),
		};
	}

	/** What a card shows of it. `url` tells where the page may load a file from. */
	parts({ id, draftVersion, images }: OpenQuestion, url: (path: string) => string): Parts {
		return {
			draftVersion,
			images: images.map((image): DraftImage => {
				return { id: image.id, name: image.name, bytes: image.bytes, url: url(image.path) };
			}),
			attached: this.#notes.get(id),
		};
	}

	/** Forgets what was about other questions. */
	keepOnly(ids: ReadonlySet<string>): void {
		for (const id of this.#notes.keys()) if (!ids.has(id)) this.#notes.delete(id);
	}

	#attachExcerpt(id: string, wish: ExcerptWish, text: string): void {
		const { clarifications } = this.#deps;
		const question = clarifications.open.find((each) => each.id === id);
		if (question === undefined) return;
		const read = this.#deps.excerpt(wish, question.session.intro.place);
		if ("refused" in read) {
			this.#refuse(question, text, read.name, read.refused);
			return;
		}
		const draft = withExcerpt(text, excerptText(read));
		if (draft === undefined) {
			this.#refuse(question, text, read.path, "no-room");
			return;
		}
		// As with typed words: they are the answer then, not a choice.
		clarifications.replaceDraft(id, { text: draft, choice: undefined });
		this.#tell(id, read.path, undefined);
	}

	#attachImage(id: string, name: string, data: Uint8Array): void {
		const problem = this.#deps.clarifications.attachImage(id, name, data);
		if (problem !== "gone") this.#tell(id, name, problem);
	}

	/** The page's text is the newest, whatever comes of the excerpt. */
	#refuse({ id, draft }: OpenQuestion, text: string, name: string, problem: AttachProblem): void {
		this.#deps.clarifications.setDraft(id, { ...draft, text });
		this.#tell(id, name, problem);
	}

	#tell(id: string, name: string, problem: AttachProblem | undefined): void {
		if (!this.#deps.clarifications.open.some((each) => each.id === id)) return;
		const { count } = this.#notes.get(id) ?? { count: 0 };
		this.#notes.set(id, { count: count + 1, problem, name: seenOnly(name, " ") });
	}
}

type Parts = Pick<QuestionData, "draftVersion" | "images" | "attached">;
