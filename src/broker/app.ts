import express, { type Express, type NextFunction, type Request, type Response } from "express";
import { HOOK_PATHS } from "../wire/hookMessages";
import { CLAIM_PATH, type ClaimAnswer, HELLO_PATH } from "../wire/protocol";
import { refuse } from "./body";
import { Checks } from "./checks";
import { type ClientQuestion, readClientQuestion } from "./claim";
import type { Faults } from "./faults";
import { type HelloIdentity, helloProof } from "./hello";
import type { HookRoutes } from "./hookRoutes";
import type { McpSessions } from "./mcpSessions";
import { parseMessage } from "./message";
import { refuseRpc } from "./rpcError";

export interface AppDeps {
	readonly identity: HelloIdentity;
	readonly sessions: McpSessions;
	readonly hooks: HookRoutes;
	readonly faults: Faults;
	/** When the program asked for started; undefined: there is none. */
	readonly clientStart: (question: ClientQuestion) => Promise<number | undefined>;
}

/** The routes, behind the checks. */
export function createApp({ identity, sessions, hooks, faults, clientStart }: AppDeps): Express {
	const checks = new Checks(identity.port, identity.token);
	const app = express()
		.disable("x-powered-by")
		.disable("etag")
		.enable("strict routing")
		.enable("case sensitive routing")
		// Express's own last resort shows the stack otherwise.
		.set("env", "production");

	app.use(async (request: Request, response: Response, next: NextFunction) => {
		const admitted = await checks.admit(request);
		if (typeof admitted === "number") {
			refuse(request, response, admitted);
			return;
		}
		request.url = admitted.target;
		request.body = admitted.body;
		next();
	});
	app.get(HELLO_PATH, (request, response) => {
		const proof = helloProof(identity, request.url.slice(HELLO_PATH.length));
		if (proof === undefined) refuse(request, response, 400);
		else response.set("cache-control", "no-store").json(proof);
	});
	app.get(CLAIM_PATH, async (request, response) => {
		const question = readClientQuestion(request.url.slice(CLAIM_PATH.length));
		if (question === undefined) {
			refuse(request, response, 400);
			return;
		}
		const startedAt = await clientStart(question);
		const answer: ClaimAnswer = startedAt === undefined ? {} : { startedAt };
		response.set("cache-control", "no-store").json(answer);
	});
	app.post("/mcp", async (request, response) => {
		const parsed = parseMessage(request.body as Buffer);
		if ("message" in parsed) await sessions.post(request, response, parsed.message);
		else refuseRpc(response, 400, parsed.code, parsed.why);
	});
	app.get("/mcp", (request, response) => sessions.stream(request, response));
	app.delete("/mcp", (request, response) => sessions.delete(request, response));
	for (const name of ["begin", "end", "tool", "permission"] as const) {
		app.post(HOOK_PATHS[name], (request, response) => hooks[name](request, response, request.body as Buffer));
	}
	app.all([HELLO_PATH, CLAIM_PATH, ...Object.values(HOOK_PATHS)], (request, response) =>
		refuse(request, response, 405),
	);
	app.use((request: Request, response: Response) => refuse(request, response, 404));
	app.use((error: unknown, request: Request, response: Response, next: NextFunction) => {
		// A caller that went away in the middle of its request is nothing to report.
		if (!request.socket.destroyed) faults.report("a request", error);
		if (response.headersSent) next(error);
		else refuse(request, response, 500);
	});
	return app;
}
