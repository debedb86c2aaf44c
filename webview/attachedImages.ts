import type { DraftImage } from "../src/protocol/snapshot";
import type { PanelContext } from "./context";
import { fill } from "./fill";
import { KeyedList, type Row } from "./keyedList";
import { icon, make, setHidden } from "./make";
import { iconButton, nameNodes, nameText } from "./names";

/** The images of a draft, each with its name and a way to take it out again. */
export class AttachedImages {
	readonly element: HTMLElement;
	readonly #rows: KeyedList<DraftImage, ImageRow>;
	readonly #emptied: () => void;
	#images: readonly DraftImage[] = [];

	/** `emptied`: the last one was taken out by the button that had the focus. */
	constructor(context: PanelContext, remove: (image: DraftImage) => void, emptied: () => void) {
		this.#emptied = emptied;
		this.element = make("ul", { class: "images", "aria-label": context.texts.attachedImages, hidden: true });
		this.#rows = new KeyedList(this.element, (image) => new ImageRow(context, image, () => remove(image)));
	}

	get all(): readonly DraftImage[] {
		return this.#images;
	}

	update(images: readonly DraftImage[]): void {
		const focused = this.#images.findIndex(({ id }) => this.#rows.get(id)?.element.contains(document.activeElement));
		const hasLost = focused >= 0 && !images.some(({ id }) => id === this.#images[focused]?.id);
		this.#images = images;
		this.#rows.update(images);
		setHidden(this.element, images.length === 0);
		if (!hasLost) return;
		// The focus goes to the one that has taken its place.
		const next = images[Math.min(focused, images.length - 1)];
		if (next === undefined) this.#emptied();
		else this.#rows.get(next.id)?.focus();
	}
}

class ImageRow implements Row<DraftImage> {
	readonly element: HTMLElement;
	readonly #remove: HTMLElement;

	constructor({ texts }: PanelContext, { name, url }: DraftImage, remove: () => void) {
		const picture = make("img", { class: "thumb", src: url, alt: "" });
		// One that cannot be shown is still attached.
		picture.addEventListener("error", () => picture.replaceWith(icon("file-media")), { once: true });
		const shown = make("span", { class: "clip", title: nameText(name) }, ...nameNodes(texts, name));
		this.#remove = iconButton("close", fill(texts.removeImage, { name: nameText(name) }), remove);
		this.element = make("li", { class: "image" }, picture, shown, this.#remove);
	}

	update(): void {
		// An attached image never changes.
	}

	focus(): void {
		this.#remove.focus();
	}
}
