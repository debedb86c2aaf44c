// OpenAI Responses, as Codex speaks it: POST /v1/responses, streamed or whole.
import { openStream, sendEvent, sendJson } from "./answer.mjs";
import { fieldsOf, imagesIn, newId, textOf } from "./neutral.mjs";

/** A request in the neutral form of neutral.mjs. */
export function readResponses(body) {
	const input = typeof body.input === "string" ? [{ type: "message", role: "user", content: body.input }] : body.input;
	const items = [];
	const images = imagesIn(input);
	const names = new Map();
	for (const { type = "message", role, content, call_id, name, output } of input ?? []) {
		if (type === "message" && role !== "assistant") {
			items.push({ kind: role === "user" ? "user" : "note", text: textOf(content) });
		} else if (type.endsWith("_call")) names.set(call_id, name);
		else if (type.endsWith("_output")) {
			items.push({ kind: "result", name: names.get(call_id), text: textOf(output), isError: false });
		}
	}
	const system = body.instructions ?? "";
	return { tools: toolsOf(body.tools ?? []), system, items, images, isStream: body.stream === true, model: body.model };
}

/** A namespace holds the tools of one MCP server. */
function toolsOf(tools) {
	return tools.flatMap(({ type, name = type, parameters, tools: inner }) =>
		type === "namespace"
			? inner.map((tool) => ({ ...named(`${name}__${tool.name}`, tool.parameters), own: tool.name, namespace: name }))
			: [{ ...named(name, parameters), own: name, namespace: undefined }],
	);
}

function named(name, schema) {
	return { name, fields: fieldsOf(schema), isDeferred: false };
}

export function sendResponse(response, { isStream, model }, { text, call }) {
	const output = [...(text === undefined ? [] : [messageItem(text)]), ...(call === undefined ? [] : [callItem(call)])];
	const base = {
		id: newId("resp_"),
		object: "response",
		created_at: Math.floor(Date.now() / 1000),
		model,
		parallel_tool_calls: true,
		tool_choice: "auto",
		tools: [],
		error: null,
		incomplete_details: null,
	};
	const usage = {
		input_tokens: 100,
		input_tokens_details: { cached_tokens: 0 },
		output_tokens: 20,
		output_tokens_details: { reasoning_tokens: 0 },
		total_tokens: 120,
	};
	const whole = { ...base, status: "completed", output, usage };
	if (!isStream) {
		sendJson(response, whole);
		return;
	}
	openStream(response);
	let number = 0;
	const send = (type, content) => sendEvent(response, type, { type, sequence_number: number++, ...content });
	send("response.created", { response: { ...base, status: "in_progress", output: [] } });
	for (const [output_index, item] of output.entries()) {
		const at = { output_index, item_id: item.id };
		if (item.type === "message") {
			const [part] = item.content;
			send("response.output_item.added", { output_index, item: { ...item, status: "in_progress", content: [] } });
			send("response.content_part.added", { ...at, content_index: 0, part: { ...part, text: "" } });
			send("response.output_text.delta", { ...at, content_index: 0, delta: part.text });
			send("response.output_text.done", { ...at, content_index: 0, text: part.text });
			send("response.content_part.done", { ...at, content_index: 0, part });
		} else {
			send("response.output_item.added", { output_index, item: { ...item, status: "in_progress", arguments: "" } });
			send("response.function_call_arguments.delta", { ...at, delta: item.arguments });
			send("response.function_call_arguments.done", { ...at, arguments: item.arguments });
		}
		send("response.output_item.done", { output_index, item });
	}
	send("response.completed", { response: whole });
	response.end();
}

function messageItem(text) {
	const content = [{ type: "output_text", text, annotations: [] }];
	return { id: newId("msg_"), type: "message", status: "completed", role: "assistant", content };
}

function callItem({ tool, args }) {
	return {
		id: newId("fc_"),
		type: "function_call",
		status: "completed",
		call_id: newId("call_"),
		name: tool.own,
		...(tool.namespace === undefined ? {} : { namespace: tool.namespace }),
		arguments: JSON.stringify(args),
	};
}
