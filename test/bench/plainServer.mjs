// The floor: node:http that reads the JSON of a call and answers with one of the same shape and size, without sessions,
// checks or a protocol. Prints one JSON line {url, token, pid}.
import { createServer } from "node:http";

const times = { created_at: new Date(0).toISOString(), updated_at: new Date(0).toISOString() };
const place = { plan_id: "6f1d0e4e-8a8e-4b1f-9a53-0d4b1b1f5f10", revision: 1, execution_state: "running" };

function answerTo({ id, params }) {
	const card = { ...place, ...params.arguments, ...times };
	const result = { content: [{ type: "text", text: JSON.stringify(card) }], structuredContent: card };
	return `event: message\ndata: ${JSON.stringify({ jsonrpc: "2.0", id, result })}\n\n`;
}

const server = createServer((request, response) => {
	let body = "";
	request.setEncoding("utf8");
	request.on("data", (chunk) => (body += chunk));
	request.on("end", () => {
		const message = body === "" ? {} : JSON.parse(body);
		if (message.method !== "tools/call") response.end();
		else response.writeHead(200, { "content-type": "text/event-stream" }).end(answerTo(message));
	});
});
server.listen(0, "127.0.0.1", () => {
	console.log(JSON.stringify({ url: `http://127.0.0.1:${server.address().port}/`, token: "", pid: process.pid }));
});
