// How an answer goes over the wire.
export function sendJson(response, value, status = 200) {
	response.writeHead(status, { "content-type": "application/json" });
	response.end(JSON.stringify(value));
}

export function openStream(response) {
	response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache" });
}

export function sendEvent(response, name, value) {
	response.write(`event: ${name}\n`);
	sendData(response, JSON.stringify(value));
}

export function sendData(response, text) {
	response.write(`data: ${text}\n\n`);
}
