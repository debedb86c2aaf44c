import type { OpenQuestion } from "../core/clarifications";
import type { Disposable } from "../core/lifetime";
import { QuestionPick, type QuestionPickDeps } from "./questionPick";
import { ReadingPick } from "./readingPick";

/** The one list about a question that is open at a time: VS Code shows a single QuickPick. */
export class Picks implements Disposable {
	readonly #deps: QuestionPickDeps;
	#open: Disposable | undefined;

	constructor(deps: QuestionPickDeps) {
		this.#deps = deps;
	}

	/** By the person's act. False: that question is not open. */
	openQuestion(id: string): boolean {
		const question = this.#deps.clarifications.open.find((each) => each.id === id);
		if (question === undefined) return false;
		this.#replace((onDidClose) => new QuestionPick(this.#deps, question, onDidClose));
		return true;
	}

	/** By itself. False: the person is busy in a list of ours, which stays as it is. */
	openToRead(question: OpenQuestion): boolean {
		if (this.#open !== undefined) return false;
		const deps = { ...this.#deps, openQuestion: (id: string) => void this.openQuestion(id) };
		this.#replace((onDidClose) => new ReadingPick(deps, question, onDidClose));
		return true;
	}

	dispose(): void {
		this.#open?.dispose();
	}

	#replace(create: (onDidClose: () => void) => Disposable): void {
		this.#open?.dispose();
		const opened = create(() => {
			if (this.#open === opened) this.#open = undefined;
		});
		this.#open = opened;
	}
}
