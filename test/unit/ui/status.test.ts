import { beforeEach, expect, it } from "vitest";
import type { AgentStanding } from "../../../src/doctor/report";
import { showStatus } from "../../../src/ui/statusPick";
import { settled } from "../../support/deskFixture";
import { english } from "./english";
import { FakeLists } from "./fakeList";

const NOW = 1_000_000_000_000;
const AGENT = { isOurs: true, state: "connected" } as const;
const CODEX: AgentStanding = {
	agent: { ...AGENT, id: "codex", label: "Codex", files: ["/home/ada/.codex/config.toml"] },
	program: "/usr/bin/codex",
	version: "0.171.0",
	handshakeAt: NOW - 120_000,
	callAt: NOW - 61_000,
};
const CLAUDE: AgentStanding = {
	agent: { ...AGENT, id: "claude-code", label: "Claude Code", files: [] },
	program: undefined,
	version: undefined,
	handshakeAt: undefined,
	callAt: undefined,
};

let lists: FakeLists;
let acts: string[];

beforeEach(() => {
	[lists, acts] = [new FakeLists(), []];
});

function show(agents: () => Promise<readonly AgentStanding[]>): void {
	showStatus({
		l10n: english,
		newList: lists.newList,
		facts: () => ["Parley 1.2.3"],
		agents,
		now: () => NOW,
		hasVariables: () => true,
		copy: () => void acts.push("copied"),
		examine: () => void acts.push("examined"),
		failed: () => void acts.push("failed"),
	});
}

it("has a row for each agent: program, version, how connected, how it stands, when it was seen", async () => {
	show(() => Promise.resolve([CODEX, CLAUDE]));
	expect(lists.top.labels).toContain("Looking for agents…");
	await settled();
	const told = lists.top.rows.map((row) =>
		row.kind === "row" ? [row.label, row.description, row.detail].filter(Boolean).join(" | ") : `-- ${row.label}`,
	);
	expect(told).toEqual([
		"-- Agents",
		"Codex | Connected | /usr/bin/codex 0.171.0 · /home/ada/.codex/config.toml · introduced itself 2 min ago · last call 1 min ago",
		"Claude Code | Set up, not seen yet | program not found · by variables in new terminals",
		"-- This window",
		"Parley 1.2.3",
		"-- Parley",
		"Run Doctor",
		"Copy diagnostics",
	]);
});

it("stands without agents, and says where they could not be looked at", async () => {
	show(() => Promise.resolve([]));
	await settled();
	expect(lists.top.labels).toContain("None was found.");
	show(() => Promise.reject(new Error("no bundle")));
	await settled();
	expect([lists.top.labels.includes("They could not be looked at. The log says why."), acts]).toEqual([
		true,
		["failed"],
	]);
});

it.each([
	["Run Doctor", "examined"],
	["Copy diagnostics", "copied"],
])("%s", (label, act) => {
	show(() => Promise.resolve([]));
	lists.top.accept(label);
	expect([acts, lists.shown]).toEqual([[act], undefined]);
});
