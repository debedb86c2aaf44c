import { readFile, stat } from "node:fs/promises";
import type { ImageContent } from "@modelcontextprotocol/sdk/types.js";
import { imageTypeOf } from "../core/answerImages";
import type { ImageResult } from "../core/results";

/** An image of an answer, read from its file. Undefined: the file is gone, or no longer what was attached. */
export async function imageContent({ path, mime_type, bytes }: ImageResult): Promise<ImageContent | undefined> {
	const content = await read(path, bytes);
	if (content === undefined || imageTypeOf(content) !== mime_type) return undefined;
	return { type: "image", data: content.toString("base64"), mimeType: mime_type };
}

/** A file of another size is not read at all: it may be anything. */
async function read(path: string, bytes: number): Promise<Buffer | undefined> {
	try {
		const stats = await stat(path);
		return stats.isFile() && stats.size === bytes ? await readFile(path) : undefined;
	} catch {
		return undefined;
	}
}
