/** The beginnings of each kind of image, and nothing behind them. */
const BEGINNINGS = {
	png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
	jpeg: [0xff, 0xd8, 0xff, 0xe0],
	gif: [...Buffer.from("GIF89a")],
	webp: [...Buffer.from("RIFF\0\0\0\0WEBP")],
} as const;

/** Bytes that count as an image of that kind; no program could show it. */
export function image(kind: keyof typeof BEGINNINGS = "png", bytes = 64): Uint8Array {
	const content = new Uint8Array(bytes);
	content.set(BEGINNINGS[kind]);
	return content;
}
