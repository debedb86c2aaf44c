import { once } from "node:events";
import { createServer, request, type Server } from "node:http";
import { bridgeHeaders, type BrokerHarness } from "./brokerHarness";

/** Stands before a broker for clients that cannot send a token: adds it, and what a bridge says of itself. */
export async function startTokenProxy(harness: BrokerHarness): Promise<{ readonly url: string; close(): void }> {
	const server = createServer((incoming, outgoing) => {
		const { method, url: path } = incoming;
		const headers = {
			...incoming.headers,
			host: `127.0.0.1:${harness.port}`,
			authorization: `Bearer ${harness.token}`,
			...bridgeHeaders(),
		};
		const upstream = request({ host: "127.0.0.1", port: harness.port, path, method, headers, agent: false });
		upstream
			.on("response", (response) => {
				outgoing.writeHead(response.statusCode ?? 502, response.headers);
				response.pipe(outgoing);
			})
			.on("error", () => outgoing.destroy());
		outgoing.on("close", () => upstream.destroy());
		incoming.pipe(upstream);
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	return { url: `http://127.0.0.1:${portOf(server)}/mcp`, close: () => server.close() };
}

function portOf(server: Server): number {
	const address = server.address();
	if (typeof address !== "object" || address === null) throw new Error("the proxy does not listen");
	return address.port;
}
