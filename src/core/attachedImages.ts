import type { ImageRefusal } from "./answerImages";
import type { Changes } from "./changes";
import type { ClarifyOutcome, OpenQuestion, SettledQuestion } from "./clarifications";
import { held } from "./deadlines";
import type { ImageFiles } from "./imageFiles";
import type { OpenItems } from "./openItems";

interface AttachedImagesDeps {
	readonly open: OpenItems<OpenQuestion, ClarifyOutcome, SettledQuestion>;
	readonly changes: Changes;
	readonly files: ImageFiles;
}

/** The images in the drafts of open questions. */
export class AttachedImages {
	readonly #deps: AttachedImagesDeps;

	constructor(deps: AttachedImagesDeps) {
		this.#deps = deps;
	}

	attach(id: string, name: string, bytes: Uint8Array): ImageRefusal | "gone" | undefined {
		const { open, files } = this.#deps;
		const question = open.find(id);
		if (question === undefined) return "gone";
		const image = files.add(question.images, name, bytes);
		if (typeof image === "string") return image;
		open.edit(id, (from) => {
			// As typing does.
			const hold = from.state === "waiting" ? held(from) : {};
			return { ...from, ...hold, images: [...from.images, image] };
		});
		return undefined;
	}

	remove(id: string, imageId: string): void {
		const { open, changes, files } = this.#deps;
		const removed = (open.find(id)?.images ?? []).filter((image) => image.id === imageId);
		if (removed.length === 0) return;
		open.edit(id, (from) => {
			changes.after(() => files.drop(removed));
			return { ...from, images: from.images.filter((image) => image.id !== imageId) };
		});
	}

	/** As a step of a change: the person has ended the question; what does not go along with that goes away. */
	ended({ images }: OpenQuestion, outcome: ClarifyOutcome): void {
		const { changes, files } = this.#deps;
		const sent = outcome.reason === "response" ? (outcome.images ?? []) : [];
		changes.after(() => files.drop(images.filter((image) => !sent.includes(image))));
	}
}
