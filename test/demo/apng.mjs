import { crc32, deflateSync, inflateSync } from "node:zlib";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Shown over what the frames before have left. */
const OVER = 1;

/**
 * Makes an animation of PNG frames, which repeats for ever. `frames` are `{ png, x, y, width, height, ms }`, all of 8-bit
 * RGBA, the first one the whole picture, the others what has changed in it. A viewer without animation shows the first.
 */
export function apng(frames) {
	const [first] = frames;
	let sequence = 0;
	const chunks = [
		chunk("IHDR", chunksOf(first.png).find(({ type }) => type === "IHDR").data),
		chunk("acTL", numbers(frames.length, 0)),
	];
	for (const frame of frames) {
		chunks.push(chunk("fcTL", frameControl(sequence++, frame)));
		const pixels = deflateSync(pixelsOf(frame.png), { level: 9 });
		if (frame === first) chunks.push(chunk("IDAT", pixels));
		else chunks.push(chunk("fdAT", Buffer.concat([numbers(sequence++), pixels])));
	}
	return Buffer.concat([SIGNATURE, ...chunks, chunk("IEND", Buffer.alloc(0))]);
}

function frameControl(sequence, { x, y, width, height, ms }) {
	const rest = Buffer.alloc(6);
	rest.writeUInt16BE(ms, 0);
	rest.writeUInt16BE(1_000, 2);
	rest.writeUInt8(OVER, 5);
	return Buffer.concat([numbers(sequence, width, height, x, y), rest]);
}

function pixelsOf(png) {
	const parts = chunksOf(png).filter(({ type }) => type === "IDAT");
	return inflateSync(Buffer.concat(parts.map(({ data }) => data)));
}

function chunksOf(png) {
	const chunks = [];
	for (let at = SIGNATURE.length; at < png.length;) {
		const length = png.readUInt32BE(at);
		chunks.push({ type: png.toString("latin1", at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) });
		at += length + 12;
	}
	return chunks;
}

function chunk(type, data) {
	const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
	return Buffer.concat([numbers(data.length), body, numbers(crc32(body))]);
}

function numbers(...values) {
	const bytes = Buffer.alloc(values.length * 4);
	for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, at * 4);
	return bytes;
}
