// Connected agents that are started outside VS Code: as if Parley were not there. What it costs is for the bench.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { after, afterEach, before, describe, it } from "node:test";
import { openAgentStage } from "./agentStage.mjs";
import * as asking from "./askingAgents.mjs";
import { HEADLESS } from "./headlessAgents.mjs";
import { versionOf } from "./installedAgents.mjs";
import { scripts } from "./scripts.mjs";

const AGENTS = [...Object.values(asking), ...HEADLESS];

describe("outside VS Code", () => {
	let stage, window, folder;

	before(async () => {
		stage = await openAgentStage(
			scripts,
			AGENTS.map(({ name }) => name),
		);
		folder = stage.trusted("web-shop");
		window = await stage.window(folder);
	});
	after(() => stage?.close());
	afterEach((test) => test.error && stage.keepEvidence(test.name));

	/** Runs an agent as from a shell outside VS Code. */
	async function run({ headless }) {
		const asked = stage.model.requests.length;
		const args = ["-c", headless("script:hello")];
		const child = spawn("bash", args, { cwd: folder, env: stage.shellEnv, stdio: ["ignore", "pipe", "pipe"] });
		let said = "";
		for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += chunk));
		const code = await new Promise((resolve) => child.on("close", resolve));
		const tools = stage.model.requests.slice(asked).flatMap((request) => request.tools.map(({ name }) => name));
		return { code, said, ours: tools.filter((name) => name.includes("parley")) };
	}

	for (const agent of AGENTS) {
		it(`${agent.label} ${versionOf(agent.name)} shows no warning and no tool when it is connected`, async () => {
			// The first start of an agent makes what later ones find.
			await run(agent);
			const before = await run(agent);
			await window.connect(agent.label);
			const now = await run(agent);
			assert.deepEqual([before.code, now.code, now.ours], [0, 0, []]);
			assert.match(now.said, /Hello\./);
			assert.deepEqual(complaints(now), complaints(before));
		});
	}
});

/** Lines in which an agent may complain of a server; ids and times are others in each run. */
function complaints({ said }) {
	const lines = said.split("\n").filter((line) => /warn|error|fail|mcp|server|parley/i.test(line));
	return lines.map((line) => line.replaceAll(/[0-9a-f-]{8,}|\d+/g, "#"));
}
