import type { AttachNote, AttachProblem, QuestionData } from "../src/protocol/snapshot";
import { AttachedImages } from "./attachedImages";
import { AttachMenu, type AttachWay } from "./attachMenu";
import type { PanelContext } from "./context";
import { fill } from "./fill";
import { showHidden } from "./hiddenNodes";
import { icon, make, setHidden } from "./make";
import { nameText } from "./names";
import { transferredImages } from "./transferredImages";

interface AttachActs {
	/** What stands in the field: an excerpt comes at its end. */
	text(): string;
	/** Something is on its way or has come. */
	changed(): void;
	explain(why: string): void;
	readonly focusField: () => void;
}

/** A host that has not answered in this time never will. On a slow remote, images take their time. */
const AWAITED_MS = 60_000;

type ExcerptKind = "attach-selection" | "attach-file";

/** Bytes of an image, or an excerpt. */
type Wish = number | "excerpt";

const TYPES = "image/png,image/jpeg,image/gif,image/webp";

/** What goes with an answer beside typed text: excerpts of the editor and images. */
export class Attachments {
	/** The ways to attach, at the end of the field. */
	readonly ways: readonly HTMLElement[];
	/** What is attached, and why something is not. */
	readonly shown: HTMLElement;
	readonly #context: PanelContext;
	readonly #acts: AttachActs;
	readonly #picker = make("input", { type: "file", accept: TYPES, multiple: true, hidden: true });
	readonly #menu: AttachMenu;
	readonly #images: AttachedImages;
	readonly #why = make("span");
	readonly #hint = make("p", { class: "hint", hidden: true }, icon("warning"), this.#why);
	#question: QuestionData;
	/** Images whose files are being read. */
	#reading: readonly number[] = [];
	/** What the host was told and has not answered, which it does in this order. */
	#awaited: readonly Wish[] = [];
	#isClosed = false;
	#timer: ReturnType<typeof setTimeout> | undefined;

	constructor(context: PanelContext, question: QuestionData, acts: AttachActs) {
		const { texts, post } = context;
		const { id } = question;
		this.#context = context;
		this.#question = question;
		this.#acts = acts;
		this.#menu = new AttachMenu(`${id}-attach`, texts.attach, [
			this.#excerptWay("selection", texts.attachSelection, "attach-selection"),
			this.#excerptWay("file-code", texts.attachFile, "attach-file"),
			{ sign: "file-media", label: texts.attachImage, pick: () => this.#picker.click(), canPick: () => true },
		]);
		this.ways = [...this.#menu.nodes, this.#picker];
		this.#images = new AttachedImages(
			context,
			({ id: image, name }) => {
				post({ kind: "remove-image", id, image });
				context.live.say(fill(texts.removedImage, { name: nameText(name) }));
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
		return this.#reading.length + this.#awaited.length > 0;
	}

	get isExcerptAwaited(): boolean {
		return this.#awaited.includes("excerpt");
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
		this.#expect(this.#reading, this.#awaited.slice(Math.max(1, attached.count - before)));
		this.#tell(attached);
	}

	/** Takes pasted or dropped images. False: there is none, so that the browser does what it always does. */
	take(data: DataTransfer | null): boolean {
		const files = transferredImages(data);
		if (files.length > 0) void this.attach(files);
		return files.length > 0;
	}

	async attach(files: readonly File[]): Promise<void> {
		setHidden(this.#hint, true);
		for (const file of files) {
			if (this.#isClosed) return;
			const problem = this.#problemOf(file);
			if (problem === undefined) await this.#attachImage(file);
			else this.#refuse(this.#problemText(problem, file.name));
		}
	}

	/** The question is over: what is shown stays where it is, and can be changed no more. */
	close(): void {
		this.dispose();
		this.#menu.close();
		for (const element of [...this.ways, this.shown]) element.inert = true;
	}

	/** Nothing more is sent or waited for. */
	dispose(): void {
		this.#isClosed = true;
		clearTimeout(this.#timer);
	}

	#excerptWay(sign: string, label: string, kind: ExcerptKind): AttachWay {
		return { sign, label, pick: () => this.#attachExcerpt(kind), canPick: () => !this.isExcerptAwaited };
	}

	#attachExcerpt(kind: ExcerptKind): void {
		const { page, texts, post } = this.#context;
		// The host adds to the text that comes along: with two on their way, one of them would be lost.
		if (this.isExcerptAwaited) {
			this.#acts.explain(texts.attaching);
			return;
		}
		setHidden(this.#hint, true);
		const text = this.#acts.text();
		if (Array.from(text).length > page.answerMax) {
			this.#refuse(fill(texts.tooLong, { n: page.answerMax }));
			return;
		}
		post({ kind, id: this.#question.id, text });
		this.#expect(this.#reading, [...this.#awaited, "excerpt"]);
	}

	async #attachImage(file: File): Promise<void> {
		const { name, size } = file;
		this.#expect([...this.#reading, size], this.#awaited);
		const data = await contentOf(file);
		if (this.#isClosed) return;
		const reading = this.#reading.toSpliced(this.#reading.indexOf(size), 1);
		if (data === undefined) {
			this.#expect(reading, this.#awaited);
			this.#refuse(fill(this.#context.texts.imageUnreadable, { name }));
			return;
		}
		this.#context.post({ kind: "attach-image", id: this.#question.id, name, data });
		this.#expect(reading, [...this.#awaited, size]);
	}

	/** What the host would refuse is refused here: a large file must not go through the message channel for that. */
	#problemOf({ size }: File): AttachProblem | undefined {
		const { imageMax, imagesMax, imagesMaxBytes } = this.#context.page;
		const coming = [...this.#reading, ...this.#awaited].filter((wish) => wish !== "excerpt");
		const all = [...this.#images.all.map(({ bytes }) => bytes), ...coming];
		if (size > imageMax) return "too-large";
		if (all.length >= imagesMax) return "too-many";
		return all.reduce((sum, bytes) => sum + bytes, size) > imagesMaxBytes ? "too-much" : undefined;
	}

	#expect(reading: readonly number[], awaited: readonly Wish[]): void {
		this.#reading = reading;
		this.#awaited = awaited;
		clearTimeout(this.#timer);
		if (awaited.length > 0) this.#timer = setTimeout(() => this.#expect(this.#reading, []), AWAITED_MS);
		this.#menu.update();
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

/** Undefined: it cannot be read. */
async function contentOf(file: File): Promise<Uint8Array | undefined> {
	try {
		return new Uint8Array(await file.arrayBuffer());
	} catch {
		return undefined;
	}
}

function megabytes(bytes: number): string {
	return `${bytes / (1024 * 1024)} MB`;
}
