import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { commands } from "vscode";
import { INTRO_HEADERS } from "../../src/wire/protocol";
import { listeningWindow } from "./thisWindow";

describe("the broker in the window", () => {
	let url: string;
	let token: string;
	let client: Client;

	before(async () => {
		({ url, token } = (await listeningWindow()).content);
		client = new Client({ name: "host-test", version: "1.0.0" });
		await client.connect(
			new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
				requestInit: {
					headers: {
						authorization: `Bearer ${token}`,
						[INTRO_HEADERS.session]: randomBytes(16).toString("hex"),
						[INTRO_HEADERS.agent]: "host-test",
						[INTRO_HEADERS.clarify]: "1",
						[INTRO_HEADERS.cwd]: encodeURIComponent(process.cwd()),
						[INTRO_HEADERS.pid]: String(process.pid),
						[INTRO_HEADERS.inFlight]: "",
					},
				},
			}),
		);
	});
	after(() => client.close());

	const clarify = async (question: string, choices: readonly string[]) => {
		const { structuredContent } = await client.callTool({ name: "clarify", arguments: { question, choices } });
		const { response, reason } = structuredContent as { response: string; reason: string };
		return { response, reason };
	};

	it("refuses who has no token or a wrong one", async () => {
		const statuses = [];
		for (const headers of [{}, { authorization: "Bearer 0000" }]) {
			const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
			statuses.push((await fetch(`${url}/mcp`, { method: "POST", headers, body })).status);
		}
		assert.deepEqual(statuses, [401, 401]);
	});

	it("offers its tools to an agent that has the token from the file", async () => {
		const { tools } = await client.listTools();
		assert.deepEqual(tools.map(({ name }) => name).slice(0, 2), ["clarify", "update_plan"]);
	});

	it("tells the agent why a question is refused", async () => {
		const refused = await client.callTool({ name: "clarify", arguments: { question: " " } });
		const text = "invalid_input: question: must be a text of 1 to 4000 characters that is not blank";
		assert.deepEqual(refused, { isError: true, content: [{ type: "text", text }] });
	});

	it("gives the agent the choice that the person takes in the list", async () => {
		// The commands of a list tell nobody whether it stands yet and takes a row already: so again until it has.
		const answer = await actUntilAnswered(clarify("Which one?", ["first", "second"]), async () => {
			await commands.executeCommand("parley.answerOldest");
			await pause(700);
			await commands.executeCommand("workbench.action.quickOpenSelectNext");
			await commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
		});
		assert.deepEqual(answer, { response: "first", reason: "response" });
	});

	it("tells the agent that the person has dismissed its question", async () => {
		const answer = await actUntilAnswered(clarify("Any?", ["yes"]), dismiss);
		assert.deepEqual(answer, { response: "", reason: "dismissed" });
	});

	it("takes a plan while a question waits", async () => {
		const answered = clarify("Still there?", ["yes"]);
		const { structuredContent } = await client.callTool({
			name: "update_plan",
			arguments: { title: "Test", plan: [{ id: "1", step: "Ask", status: "in_progress" }] },
		});
		const { revision, execution_state } = structuredContent as { revision: number; execution_state: string };
		assert.deepEqual({ revision, execution_state }, { revision: 1, execution_state: "running" });
		assert.equal((await actUntilAnswered(answered, dismiss)).reason, "dismissed");
	});
});

const dismiss = (): Thenable<unknown> => commands.executeCommand("parley.dismissQuestion");

/** Does what a person would do again and again until the agent has its answer. */
async function actUntilAnswered<T>(answered: Promise<T>, act: () => Thenable<unknown>): Promise<T> {
	for (;;) {
		await act();
		const answer = await Promise.race([answered, pause(500)]);
		if (answer !== undefined) return answer;
	}
}
