import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { sha256, stateFiles, thisMachine, userFiles } from "../../../src/agents/apply";
import { AgentConnections } from "../../../src/agents/connections";
import type { AgentId, AgentIntegration, ByFile, FilePart } from "../../../src/agents/integration";

const roots: string[] = [];
afterEach(() => {
	for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true });
});

/** The simplest part there is: one line of its own at the end. `off` in it switches the agent off. */
function line(name: string, ours: string): FilePart {
	const lines = (text = ""): readonly string[] => text.split("\n").filter((each) => each !== "");
	const isOurs = (each: string): boolean => each.startsWith(`${ours}:`);
	return {
		path: ({ home }) => join(home, name),
		plan(current, entry, want) {
			if (current?.includes("broken") === true) {
				return { kind: "refused", why: { kind: "unparsable", line: 1, reason: "broken" } };
			}
			const isIn = lines(current).some(isOurs);
			if (want === "disconnected" && !isIn) return { kind: "unchanged" };
			const rest = lines(current).filter((each) => !isOurs(each));
			const wanted = want === "connected" ? [...rest, `${ours}:${entry.command}`] : rest;
			const text = wanted.map((each) => `${each}\n`).join("");
			return text === (current ?? "") ? { kind: "unchanged" } : { kind: "write", text };
		},
		state(current, entry) {
			const own = lines(current).find(isOurs);
			if (own === undefined) return "absent";
			return own.endsWith("off") ? "disabled" : own === `${ours}:${entry.command}` ? "current" : "outdated";
		},
	};
}

function byFiles(...[first, ...also]: readonly [FilePart, ...FilePart[]]): ByFile {
	return { kind: "file", ...first, also };
}

function agent(id: AgentId, way: AgentIntegration["way"], more: Partial<AgentIntegration> = {}): AgentIntegration {
	return { id, label: id, detect: () => ({ kind: "found", program: undefined }), way, ...more };
}

/** The slot of a single variable, which somebody else may hold. */
function slot(fallback: ByFile): AgentIntegration {
	return agent(
		"qwen",
		{
			kind: "environment",
			files: () => [],
			versionFile: "slot/version.json",
			plan: ({ env }) =>
				env["SLOT"] === undefined
					? { kind: "ready", changes: [{ variable: "SLOT", how: "set", value: "ours" }] }
					: { kind: "refused", why: { kind: "taken", variable: "SLOT", file: env["SLOT"] } },
		},
		{ fallback },
	);
}

interface Stage {
	readonly home: string;
	readonly state: string;
	readonly open: (env?: Record<string, string>, bridge?: string) => AgentConnections;
	/** Every file of the user's with its text. */
	readonly files: () => Record<string, string>;
}

function stage(integrations: readonly AgentIntegration[], files: Record<string, string> = {}): Stage {
	const root = mkdtempSync(join(tmpdir(), "parley-parts-"));
	roots.push(root);
	const [home, state] = [join(root, "home"), join(root, "state")];
	for (const folder of [home, state]) mkdirSync(folder);
	for (const [name, text] of Object.entries(files)) writeFileSync(join(home, name), text);
	return {
		home,
		state,
		files: () =>
			Object.fromEntries(
				readdirSync(home, { recursive: true, encoding: "utf8", withFileTypes: true })
					.filter((each) => each.isFile())
					.map((each) => [
						join(each.parentPath, each.name).slice(home.length + 1),
						readFileSync(join(each.parentPath, each.name), "utf8"),
					]),
			),
		open: (env = {}, bridge = "bridge") =>
			new AgentConnections({
				integrations,
				machine: { ...thisMachine, home, env },
				files: userFiles,
				state: stateFiles(state),
				stateRoot: state,
				entry: { command: bridge, args: [] },
				version: "1.0.0",
				hash: sha256,
				versionOf: () => Promise.resolve(undefined),
				exclusively: (run) => run(),
				onSetAside: (path) => expect.unreachable(path),
				editor: "vscode",
				editors: () => [],
				hasPrompts: () => false,
			}),
	};
}

async function change(
	connections: AgentConnections,
	id: AgentId,
	want: "connected" | "disconnected",
): Promise<unknown> {
	return connections.carryOut(await connections.prepare(id, want));
}

