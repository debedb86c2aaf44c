// What the model's APIs have in common. A request is {tools, system, items, images, isStream, model}: `tools` are
// {name, fields, isDeferred} and what its own API needs besides, `fields` the names of a tool's arguments; `system` is the
// text that stands before the conversation; `items` are the conversation in order, {kind: "user" | "note", text} and
// {kind: "result", name, text, isError}; `images` is how many images are anywhere in it. A reply is {text?, call?: {tool, args}}.
import { randomBytes } from "node:crypto";

export function newId(prefix) {
	return prefix + randomBytes(12).toString("hex");
}

/** The text in a content of any of the usual shapes. */
export function textOf(content) {
	if (content === undefined || content === null) return "";
	if (typeof content === "string") return content;
	if (Array.isArray(content)) return content.map(textOf).filter(Boolean).join("\n");
	return content.text ?? textOf(content.content ?? content.output);
}

/** How many images are in a conversation of any of the usual shapes, at any depth: a result's may follow in a message. */
export function imagesIn(content) {
	if (typeof content !== "object" || content === null) return 0;
	if (IMAGE_PARTS.has(content.type) || content.inlineData !== undefined) return 1;
	return Object.values(content).reduce((sum, part) => sum + imagesIn(part), 0);
}

/** Anthropic, Chat Completions, Responses. Gemini's parts have no type. */
const IMAGE_PARTS = new Set(["image", "image_url", "input_image"]);

/** The names of the arguments in a JSON schema. */
export function fieldsOf(schema) {
	return Object.keys(schema?.properties ?? {});
}
