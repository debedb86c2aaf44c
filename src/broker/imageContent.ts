import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import type { ImageContent } from "@modelcontextprotocol/sdk/types.js";
import { imageTypeOf } from "../core/answerImages";
import { IMAGE_MAX_BYTES } from "../core/limits";
import type { ImageResult } from "../core/results";

/** Follows no link and waits for no pipe; Windows knows neither flag, and counts them as none. */
const OPEN_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** An image of an answer, read from its file. Undefined: the file is gone, or no longer what was attached. */
export async function imageContent({ path, mime_type, bytes }: ImageResult): Promise<ImageContent | undefined> {
	const content = bytes <= IMAGE_MAX_BYTES ? await read(path, bytes) : undefined;
	if (content === undefined || imageTypeOf(content) !== mime_type) return undefined;
	return { type: "image", data: content.toString("base64"), mimeType: mime_type };
}

async function read(path: string, bytes: number): Promise<Buffer | undefined> {
	let file: FileHandle | undefined;
	try {
		file = await open(path, OPEN_FLAGS);
		return await readOpen(file, bytes);
	} catch {
		return undefined;
	} finally {
		await file?.close();
	}
}

/** A file of another size is not read at all: it may be anything. */
async function readOpen(file: FileHandle, bytes: number): Promise<Buffer | undefined> {
	const stats = await file.stat();
	if (!stats.isFile() || stats.size !== bytes) return undefined;
	const content = await file.readFile();
	return content.length === bytes ? content : undefined;
}
