import { get } from "node:http";

/** Asks the broker without saying what for; gives the status of its answer. Rejects where nobody answers as HTTP does. */
export function askBroker(url: string, token: string | undefined): Promise<number> {
	return new Promise((resolve, reject) => {
		const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
		const asked = get(`${url}/mcp`, { agent: false, headers, timeout: 2_000 }, (response) => {
			response.resume();
			resolve(response.statusCode ?? 0);
		});
		asked.on("timeout", () => asked.destroy(new Error("no answer within 2 s")));
		asked.on("error", reject);
	});
}
