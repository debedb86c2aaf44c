// Anthropic Messages, as Claude Code speaks it: POST /v1/messages, streamed or whole.
import { openStream, sendEvent, sendJson } from "./answer.mjs";
import { fieldsOf, imagesIn, newId, textOf } from "./neutral.mjs";

/** A request in the neutral form of neutral.mjs. */
export function readMessages(body) {
	const items = [];
	const images = imagesIn(body.messages);
	const names = new Map();
	for (const { role, content } of body.messages ?? []) {
		const parts = typeof content === "string" ? [{ type: "text", text: content }] : content;
		for (const part of parts) {
			if (part.type === "tool_use") names.set(part.id, part.name);
			else if (part.type === "tool_result") items.push(result(part, names));
			else if (part.type === "text" && role !== "assistant") {
				items.push({ kind: role === "user" ? "user" : "note", text: part.text });
			}
		}
	}
	const tools = (body.tools ?? []).map(({ name, input_schema, defer_loading }) => ({
		name,
		fields: fieldsOf(input_schema),
		isDeferred: defer_loading === true,
	}));
	return { tools, system: textOf(body.system), items, images, isStream: body.stream === true, model: body.model };
}

function result({ tool_use_id, content, is_error }, names) {
	return { kind: "result", name: names.get(tool_use_id), text: textOf(content), isError: is_error === true };
}

export function sendMessage(response, { isStream, model }, { text, call }) {
	const content = [
		...(text === undefined ? [] : [{ type: "text", text }]),
		...(call === undefined ? [] : [{ type: "tool_use", id: newId("toolu_"), name: call.tool.name, input: call.args }]),
	];
	const usage = { input_tokens: 100, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 20 };
	const stop = { stop_reason: call === undefined ? "end_turn" : "tool_use", stop_sequence: null };
	const message = { id: newId("msg_"), type: "message", role: "assistant", model, content, ...stop, usage };
	if (!isStream) {
		sendJson(response, message);
		return;
	}
	openStream(response);
	const send = (event) => sendEvent(response, event.type, event);
	send({ type: "message_start", message: { ...message, content: [], stop_reason: null } });
	for (const [index, block] of content.entries()) {
		const [empty, delta] =
			block.type === "text"
				? [
						{ type: "text", text: "" },
						{ type: "text_delta", text: block.text },
					]
				: [
						{ ...block, input: {} },
						{ type: "input_json_delta", partial_json: JSON.stringify(block.input) },
					];
		send({ type: "content_block_start", index, content_block: empty });
		send({ type: "content_block_delta", index, delta });
		send({ type: "content_block_stop", index });
	}
	send({ type: "message_delta", delta: stop, usage: { output_tokens: 20 } });
	send({ type: "message_stop" });
	response.end();
}
