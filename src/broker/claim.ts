import { isAgentId } from "./intro";

/** Which agent's program a bridge asks for, and where that should work. */
export interface ClientQuestion {
	readonly agent: string;
	readonly cwd: string;
}

/** Undefined unless `query` is exactly `?agent=<id>&cwd=<percent-encoded path>`. */
export function readClientQuestion(query: string): ClientQuestion | undefined {
	const [, agent = "", encoded = ""] = /^\?agent=([^&]*)&cwd=([^&]+)$/.exec(query) ?? [];
	if (!isAgentId(agent)) return undefined;
	try {
		const cwd = decodeURIComponent(encoded);
		return cwd === "" || cwd.includes("\0") ? undefined : { agent, cwd };
	} catch {
		return undefined;
	}
}
