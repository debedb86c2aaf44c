import { type AnswerImage, imageName, type ImageRefusal, imageTypeOf } from "./answerImages";
import { ANSWER_IMAGES_MAX, ANSWER_IMAGES_MAX_BYTES, IMAGE_MAX_BYTES } from "./limits";
import type { Ids, ImageStore, Log } from "./ports";

interface ImageFilesDeps {
	readonly ids: Ids;
	readonly images: ImageStore;
	readonly log: Log;
}

/** Takes in what people attach, within bounds, and lets go of what nothing mentions any more. */
export class ImageFiles {
	readonly #deps: ImageFilesDeps;

	constructor(deps: ImageFilesDeps) {
		this.#deps = deps;
	}

	/** Stores one more beside those `present`. */
	add(present: readonly AnswerImage[], name: string, content: Uint8Array): AnswerImage | ImageRefusal {
		const bytes = content.length;
		const mimeType = imageTypeOf(content);
		if (mimeType === undefined) return "not-image";
		if (bytes > IMAGE_MAX_BYTES) return "too-large";
		if (present.length >= ANSWER_IMAGES_MAX) return "too-many";
		if (bytesOf(present) + bytes > ANSWER_IMAGES_MAX_BYTES) return "too-much";
		const { ids, images, log } = this.#deps;
		const id = ids.uuid();
		try {
			images.add(id, mimeType, content);
			return { id, name: imageName(name), mimeType, bytes, path: images.pathOf(id, mimeType) };
		} catch (error) {
			log.error("An image could not be stored", error);
			return "not-stored";
		}
	}

	drop(images: readonly AnswerImage[]): void {
		for (const { id } of images) this.#deps.images.remove(id);
	}

	/** Drops all others that only this window and its history could still name. */
	keepOnly(images: readonly AnswerImage[]): void {
		try {
			this.#deps.images.keepOnly(new Set(images.map(({ id }) => id)));
		} catch (error) {
			this.#deps.log.error("Images that nothing names could not be removed", error);
		}
	}
}

function bytesOf(images: readonly AnswerImage[]): number {
	return images.reduce((sum, { bytes }) => sum + bytes, 0);
}
