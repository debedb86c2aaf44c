// What the model's APIs have in common. A request is {tools, items, isStream, model}: `tools` are {name, isDeferred} and
// what its own API needs besides; `items` are the conversation in order, {kind: "user", text} and
// {kind: "result", name, text, isError}. A reply is {text?, call?: {tool, args}}.
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
