import type { ServerResponse } from "node:http";

/** JSON-RPC error codes as the SDK's transport uses them. */
const CODES = { parse: -32_700, invalidRequest: -32_600, notAccepted: -32_000, unknownSession: -32_001 } as const;

/** Answers an authorised caller with an HTTP status and a JSON-RPC error. */
export function refuseRpc(response: ServerResponse, status: number, code: keyof typeof CODES, message: string): void {
	const body = JSON.stringify({ jsonrpc: "2.0", error: { code: CODES[code], message }, id: null });
	response.writeHead(status, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
	response.end(body);
}
