// Gemini's API: POST /v1beta/models/<model>:generateContent, or :streamGenerateContent.
import { openStream, sendData, sendJson } from "./answer.mjs";
import { fieldsOf, imagesIn, newId, textOf } from "./neutral.mjs";

/** `path` of a request for a reply; undefined for any other. */
export function geminiCall(path) {
	const [, model, method] = /\/models\/([^/:]+):(generateContent|streamGenerateContent)$/.exec(path) ?? [];
	return method === undefined ? undefined : { model, isStream: method === "streamGenerateContent" };
}

/** A request in the neutral form of neutral.mjs. */
export function readContents(body, { model, isStream }) {
	const items = [];
	const images = imagesIn(body.contents);
	for (const { role, parts } of body.contents ?? []) {
		for (const { text, functionResponse } of parts ?? []) {
			if (functionResponse !== undefined) items.push(result(functionResponse));
			else if (text !== undefined && role !== "model") items.push({ kind: "user", text });
		}
	}
	const tools = (body.tools ?? []).flatMap(({ functionDeclarations = [] }) =>
		functionDeclarations.map(({ name, parametersJsonSchema, parameters }) => ({
			name,
			fields: fieldsOf(parametersJsonSchema ?? parameters),
			isDeferred: false,
		})),
	);
	return { tools, system: textOf(body.systemInstruction?.parts), items, images, isStream, model };
}

function result({ name, response }) {
	const isError = response?.error !== undefined;
	const given = response?.output ?? response?.error ?? response;
	return { kind: "result", name, text: typeof given === "string" ? given : JSON.stringify(given), isError };
}

export function sendContents(response, { isStream, model }, { text, call }) {
	const parts = [
		...(text === undefined ? [] : [{ text }]),
		...(call === undefined
			? []
			: [{ functionCall: { id: newId("call_"), name: call.tool.name, args: call.args }, thoughtSignature: "c2ln" }]),
	];
	const whole = {
		candidates: [{ content: { role: "model", parts }, finishReason: "STOP", index: 0 }],
		usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 20, totalTokenCount: 120 },
		modelVersion: model,
		responseId: newId("r"),
	};
	if (!isStream) {
		sendJson(response, whole);
		return;
	}
	openStream(response);
	sendData(response, JSON.stringify(whole));
	response.end();
}
