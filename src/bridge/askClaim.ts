import { request } from "node:http";
import { claimTarget } from "../wire/protocol";
import type { Rendezvous } from "../wire/rendezvous";
import { connectProven } from "./connectProven";
import { ProvenAgent } from "./provenAgent";

const ANSWER_WITHIN_MS = 2_000;
const ANSWER_MAX_BYTES = 1_024;

/**
 * When the agent's own program in that folder was started in one of the window's terminals; only to be compared with
 * what other windows say. Undefined: the window has none, or does not answer.
 */
export function askClaim(window: Rendezvous, agent: string, cwd: string): Promise<number | undefined> {
	const connections = new ProvenAgent(() => connectProven(window));
	return new Promise<number | undefined>((resolve) => {
		const asked = request({
			agent: connections,
			host: "127.0.0.1",
			port: new URL(window.url).port,
			path: claimTarget(agent, cwd),
			headers: { authorization: `Bearer ${window.token}` },
			timeout: ANSWER_WITHIN_MS,
		});
		asked.on("timeout", () => asked.destroy());
		asked.on("error", () => resolve(undefined));
		asked.on("response", (response) => {
			let text = "";
			response.setEncoding("utf8").on("data", (chunk: string) => {
				text += chunk;
				if (text.length > ANSWER_MAX_BYTES) asked.destroy();
			});
			response.on("close", () => resolve(response.statusCode === 200 ? parseClaim(text) : undefined));
		});
		asked.end();
	}).finally(() => connections.destroy());
}

function parseClaim(text: string): number | undefined {
	try {
		const { startedAt } = JSON.parse(text) as { startedAt?: unknown };
		return typeof startedAt === "number" ? startedAt : undefined;
	} catch {
		return undefined;
	}
}
