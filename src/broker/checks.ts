import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { HOOK_MAX_BYTES, HOOK_PATHS } from "../wire/hookMessages";
import { BODY_MAX_BYTES, HELLO_PATH } from "../wire/protocol";
import { hasBody, readBody } from "./body";

const METHODS: readonly (string | undefined)[] = ["GET", "POST", "DELETE"];
const EMPTY = Buffer.alloc(0);
/** Of the paths that have a limit of their own. */
const BODY_MAX: ReadonlyMap<string | undefined, number> = new Map([
	[HOOK_PATHS.begin, HOOK_MAX_BYTES.event],
	[HOOK_PATHS.end, HOOK_MAX_BYTES.event],
	[HOOK_PATHS.tool, HOOK_MAX_BYTES.event],
	[HOOK_PATHS.permission, HOOK_MAX_BYTES.permission],
]);

export interface Admitted {
	/** Path and query. */
	readonly target: string;
	readonly body: Buffer;
}

/** The checks before any MCP code. */
export class Checks {
	readonly #hosts: readonly string[];
	readonly #bearer: Buffer;

	constructor(port: number, token: string) {
		this.#hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
		this.#bearer = Buffer.from(`Bearer ${token}`);
	}

	/**
	 * The request as far as it is to be looked at, or the status to refuse it with. The order is part of the contract: who
	 * may not ask learns nothing about what could be asked. Rejects when the caller goes away in the middle of its body.
	 */
	async admit(request: IncomingMessage): Promise<Admitted | number> {
		const { host = "", origin, authorization = "" } = request.headers;
		const target = this.#target(request);
		const [path] = target?.split("?", 1) ?? [];
		const isHello = request.method === "GET" && path === HELLO_PATH;
		if (!this.#hosts.includes(host.toLowerCase())) return 403;
		// Browsers send it, agents do not. An empty one is one too.
		if (origin !== undefined) return 403;
		if (!isHello && !this.#isBearer(authorization)) return 401;
		const body = hasBody(request) ? await readBody(request, BODY_MAX.get(path) ?? BODY_MAX_BYTES) : EMPTY;
		if (body === undefined) return 413;
		if (!METHODS.includes(request.method)) return 405;
		if (target === undefined) return 400;
		return { target, body };
	}

	/** Undefined for a target in absolute form that is not ours, and for every other form. */
	#target({ url = "" }: IncomingMessage): string | undefined {
		if (url.startsWith("/")) return url;
		const [, host, path] = /^http:\/\/([^/?#@]+)(\/.*)?$/i.exec(url) ?? [];
		return host !== undefined && this.#hosts.includes(host.toLowerCase()) ? (path ?? "/") : undefined;
	}

	/** In constant time; the length is no secret. */
	#isBearer(header: string): boolean {
		const given = Buffer.from(header);
		return given.length === this.#bearer.length && timingSafeEqual(given, this.#bearer);
	}
}
