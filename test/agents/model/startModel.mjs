// A model on loopback that follows scripts instead of thinking, for agents of every usual API.
import { createServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import zlib from "node:zlib";
import { readMessages, sendMessage } from "./anthropic.mjs";
import { sendJson } from "./answer.mjs";
import { readChat, sendCompletion } from "./chat.mjs";
import { geminiCall, readContents, sendContents } from "./gemini.mjs";
import { readResponses, sendResponse } from "./responses.mjs";
import { replyTo } from "./script.mjs";

const UNPACK = { gzip: promisify(zlib.gunzip), br: promisify(zlib.brotliDecompress), deflate: promisify(zlib.inflate) };

/**
 * `scripts` is as script.mjs says; it may grow later. Gives {url, requests, close()}: `requests` holds every request for
 * a reply with the reply, in order.
 */
export async function startModel(scripts) {
	const requests = [];
	const server = createServer(async (request, response) => {
		const { pathname } = new URL(request.url, "http://model");
		const body = await readBody(request);
		const serve = async (read, send) => {
			const asked = read(body);
			const reply = replyTo(scripts, asked);
			requests.push({ ...asked, reply });
			if (reply.afterMs !== undefined) await pause(reply.afterMs);
			send(response, asked, reply);
		};
		const isPost = request.method === "POST";
		const gemini = geminiCall(pathname);
		if (isPost && pathname.endsWith("/messages")) await serve(readMessages, sendMessage);
		else if (isPost && pathname.endsWith("/responses")) await serve(readResponses, sendResponse);
		else if (isPost && pathname.endsWith("/chat/completions")) await serve(readChat, sendCompletion);
		else if (gemini !== undefined) await serve((asked) => readContents(asked, gemini), sendContents);
		else if (pathname.endsWith("/count_tokens")) sendJson(response, { input_tokens: 100 });
		else if (pathname.endsWith("/models")) sendJson(response, { object: "list", data: [], models: [] });
		else sendJson(response, { error: { message: "not served by the scripted model", type: "not_found_error" } }, 404);
	});
	server.requestTimeout = 0;
	await new Promise((listening, failed) => server.once("error", failed).listen(0, "127.0.0.1", listening));
	return {
		url: `http://127.0.0.1:${server.address().port}`,
		requests,
		async close() {
			server.closeAllConnections();
			await new Promise((closed) => server.close(closed));
		},
	};
}

async function readBody(request) {
	const chunks = [];
	for await (const chunk of request) chunks.push(chunk);
	const packed = Buffer.concat(chunks);
	const unpack = UNPACK[request.headers["content-encoding"]];
	const text = (unpack === undefined ? packed : await unpack(packed)).toString("utf8");
	try {
		return JSON.parse(text);
	} catch {
		return {};
	}
}
