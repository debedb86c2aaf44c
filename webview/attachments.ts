import type { AttachNote, AttachProblem, QuestionData } from "../src/protocol/snapshot";
import { AttachedImages } from "./attachedImages";
import type { PanelContext } from "./context";
import { toolButton } from "./elements";
import { fill } from "./fill";
import { showHidden } from "./hiddenNodes";
import { icon, make, setHidden } from "./make";
import { transferredImages } from "./transferredImages";

interface AttachActs {
	/** What stands in the field: an excerpt comes at its end. */
	text(): string;
	/** Something is on its way or has come. */
	changed(): void;
	readonly focusField: () => void;
}

/** A host that has not answered in this time never will. */
const AWAITED_MS = 5_000;

const TYPES = "image/png,image/jpeg,image/gif,image/webp";

/** What goes with an answer beside typed text: excerpts of the editor and images. */
export class Attachments {
	/** The buttons. */
	readonly row: HTMLElement;
	/** What is attached, and why something is not. */
	readonly shown: HTMLElement;
	readonly #context: PanelContext;
	readonly #acts: AttachActs;
	readonly #picker = make("input", { type: "file", accept: TYPES, multiple: true, hidden: true });
	readonly #images: AttachedImages;
	readonly #why = make("span");
	readonly #hint = make("p", { class: "hint", hidden: true }, icon("warning"), this.#why);
	#question: QuestionData;
	#awaited = 0;
	#timer: ReturnType<typeof setTimeout> | undefined;

	constructor(context: PanelContext, question: QuestionData, acts: AttachActs) {
		const { texts, post } = context;
		const { id } = question;
		this.#context = context;
		this.#question = question;
		this.#acts = acts;
		this.row = make(
			"div",
			{ class: "attach", role: "group", "aria-label": texts.attach },
			toolButton("selection", texts.attachSelection, () => this.#attachExcerpt("attach-selection")),
			toolButton("file-code", texts.attachFile, () => this.#attachExcerpt("attach-file")),
			toolButton("file-media", texts.attachImage, () => this.#picker.click()),
			this.#picker,
		);
		this.#images = new AttachedImages(
			context,
			({ id: image, name }) => {
				post({ kind: "remove-image", id, image });
				context.live.say(fill(texts.removedImage, { name }));
			},
			acts.focusField,
		);
		this.shown = make("div", { class: "attached" }, this.#images.element, this.#hint);
		this.#picker.addEventListener("change", () => {
			void this.attach([...(this.#picker.files ?? [])]);
			// The same file can be chosen again.
			this.#picker.value = "";
		});
		this.#images.update(question.images);
	}

	/** Something was handed to the host that has not said what became of it. */
	get isAwaited(): boolean {
		return this.#awaited > 0;
	}

	/** Ids of the images that the person sees here. */
	get images(): readonly string[] {
		return this.#images.all.map(({ id }) => id);
	}

	update(question: QuestionData): void {
		const before = this.#question.attached?.count ?? 0;
		const { attached, images } = question;
		this.#question = question;
		this.#images.update(images);
		if (attached === undefined || attached.count === before) return;
		this.#expect(Math.max(0, this.#awaited - Math.max(1, attached.count - before)));
		this.#tell(attached);
	}

	/** Takes pasted or dropped images. False: there is none, so that the browser does what it always does. */
	take(data: DataTransfer | null): boolean {
		const files = transferredImages(data);
		if (files.length > 0) void this.attach(files);
		return files.length > 0;
	}

	async attach(files: readonly File[]): Promise<void> {
		const { page, texts, post } = this.#context;
		setHidden(this.#hint, true);
		for (const file of files) {
			const { name } = file;
			// Here already: a large file must not go through the message channel to be refused there.
			if (file.size > page.imageMax) {
				this.#refuse(this.#problemText("too-large", name));
				continue;
			}
			this.#expect(this.#awaited + 1);
			try {
				post({ kind: "attach-image", id: this.#question.id, name, data: new Uint8Array(await file.arrayBuffer()) });
			} catch {
				this.#expect(Math.max(0, this.#awaited - 1));
				this.#refuse(fill(texts.imageUnreadable, { name }));
			}
		}
	}

	/** The question is over, and the buttons have gone with the others. */
	close(): void {
		setHidden(this.shown, true);
	}

	dispose(): void {
		clearTimeout(this.#timer);
	}

	#attachExcerpt(kind: "attach-selection" | "attach-file"): void {
		setHidden(this.#hint, true);
		this.#expect(this.#awaited + 1);
		this.#context.post({ kind, id: this.#question.id, text: this.#acts.text() });
	}

	#expect(count: number): void {
		this.#awaited = count;
		clearTimeout(this.#timer);
		if (count > 0) this.#timer = setTimeout(() => this.#expect(0), AWAITED_MS);
		this.#acts.changed();
	}

	#tell({ problem, name }: AttachNote): void {
		if (problem !== undefined) this.#refuse(this.#problemText(problem, name));
		else this.#context.live.say(fill(this.#context.texts.attachedText, { name }));
	}

	#refuse(why: string): void {
		const { texts, live } = this.#context;
		this.#why.replaceChildren(...showHidden(texts, why).nodes);
		setHidden(this.#hint, false);
		live.say(why);
	}

	#problemText(problem: AttachProblem, name: string): string {
		const { texts, page } = this.#context;
		switch (problem) {
			case "no-editor":
				return texts.noEditor;
			case "no-selection":
				return fill(texts.noSelection, { name });
			case "not-text":
				return fill(texts.notText, { name });
			case "no-room":
				return fill(texts.noRoom, { name, n: page.answerMax });
			case "not-image":
				return fill(texts.notImage, { name });
			case "too-large":
				return fill(texts.imageTooLarge, { name, size: megabytes(page.imageMax) });
			case "too-many":
				return fill(texts.imagesTooMany, { n: page.imagesMax });
			case "too-much":
				return fill(texts.imagesTooMuch, { name, size: megabytes(page.imagesMaxBytes) });
			case "not-stored":
				return fill(texts.imageNotStored, { name });
		}
	}
}

function megabytes(bytes: number): string {
	return `${bytes / (1024 * 1024)} MB`;
}
