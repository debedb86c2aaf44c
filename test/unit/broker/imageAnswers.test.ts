import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { clarifyResult } from "../../../src/broker/toolResult";
import type { ClarifyResult } from "../../../src/core/results";
import { image } from "../../support/images";

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "parley-images-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Its first image is there, its second one is gone. */
function answer(): ClarifyResult {
	const paths = ["there.png", "gone.png"].map((name) => join(folder, name));
	writeFileSync(paths[0] ?? "", image());
	const images = paths.map((path) => ({ path, mime_type: "image/png", name: "shot.png", bytes: 64 }) as const);
	return { clarify_id: "q", response: "Like this.", reason: "response", images };
}

it.each(["claude-code", "somebody-else", "constructor"])("an image goes to %s as content", async (agent) => {
	const { content, structuredContent } = await clarifyResult(answer(), agent);
	expect(content.map(({ type }) => type)).toEqual(["text", "image"]);
	expect(structuredContent?.["note"]).toContain("follows as image content");
});

it("an image goes to Cline as its path only: its model would get the bytes as text", async () => {
	const { content, structuredContent } = await clarifyResult(answer(), "cline");
	expect(content).toEqual([{ type: "text", text: JSON.stringify(structuredContent) }]);
	expect(structuredContent).toEqual({
		...answer(),
		note:
			"The user attached 2 images to this answer. The files named in images can be read.\n" +
			`The image ${join(folder, "gone.png")} could not be read: it is gone or was changed.`,
	});
});
