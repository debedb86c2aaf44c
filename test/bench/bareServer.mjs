// The yardstick: express 5 and the MCP SDK's McpServer with zod schemas, one server per session, SSE answers and a bearer
// check, as a careful author would write it in an afternoon. It can prove itself to Parley's bridge. Obeys `control.mjs`.
// `--port N` listens there. Prints one JSON line {url, token, pid}.
import { randomUUID } from "node:crypto";
import http from "node:http";
import express from "express";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { z } from "zod";
import { helloAnswer } from "./smallestWindow.mjs";
import { obey } from "./control.mjs";

/** The same after a restart, as that of a server that is configured once. */
const token = "b".repeat(64);
const step = z.object({
	id: z.string().min(1).max(100),
	step: z.string().min(1).max(200),
	status: z.enum(["pending", "in_progress", "completed", "failed", "skipped"]),
});
const inputSchema = {
	context_id: z.string().optional(),
	title: z.string().max(200).optional(),
	explanation: z.string().max(1000).optional(),
	plan: z.array(step).min(1).max(30),
};
const outputSchema = {
	plan_id: z.string(),
	revision: z.number(),
	execution_state: z.string(),
	title: z.string().optional(),
	explanation: z.string().optional(),
	plan: z.array(step),
	created_at: z.string(),
	updated_at: z.string(),
};

const question = {
	question: z.string().min(1).max(4000),
	choices: z.array(z.string().min(1).max(500)).max(20).optional(),
	context_id: z.string().optional(),
};
const answer = { clarify_id: z.string(), response: z.string(), reason: z.string() };
const waiting = [];

function makeServer() {
	const server = new McpServer({ name: "bare", version: "0" }, { capabilities: { tools: {} } });
	let revision = 0;
	server.registerTool("update_plan", { description: "bare", inputSchema, outputSchema }, (args) => {
		const now = new Date().toISOString();
		const card = {
			plan_id: "6f1d0e4e-8a8e-4b1f-9a53-0d4b1b1f5f10",
			revision: ++revision,
			execution_state: "running",
			title: args.title,
			explanation: args.explanation,
			plan: args.plan,
			created_at: now,
			updated_at: now,
		};
		return { content: [{ type: "text", text: JSON.stringify(card) }], structuredContent: card };
	});
	server.registerTool("clarify", { description: "bare", inputSchema: question, outputSchema: answer }, ask);
	return server;
}

/** Blocks until `settle`; progress at once and every 15 s. */
async function ask(_, { _meta, sendNotification }) {
	let progress = 0;
	const beat = () =>
		sendNotification({
			method: "notifications/progress",
			params: { progressToken: _meta.progressToken, progress: ++progress, message: "Waiting" },
		});
	const timer = setInterval(beat, 15_000);
	await beat();
	await new Promise((resolve) => waiting.push(resolve));
	clearInterval(timer);
	const result = { clarify_id: randomUUID(), response: "main", reason: "response" };
	return { content: [{ type: "text", text: JSON.stringify(result) }], structuredContent: result };
}

obey({
	drawn: () => ({}),
	waiting: () => waiting.length,
	settle: () => {
		for (const resolve of waiting.splice(0)) resolve();
		return 0;
	},
});

const transports = new Map();
const app = express();
app.disable("x-powered-by");
app.get("/hello", (req, res) => res.type("json").end(helloAnswer(req, server.address().port, token)));
app.use((req, res, next) => (req.headers.authorization === `Bearer ${token}` ? next() : res.status(401).end()));
app.use(express.json({ limit: "256kb" }));
app.all("/mcp", async (req, res) => {
	const id = req.headers["mcp-session-id"];
	let transport = id && transports.get(id);
	if (!transport) {
		transport = new StreamableHTTPServerTransport({
			sessionIdGenerator: randomUUID,
			onsessioninitialized: (newId) => void transports.set(newId, transport),
		});
		transport.onclose = () => transports.delete(transport.sessionId);
		await makeServer().connect(transport);
	}
	await transport.handleRequest(req, res, req.body);
});

const server = http.createServer(app);
const port = process.argv.indexOf("--port");
server.listen(port < 0 ? 0 : Number(process.argv[port + 1]), "127.0.0.1", () => {
	console.log(JSON.stringify({ url: `http://127.0.0.1:${server.address().port}/mcp`, token, pid: process.pid }));
});
