#!/usr/bin/env node
// A small agent CLI for the demo and the ui ring. It starts Parley's bridge as its MCP server, as real CLIs do, and
//   agent.mjs tools                       tells which tools it has, again whenever they change, until it is ended
//   agent.mjs ask QUESTION [CHOICE...]    asks, waits, tells the answer
//   agent.mjs twice QUESTION QUESTION     asks one after the other
//   agent.mjs approve ACTION TEXT...      asks to allow each of these, all at once; @FILE is the text of that file
//   agent.mjs plan TITLE STEP...          shows a plan, asks whether to go on, moves it, and ends
//   agent.mjs tour                        what `npm start` shows: a plan that needs one decision, and leave to run a command
// --out FILE appends what happens as lines of JSON. --agent ID is the name it goes by (demo). --when FILE connects at
// once but acts only when that file exists. --kind KIND says what is to be approved (command). Ctrl-C takes an open question back, as real CLIs do.
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { McpClient } from "./mcpClient.mjs";

/** How long a step of the tour takes, so that a person can follow the plan. */
const STEP_MS = 1_500;

const { values: options, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		out: { type: "string" },
		when: { type: "string" },
		agent: { type: "string", default: "demo" },
		kind: { type: "string", default: "command" },
	},
});
const [act = "tour", ...words] = positionals;
const acts = { tools: watchTools, ask, twice, approve, plan, tour };
if (!(act in acts)) throw new Error(`unknown act: ${act}`);

const [command, ...args] = bridgeCommand();
const client = new McpClient(command, [...args, "--agent", options.agent, "--clarify", "--budget", "4000"], heard);
let openCall;
let isInterrupted = false;
process.on("SIGINT", () => void takeBack());

try {
	await client.initialize();
	tell("connected", { pid: process.pid, bridge: client.pid, tools: await toolNames() });
	while (options.when && !existsSync(options.when)) await pause(20);
	await acts[act](...words);
	await client.close();
	tell("bye");
} catch (error) {
	// After Ctrl-C the open call fails, as its bridge has gone: takeBack() tells the end.
	if (!isInterrupted) {
		tell("failed", { error: error.message });
		process.exitCode = 1;
	}
}

async function watchTools() {
	await client.ended;
}

async function ask(question, ...choices) {
	await clarify({ question, ...(choices.length > 0 ? { choices } : {}) });
}

async function twice(first, second) {
	await ask(first);
	await ask(second);
}

async function approve(action, ...details) {
	const requests = details.map((text) => {
		const detail = text.startsWith("@") ? readFileSync(text.slice(1), "utf8") : text;
		tell("requesting", { action, detail });
		return call("request_approval", { kind: options.kind, action, detail });
	});
	await Promise.all(requests);
}

async function plan(title, ...steps) {
	const show = planOf(title, steps);
	await show(0);
	await clarify({ question: `${title}: shall I go on?`, choices: ["Go on", "Stop"] });
	for (let done = 1; done <= steps.length; done++) await show(done);
}

async function tour() {
	const show = planOf("Make the integration tests pass", [
		"Read the failing tests",
		"Choose the database for them",
		"Write the set-up",
		"Run the suite",
	]);
	await show(0);
	await pause(STEP_MS);
	await show(1);
	console.log(
		"\nAnswer in the notification, or press “1 waiting” in the status bar. The plan is in the Parley view.\n",
	);
	const { reason } = await clarify({
		question:
			"Which database should the integration tests use?\n\nThe unit tests run on SQLite. " +
			"Two queries use `jsonb`, which SQLite does not have.",
		choices: ["Postgres in Docker", "SQLite, and rewrite the two queries", "Skip those tests for now"],
	});
	if (reason !== "response") return;
	await show(2);
	await pause(STEP_MS);
	await show(3);
	const wanted = {
		kind: "command",
		action: "Start the database and run the integration tests",
		detail: "docker compose up --wait postgres && npm run test:integration",
		reason: "The suite needs the database that you have chosen.",
	};
	tell("requesting", wanted);
	const { decision } = await call("request_approval", wanted);
	if (decision !== "deny") await show(4);
}

/** Gives the function that shows the plan with that many steps done. */
function planOf(title, steps) {
	return (done) =>
		call("update_plan", {
			title,
			plan: steps.map((step, at) => ({ id: String(at + 1), step, status: statusOf(at, done) })),
		});
}

function statusOf(at, done) {
	if (at < done) return "completed";
	return at === done ? "in_progress" : "pending";
}

async function clarify(input) {
	tell("asking", { question: input.question });
	return call("clarify", input);
}

/** Calls a tool and tells its result; gives its structured content. */
async function call(name, input) {
	const request = client.request("tools/call", { name, arguments: input, _meta: { progressToken: name } });
	openCall = request.id;
	const { content, structuredContent, isError = false } = await request.answer;
	openCall = undefined;
	tell("result", { tool: name, isError, text: content.map(({ text }) => text).join("\n"), structuredContent });
	return structuredContent ?? {};
}

async function toolNames() {
	const { tools } = await client.request("tools/list").answer;
	return tools.map(({ name }) => name);
}

function heard(method, params) {
	if (method === "notifications/progress") console.log(`… ${params.message ?? "waiting"}`);
	if (method === "notifications/tools/list_changed") void toolNames().then((tools) => tell("tools", { tools }));
}

/** The terminal sends the signal to the bridge as well, which ends by itself. */
async function takeBack() {
	isInterrupted = true;
	if (openCall !== undefined) client.cancel(openCall, "interrupted by the person");
	const how = await client.close();
	tell("interrupted", { bridge: how });
	process.exit(130);
}

function tell(event, details = {}) {
	console.log(`demo agent: ${inWords(event, details)}`);
	if (options.out) appendFileSync(options.out, `${JSON.stringify({ event, ...details })}\n`);
}

/** For the person at the terminal; `--out` has all of it. */
function inWords(event, { tools, question, detail, error, text, isError, structuredContent }) {
	if (tools) return tools.length === 0 ? "no tools here" : `has ${tools.join(", ")}`;
	if (question) return `asks: ${question}`;
	if (detail) return `wants: ${detail}`;
	if (error) return error;
	if (isError) return `refused: ${text}`;
	if (structuredContent?.decision) return `got: ${structuredContent.decision} (${structuredContent.reason})`;
	if (structuredContent?.reason) return `got: ${structuredContent.reason} ${structuredContent.response}`.trimEnd();
	const doing = structuredContent?.plan.find(({ status }) => status === "in_progress");
	if (structuredContent) return doing ? `plan: ${doing.step}` : "plan: all done";
	return event;
}

/** Where the extension installs the bridge; an agent's own configuration would name this path. */
function bridgeCommand() {
	// Windows starts no script without a shell, so entries there name a Node and the bridge itself.
	if (process.platform === "win32") return [process.execPath, join(process.env.LOCALAPPDATA, "Parley/bin/bridge.cjs")];
	if (process.platform === "darwin") return [join(homedir(), "Library/Application Support/Parley/bin/parley-bridge")];
	return [join(process.env.XDG_STATE_HOME || join(homedir(), ".local/state"), "parley/bin/parley-bridge")];
}