const stateOf = (connections: AgentConnections, id: AgentId): unknown => {
	const found = connections.agents().find((each) => each.id === id);
	return [found?.state, found?.isOurs];
};

describe("an agent with parts in several files", () => {
	const three = agent("gemini", byFiles(line("server", "x"), line("hooks", "x"), line("deep/er/rules", "x")));

	it("gets all of them by one act, and all are put back by one", async () => {
		const { open, files, state } = stage([three], { server: "a\n", hooks: "b" });
		expect(await change(open(), "gemini", "connected")).toBeUndefined();
		expect(files()).toEqual({ server: "a\nx:bridge\n", hooks: "b\nx:bridge\n", "deep/er/rules": "x:bridge\n" });
		expect(stateOf(open(), "gemini")).toEqual(["connected", true]);
		expect(await change(open(), "gemini", "disconnected")).toBeUndefined();
		expect([files(), readdirSync(state)]).toEqual([{ server: "a\n", hooks: "b" }, ["backups"]]);
	});

	it("shows every file that changes, and only those", async () => {
		const { open } = stage([three], { server: "x:bridge\n" });
		const prepared = await open().prepare("gemini", "connected");
		expect(prepared.kind === "edit" && prepared.edit.changes.map(({ text }) => text)).toEqual([
			"x:bridge\n",
			"x:bridge\n",
		]);
	});

	it("is out of date where one of its parts is, and switched off where its entry is", async () => {
		const { open, home } = stage([three]);
		await change(open(), "gemini", "connected");
		writeFileSync(join(home, "hooks"), "x:older\n");
		expect(stateOf(open(), "gemini")).toEqual(["outdated", true]);
		writeFileSync(join(home, "server"), "x:off\n");
		expect(stateOf(open(), "gemini")).toEqual(["disabled", true]);
	});

	it("can still be disconnected where only a part besides its entry is left", async () => {
		const { open, home, files } = stage([three], { hooks: "x:older\n" });
		expect(stateOf(open(), "gemini")).toEqual(["notConnected", true]);
		await change(open(), "gemini", "disconnected");
		expect([files(), readdirSync(home)]).toEqual([{ hooks: "" }, ["hooks"]]);
	});

	it("changes no file where one of them is refused", async () => {
		const before = { server: "a\n", hooks: "broken" };
		const { open, files } = stage([three], before);
		expect(await open().prepare("gemini", "connected")).toMatchObject({ kind: "refused", why: { kind: "unparsable" } });
		expect(files()).toEqual(before);
	});

	it.each(["connected", "disconnected"] as const)(
		"puts the files back that came before one that cannot be %s",
		async (want) => {
			const { open, home, files, state } = stage([three], { server: "a\n", hooks: "b\n" });
			if (want === "disconnected") await change(open(), "gemini", "connected");
			const [before, journal] = [files(), want === "disconnected" && readFileSync(join(state, "journal.json"), "utf8")];
			const prepared = await open().prepare("gemini", want);
			const last = join(home, "deep/er/rules");
			if (want === "connected") mkdirSync(join(home, "deep/er"), { recursive: true });
			writeFileSync(last, "somebody else\n");
			expect(open().carryOut(prepared)).toMatchObject({ kind: "changed" });
			expect(files()).toEqual({ ...before, "deep/er/rules": "somebody else\n" });
			if (want === "disconnected") expect(readFileSync(join(state, "journal.json"), "utf8")).toBe(journal);
			else expect(readdirSync(state)).toEqual(["backups"]);
			// And what is right is still known.
			await change(open(), "gemini", "disconnected");
			expect(files()).toEqual({ server: "a\n", hooks: "b\n", "deep/er/rules": "somebody else\n" });
		},
	);

	it("takes the folders away again that it made for the first files", async () => {
		const late = agent("gemini", byFiles(line("new/one", "x"), line("two", "x")));
		const { open, home } = stage([late], { two: "a\n" });
		const prepared = await open().prepare("gemini", "connected");
		writeFileSync(join(home, "two"), "b\n");
		expect(open().carryOut(prepared)).toMatchObject({ kind: "changed" });
		expect(readdirSync(home)).toEqual(["two"]);
	});
});

