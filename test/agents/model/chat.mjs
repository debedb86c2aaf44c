// OpenAI Chat Completions, which most agents speak: POST /v1/chat/completions, streamed or whole.
import { openStream, sendData, sendJson } from "./answer.mjs";
import { fieldsOf, imagesIn, newId, textOf } from "./neutral.mjs";

/** A request in the neutral form of neutral.mjs. */
export function readChat(body) {
	const items = [];
	const images = imagesIn(body.messages);
	const names = new Map();
	const system = [];
	for (const { role, content, tool_calls = [], tool_call_id } of body.messages ?? []) {
		for (const { id, function: called } of tool_calls ?? []) names.set(id, called.name);
		if (role === "system" || role === "developer") system.push(textOf(content));
		else if (role === "user") items.push({ kind: "user", text: textOf(content) });
		else if (role === "tool") {
			items.push({ kind: "result", name: names.get(tool_call_id), text: textOf(content), isError: false });
		}
	}
	const tools = (body.tools ?? []).map(({ function: { name, parameters } }) => ({
		name,
		fields: fieldsOf(parameters),
		isDeferred: false,
	}));
	return { tools, system: system.join("\n"), items, images, isStream: body.stream === true, model: body.model };
}

export function sendCompletion(response, { isStream, model }, { text, call }) {
	const base = { id: newId("chatcmpl-"), created: Math.floor(Date.now() / 1000), model };
	const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };
	const finish_reason = call === undefined ? "stop" : "tool_calls";
	const tool_calls = call === undefined ? undefined : [toolCall(call)];
	if (!isStream) {
		const message = { role: "assistant", content: text ?? null, tool_calls };
		sendJson(response, { ...base, object: "chat.completion", choices: [{ index: 0, message, finish_reason }], usage });
		return;
	}
	openStream(response);
	const send = (choices, more = {}) =>
		sendData(response, JSON.stringify({ ...base, object: "chat.completion.chunk", choices, ...more }));
	const sendDelta = (delta, reason = null) => send([{ index: 0, delta, finish_reason: reason }]);
	sendDelta({ role: "assistant", content: "" });
	if (text !== undefined) sendDelta({ content: text });
	if (tool_calls !== undefined) sendDelta({ tool_calls: tool_calls.map((each, index) => ({ index, ...each })) });
	sendDelta({}, finish_reason);
	send([], { usage });
	sendData(response, "[DONE]");
	response.end();
}

function toolCall({ tool, args }) {
	return { id: newId("call_"), type: "function", function: { name: tool.name, arguments: JSON.stringify(args) } };
}
