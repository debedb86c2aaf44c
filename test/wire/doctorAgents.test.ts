import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from "vitest";
import { buildBundles, DoctorMachine, NOW } from "../support/doctorMachine";
import { expectNamed, type PlantedFault } from "../support/plantedFault";

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

const FAULTS: readonly PlantedFault[] = [
	{
		name: "an agent that is too old",
		plant: (machine) => machine.program("claude", "2.1.100 (Claude Code)"),
		row: "agent.claude-code.program",
		says: /claude is of version 2\.1\.100, which does not notice Parley: it needs 2\.1\.280 or later\.$/,
		remedy: /^Update Claude Code/,
	},
	{
		name: "an agent that was never seen",
		plant: (machine) => {
			machine.change = { lastHandshake: (id) => (id === "codex" ? undefined : NOW) };
		},
		row: "agent.codex.seen",
		says: /never introduced itself: nothing proves yet that it starts the bridge\.$/,
		remedy: /^Open a new terminal, start the agent there/,
		repair: "newTerminal",
		status: "warning",
	},
	{
		name: "an entry that is out of date",
		plant: (machine) => {
			const text = readFileSync(machine.codexConfig, "utf8");
			writeFileSync(machine.codexConfig, text.replace('"--clarify"', '"--old"'));
		},
		row: "agent.codex.entry",
		says: /config\.toml, .*hooks\.json is out of date, or was changed\.$/,
		remedy: /^Connect Codex again/,
		repair: "connect",
	},
	{
		name: "an entry of our name that is not ours",
		plant: (machine) => writeFileSync(machine.codexConfig, '[mcp_servers.parley]\ncommand = "other"\n'),
		row: "agent.codex.entry",
		says: /has an entry “parley” that is not Parley’s/,
		remedy: /^Put that right, then connect Codex again/,
		repair: "openFile",
	},
	{
		name: "a configuration that cannot be read",
		plant: (machine) => writeFileSync(machine.codexConfig, "a = 1\nb = = 2\n"),
		row: "agent.codex.entry",
		says: /config\.toml cannot be read: line 2, /,
		remedy: /^Put that right/,
		repair: "openFile",
	},
	{
		name: "hooks that Codex’s user has not trusted",
		plant: (machine) => {
			const text = readFileSync(machine.codexConfig, "utf8");
			writeFileSync(machine.codexConfig, text.replaceAll("trusted_hash", "seen_hash"));
		},
		row: "agent.codex.hooks",
		says: /hooks\.json, but not trusted yet, so Codex skips them: UserPromptSubmit, Stop/,
		remedy: /^Start Codex and choose Review hooks/,
		status: "warning",
	},
	{
		name: "a program that is gone",
		plant: (machine) => rmSync(join(machine.base, "programs/claude")),
		row: "agent.claude-code.program",
		says: /^It is not installed here any more\.$/,
		remedy: /PATH that VS Code starts with/,
		status: "warning",
		also: ["agent.claude-code.entry"],
	},
];

describe.runIf(process.platform === "linux")("a planted fault is named with what to do:", () => {
	it.each(FAULTS)("$name", (fault) => expectNamed(machine, fault));
});
