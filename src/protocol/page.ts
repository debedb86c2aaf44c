import type { PANEL_TEXTS } from "./texts";

/** The panel's texts in the person's language. `{name}` stands for a value, `**…**` for emphasis. */
export type Texts = Readonly<Record<keyof typeof PANEL_TEXTS, string>>;

/** What stands in the page from the start, as JSON. */
export interface Page {
	/** BCP 47 language tag, for times and numbers. */
	readonly language: string;
	readonly texts: Texts;
	/** An answer has at most this many code points. */
	readonly answerMax: number;
	/** An image has at most this many bytes. */
	readonly imageMax: number;
	/** An answer has at most so many images, of so many bytes together. */
	readonly imagesMax: number;
	readonly imagesMaxBytes: number;
}
