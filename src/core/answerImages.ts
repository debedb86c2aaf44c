import { seenOnly } from "./invisible";

/** The kinds of images that agents' models read. */
export const IMAGE_TYPES = ["image/png", "image/jpeg", "image/gif", "image/webp"] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

/** An image that goes with an answer. Its content is a file of ours: only where it is and what it was are kept here. */
export interface AnswerImage {
	readonly id: string;
	/** As the person's file is called; one line. */
	readonly name: string;
	readonly mimeType: ImageType;
	readonly bytes: number;
	/** Absolute. */
	readonly path: string;
}

/** Why an image is not attached. */
export type ImageRefusal = "not-image" | "too-large" | "too-many" | "too-much" | "not-stored";

/**
 * What a file is by how it begins, whatever its name says. Source: the signatures in the WHATWG MIME Sniffing Standard,
 * "Matching an image type pattern".
 */
export function imageTypeOf(bytes: Uint8Array): ImageType | undefined {
	const begins = (signature: string, at = 0): boolean =>
		Array.from(signature).every((character, index) => bytes[at + index] === character.charCodeAt(0));
	if (begins("\x89PNG\r\n\x1a\n")) return "image/png";
	if (begins("\xff\xd8\xff")) return "image/jpeg";
	if (begins("GIF87a") || begins("GIF89a")) return "image/gif";
	return begins("RIFF") && begins("WEBP", 8) ? "image/webp" : undefined;
}

const NAME_MAX = 100;

/** The file's own name on one line; an empty one is "image". */
export function imageName(name: string): string {
	const own = name.split(/[\\/]/).at(-1) ?? "";
	const line = seenOnly(own, " ").trim();
	return line === "" ? "image" : Array.from(line).slice(0, NAME_MAX).join("");
}

/** A draft's text, and where its images are: for ways that carry text only. */
export function withImagePaths(text: string, images: readonly AnswerImage[]): string {
	const paths = images.map(({ path }) => `Image: ${path}`).join("\n");
	if (paths === "") return text;
	return text === "" ? paths : `${text}\n\n${paths}`;
}