describe("two agents in one file", () => {
	const [first, second] = [
		agent("cursor", byFiles(line("dot/shared", "c"))),
		agent("kiro", byFiles(line("dot/shared", "k"))),
	];

	it.each([
		[["cursor", "kiro"], "a\n"],
		[["kiro", "cursor"], "a\n"],
		[["cursor", "kiro"], undefined],
		[["kiro", "cursor"], undefined],
	] as const)("come out alone, in the order %j, and leave what was there: %j", async (order, text) => {
		const { open, files, home, state } = stage([first, second]);
		if (text !== undefined) {
			mkdirSync(join(home, "dot"));
			writeFileSync(join(home, "dot/shared"), text);
		}
		const before = readdirSync(home);
		for (const id of ["cursor", "kiro"] as const) await change(open(), id, "connected");
		const [start, mine] = [text ?? "", order[1] === "kiro" ? "k" : "c"];
		expect(files()).toEqual({ "dot/shared": `${start}c:bridge\nk:bridge\n` });
		await change(open(), order[0], "disconnected");
		expect(files()).toEqual({ "dot/shared": `${start}${mine}:bridge\n` });
		expect([stateOf(open(), order[0]), stateOf(open(), order[1])]).toEqual([
			["notConnected", false],
			["connected", true],
		]);
		await change(open(), order[1], "disconnected");
		expect([files(), readdirSync(home), readdirSync(state)]).toEqual([
			text === undefined ? {} : { "dot/shared": text },
			before,
			["backups"],
		]);
		expect(readdirSync(join(state, "backups"))).toEqual([]);
	});

	it("keep what is known of the other where the second cannot be written", async () => {
		const { open, files, home, state } = stage([first, second]);
		mkdirSync(join(home, "dot"));
		writeFileSync(join(home, "dot/shared"), "a");
		await change(open(), "cursor", "connected");
		const prepared = await open().prepare("kiro", "connected");
		chmodSync(join(home, "dot/shared"), 0o444);
		expect(open().carryOut(prepared)).toMatchObject({ kind: "changed" });
		chmodSync(join(home, "dot/shared"), 0o644);
		await change(open(), "cursor", "disconnected");
		expect([files(), readdirSync(join(state, "backups"))]).toEqual([{ "dot/shared": "a" }, []]);
	});

	it("come out by their meaning where somebody wrote in between", async () => {
		const { open, files, home } = stage([first, second]);
		await change(open(), "cursor", "connected");
		writeFileSync(join(home, "dot/shared"), `theirs\n${files()["dot/shared"] ?? ""}`);
		await change(open(), "kiro", "connected");
		await change(open(), "cursor", "disconnected");
		await change(open(), "kiro", "disconnected");
		expect(files()).toEqual({ "dot/shared": "theirs\n" });
	});
});

describe("an agent whose variable somebody else has taken", () => {
	const qwen = slot(byFiles(line("settings", "q")));
	const taken = { SLOT: "/theirs" };

	it("is offered by its file, with the reason", async () => {
		const { open, files } = stage([qwen], { settings: "a\n" });
		const connections = open(taken);
		expect(await connections.prepare("qwen", "connected")).toMatchObject({
			kind: "edit",
			because: { kind: "taken", variable: "SLOT", file: "/theirs" },
		});
		expect([stateOf(connections, "qwen"), connections.toOffer()]).toEqual([["notConnected", false], []]);
		await change(connections, "qwen", "connected");
		expect([files(), stateOf(connections, "qwen")]).toEqual([{ settings: "a\nq:bridge\n" }, ["connected", true]]);
	});

	it("stays by its file once it is in there, and sets no variable", async () => {
		const { open, files } = stage([qwen]);
		await change(open(taken), "qwen", "connected");
		expect(await open().prepare("qwen", "connected")).toEqual({ kind: "unchanged" });
		expect([stateOf(open(), "qwen"), open().variables()]).toEqual([["connected", true], []]);
		await change(open(), "qwen", "disconnected");
		expect([files(), stateOf(open(), "qwen")]).toEqual([{}, ["notConnected", false]]);
	});

	it("can be disconnected where it was connected by the variable before", async () => {
		const { open } = stage([qwen]);
		await change(open(), "qwen", "connected");
		expect([stateOf(open(taken), "qwen"), open(taken).variables()]).toEqual([["notConnected", true], []]);
		await change(open(taken), "qwen", "disconnected");
		expect([stateOf(open(taken), "qwen"), open().variables()]).toEqual([["notConnected", false], []]);
	});
});
