import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { sha256, stateFiles, thisMachine, userFiles } from "../../../src/agents/apply";
import { crush } from "../../../src/agents/crush";
import { FileEdits } from "../../../src/agents/fileEdits";
import { grok } from "../../../src/agents/grok";
import type { AgentId, ByFile } from "../../../src/agents/integration";
import { FIXTURES as TOML } from "./codexFixtures";
import { AGENTS, fixturesOf } from "./yamlFixtures";

const roots: string[] = [];
afterEach(() => {
	for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true });
});

/** A home of its own, in which the agent's file is as it says; undefined: there is none. */
function home(way: ByFile, text: string | undefined) {
	const root = mkdtempSync(join(tmpdir(), "parley-yaml-"));
	roots.push(root);
	const machine = { ...thisMachine, platform: "linux", home: join(root, "home"), env: {} };
	const file = way.path(machine);
	mkdirSync(text === undefined ? machine.home : dirname(file), { recursive: true });
	if (text !== undefined) writeFileSync(file, text);
	const edits = new FileEdits({
		exclusively: (run) => run(),
		onSetAside: () => undefined,
		machine,
		files: userFiles,
		state: stateFiles(join(root, "state")),
		entry: { command: join(root, "state/bin/parley-bridge"), args: [] },
		hash: sha256,
	});
	const run = (id: AgentId, want: "connected" | "disconnected"): unknown => {
		const shown = edits.preview(id, way, want);
		return shown.kind === "edit" ? edits.apply(shown.edit) : shown;
	};
	return { file, home: machine.home, run };
}

/** Where a plan alone may give back another text of the same meaning, and some usual ones. */
const HARD = new Set([
	"an empty file",
	"a document mark",
	"an empty collection",
	"braces as the root",
	"brackets",
	"the key without a value",
	"Windows line breaks, the last one missing",
	"other servers",
	"a script",
]);

const yaml = Object.entries(AGENTS).map(([name, agent]) => [name, agent.make([]), fixturesOf(agent)] as const);
const agents = [
	...yaml,
	["Grok", grok([]), TOML] as const,
	["Crush", crush([]), { "a script": "option debug true" }] as const,
];

describe.each(agents)("connecting and disconnecting %s", (_, { id, way }, fixtures) => {
	if (way.kind !== "file") throw new Error(way.kind);

	it("gives each file back byte for byte", () => {
		for (const [name, text] of Object.entries(fixtures).filter(([name]) => HARD.has(name))) {
			const { file, run } = home(way, text);
			expect([name, run(id, "connected")]).toEqual([name, undefined]);
			expect([name, readFileSync(file, "utf8") === text]).toEqual([name, false]);
			expect([name, run(id, "disconnected")]).toEqual([name, undefined]);
			expect([name, readFileSync(file, "utf8")]).toEqual([name, text]);
		}
	});

	it("removes the file and the folders that it has made", () => {
		const { home: folder, run } = home(way, undefined);
		expect(run(id, "connected")).toBeUndefined();
		expect(readdirSync(folder)).toHaveLength(1);
		expect(run(id, "disconnected")).toBeUndefined();
		expect(readdirSync(folder)).toEqual([]);
	});
});
