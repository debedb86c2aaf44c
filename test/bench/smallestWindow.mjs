// What of a window its bridges need: benches pass for one.
import { createHmac, randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";

/** The file by which bridges find a window; its folder has to be closed to others. */
export function publishWindow(path, { url, token, pid }) {
	const file = { v: 1, url: new URL(url).origin, token, pid, bootId: "bench", host: "bench", instance: "bench" };
	writeFileSync(path, JSON.stringify({ ...file, folders: [], startedAt: Date.now() }), { mode: 0o600 });
}

/** How a window whose instance is "bench" answers `/hello`; undefined for any other request. */
export function helloAnswer({ url }, port, token) {
	if (!url.startsWith("/hello?nonce=")) return undefined;
	const text = `parley-hello|${port}|bench|${url.slice("/hello?nonce=".length)}`;
	return JSON.stringify({ proof: createHmac("sha256", token).update(text).digest("hex") });
}

/** A window that answers at once and knows nothing, so that what is measured is the bridge. */
export async function startSmallestWindow(path) {
	const token = randomBytes(32).toString("hex");
	const server = createServer((request, response) => {
		const json = helloAnswer(request, server.address().port, token) ?? hookAnswer(request);
		if (json !== undefined) {
			response.writeHead(200, { "content-type": "application/json", "content-length": json.length }).end(json);
			return;
		}
		if (request.method === "POST") {
			const result = { protocolVersion: "2025-06-18", capabilities: {}, serverInfo: { name: "bench", version: "1" } };
			response.writeHead(200, { "content-type": "text/event-stream", "mcp-session-id": "bench" });
			response.end(`data: ${JSON.stringify({ jsonrpc: "2.0", id: 1, result })}\n\n`);
			return;
		}
		response.writeHead(200, { "content-type": "text/event-stream" });
		if (request.method === "GET") response.flushHeaders();
		else response.end();
	});
	await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
	publishWindow(path, { url: `http://127.0.0.1:${server.address().port}`, token, pid: process.pid });
	return {
		close: () => {
			server.closeAllConnections();
			server.close();
		},
	};
}

function hookAnswer({ url }) {
	return url === "/hooks/begin" ? JSON.stringify({ context: "A turn has begun." }) : undefined;
}
