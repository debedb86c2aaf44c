import { rmSync } from "node:fs";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { buildBundles, DoctorMachine } from "../support/doctorMachine";

let dist: string;
let machine: DoctorMachine;

beforeAll(async () => {
	dist = await buildBundles();
});
afterAll(() => rmSync(dist, { recursive: true }));
beforeEach(async () => {
	machine = await DoctorMachine.open(dist);
});
afterEach(() => machine.dispose());

const HEALTHY = `# Parley Doctor

Parley 1.2.3, a test, 2027-01-15T08:00:00.000Z

Everything that was examined works.

## This window

- **Works** Broker (broker.running): It listens on 127.0.0.1, port <port>, and has proved to be this window.
- **Works** Access (broker.token): It lets in who has the token of this window, and nobody else.
- **Works** Rendezvous file (rendezvous.file): ~/.local/state/parley/run/0123456789abcdef-1.json names this window and is closed to other users.
- **Works** State folder (state.folder): ~/.local/state/parley is there and closed to other users.
- **Works** Bridge (bridge.files): Version 1.2.3, in ~/.local/state/parley/bin.
- **Works** Node for the bridge (bridge.node): <node>, of vscode.
- **Works** Way from an agent to this window (bridge.roundTrip): The bridge was started and reached this window in <some> ms: clarify, update_plan, request_approval.

## Terminals and agents

- **Works** New terminals (terminals.variables): They get PARLEY_WINDOW, CLAUDE_CODE_PLUGIN_DIRS, CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS.
- **Works** Open terminals (terminals.open): All have what agents need (1 open).
- **Note** Running agents (sessions.bridge): None is connected to this window now.
- **Note** Where they run (sessions.place): Nothing to examine.

## Claude Code

- **Works** Program (agent.claude-code.program): <base>/programs/claude, version 2.1.332; tested with 2.1.332.
- **Works** Connection (agent.claude-code.entry): By variables in new terminals; no file of yours is touched.
- **Works** Last seen (agent.claude-code.seen): It introduced itself 3 min ago. It has called no tool in this window since it started.
- **Works** Turns by hooks (agent.claude-code.hooks): They are in place.
- **Note** Time for a call (agent.claude-code.limit): Its entry sets timeout to 4000000 (in milliseconds), unless you have set another value there.
- **Note** Known limits (agent.claude-code.traits): Without the limit in its entry it gives up on a call after 1800 seconds. It moves a call to the background after 120 seconds unless CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS is 0, which Parley sets in new terminals. In a folder that you have not trusted in it, it starts no server. It reads the list of tools once: restart it after a switch was pressed, or if it was started before the window. A session that runs keeps its hooks: restart it after its approvals were switched on.
`;

it.runIf(process.platform === "linux")("writes this of a machine where everything works", async () => {
	const document = await machine.document();
	expect(document.slice(0, document.indexOf("\n## Codex"))).toBe(HEALTHY);
	expect(document).not.toMatch(/\*\*(Fault|Warning)\*\*/);
});

it("keeps the home folder, the token and the keys out of the document", async () => {
	const { token, instance } = machine.rendezvous;
	const document = await machine.document();
	expect([machine.home, token].filter((secret) => document.includes(secret))).toEqual([]);
	expect(document).not.toContain(instance.replaceAll("-", ""));
});

it("examines through the window without any agent's being counted as seen", async () => {
	await machine.rows();
	const seen = machine.window.contacts.seen.filter((each) => !each.startsWith("doctor "));
	expect([seen, machine.window.sessions.filter(({ state }) => state !== "ended").length]).toEqual([[], 0]);
});
