import {
	chmodSync,
	existsSync,
	lstatSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	readlinkSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, extname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sha256, stateFiles, thisMachine, userFiles } from "../../../src/agents/apply";
import { agentCatalogue } from "../../../src/agents/catalogue";
import { AgentConnections } from "../../../src/agents/connections";
import type { AgentId } from "../../../src/agents/integration";
import { filesOf } from "./fakeMachine";

// Every agent of the catalogue in one home, with real files.
let root: string;
let home: string;
let state: string;
/** What somebody else has set. */
let taken: Record<string, string>;

const TAKEN = {
	OPENCODE_CONFIG_CONTENT: "{}",
	OPENCODE_CONFIG: "/mine.json",
	OPENCODE_CONFIG_DIR: "/mine",
	KILO_CONFIG_CONTENT: "{}",
	KILO_CONFIG: "/mine.json",
	KILO_CONFIG_DIR: "/mine",
	QWEN_CODE_SYSTEM_DEFAULTS_PATH: "/mine.json",
};

beforeEach(() => {
	root = mkdtempSync(join(tmpdir(), "all-agents-"));
	[home, state] = [join(root, "home"), join(root, "state")];
	taken = {};
	for (const folder of [home, state, join(root, "dotfiles"), join(root, "bin")]) mkdirSync(folder);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function open(bridge = "parley-bridge"): AgentConnections {
	return new AgentConnections({
		machine: { ...thisMachine, platform: "linux", home, env: { ...taken, PATH: join(root, "bin") } },
		files: userFiles,
		state: stateFiles(state),
		stateRoot: state,
		entry: { command: join(state, "bin", bridge), args: [] },
		version: "1.0.0",
		hash: sha256,
		integrations: agentCatalogue(),
		versionOf: () => Promise.resolve(undefined),
		exclusively: (run) => run(),
		onSetAside: (path) => expect.unreachable(path),
		editor: "vscode",
		editors: () => [],
		hasPrompts: () => false,
	});
}

const IDS: readonly AgentId[] = agentCatalogue().map(({ id }) => id);

/** Those are only written to where their program has made them. */
const EXTRA = ["cli-config.json", ".kimi-code/config.toml"];

/** The files of the user's that agents read, without those that are ours as a whole. */
function usersFiles(): readonly string[] {
	const byFiles = agentCatalogue().filter(({ way, fallback }) => way.kind === "file" || fallback !== undefined);
	const machine = { ...thisMachine, platform: "linux", home, env: {} };
	return byFiles
		.flatMap(({ id }) => [filesOf(id), ...(filesOf(id).also ?? [])])
		.map((part) => part.path(machine))
		.filter((path) => !path.includes("parley"));
}

/** Programs and folders by which each agent is found. */
function install(): void {
	const programs = ["claude", "codex", "opencode", "kilo", "gemini", "qwen", "pi", "grok", "dsh", "copilot", "droid"];
	const others = ["cline", "cn", "kimi", "goose", "hermes", "crush", "cursor-agent", "amp", "kiro-cli"];
	for (const program of [...programs, ...others]) writeFileSync(join(root, "bin", program), "", { mode: 0o755 });
	for (const file of usersFiles()) mkdirSync(dirname(file), { recursive: true });
}

const MESSY: Readonly<Record<string, readonly string[]>> = {
	".json": [
		'// mine\n{\n\t"theme": "dark", // why\n\t"mcpServers": {\n\t\t"docs": { "command": "x" }, /* end */\n\t},\n}',
		'\uFEFF{\r\n    "theme": "dark",\r\n    "hooks": { "Stop": [ { "hooks": [] } ] },\r\n    "mcp": {}\r\n}\r\n',
		'{"permission":{"bash":"ask"},"amp.mcpServers":{ },"permissions":{"allow":[]}}',
		"{}",
		"",
	],
	".toml": [
		'\uFEFF# mine\r\nmodel = "x"\r\n\r\n[mcp_servers.docs]\r\ncommand = "x"',
		'a = """\n[mcp_servers.parley]\n"""\n',
	],
	".yaml": ["# mine\nname: x # why\nversion: 0.0.1\nschema: v1\n", ""],
	".yml": ["# mine\n- insert:\n    - id: other\n      name: x\n"],
	"": ["# mine\nalias x=y"],
};

/** Each with another form, mode and place: some are links into a folder of dotfiles. */
function fill(round: number): void {
	for (const [index, file] of usersFiles().entries()) {
		const texts = MESSY[extname(file)] ?? [];
		const text = texts[(index + round) % texts.length];
		if (text === undefined) throw new Error(`nothing to put into ${file}`);
		const isLink = (index + round) % 3 === 0;
		const target = isLink ? join(root, "dotfiles", `${index}-${basename(file)}`) : file;
		writeFileSync(target, text);
		chmodSync(target, index % 2 === 0 ? 0o640 : 0o604);
		if (isLink) symlinkSync(target, file);
	}
}

/** Everything below the home and the dotfiles: kind, mode, target or bytes. */
function picture(): Record<string, string> {
	const found: Record<string, string> = {};
	for (const top of [home, join(root, "dotfiles")]) {
		for (const name of readdirSync(top, { recursive: true, encoding: "utf8" })) {
			const path = join(top, name);
			const stats = lstatSync(path);
			const content = stats.isSymbolicLink()
				? readlinkSync(path)
				: stats.isFile()
					? readFileSync(path).toString("base64")
					: "";
			found[path.slice(root.length)] = `${(stats.mode & 0o170777).toString(8)} ${content}`;
		}
	}
	return found;
}

async function all(connections: AgentConnections, want: "connected" | "disconnected", ids = IDS): Promise<void> {
	for (const id of ids) {
		const prepared = await connections.prepare(id, want);
		expect([id, prepared.kind === "refused" ? prepared : "fine"]).toEqual([id, "fine"]);
		expect([id, connections.carryOut(prepared)]).toEqual([id, undefined]);
	}
}

const states = (connections: AgentConnections): unknown =>
	Object.fromEntries(connections.agents().map(({ id, state, isOurs }) => [id, `${state} ${String(isOurs)}`]));
const each = (text: string): unknown => Object.fromEntries(IDS.map((id) => [id, text]));

describe("all agents in one home", { timeout: 30_000 }, () => {
	it.each([
		["messy files", 0, {}],
		["files that are messy in another way", 1, {}],
		["a third kind of mess, and no variable free", 2, TAKEN],
		["files that hold nothing, and no variable free", 4, TAKEN],
	])("are connected among %s, and put back to the last byte, mode and link", async (_, round, env) => {
		install();
		fill(round);
		taken = env;
		const before = picture();
		expect(states(open())).toEqual(each("notConnected false"));
		await all(open(), "connected");
		expect(states(open())).toEqual(each("connected true"));
		const connected = picture();
		await all(open(), "connected");
		expect(picture()).toEqual(connected);
		await all(open(), "disconnected");
		expect([picture(), states(open())]).toEqual([before, each("notConnected false")]);
	});

	it("make their files and folders where there are none, and leave none", async () => {
		install();
		taken = TAKEN;
		const before = picture();
		await all(open(), "connected");
		const files = usersFiles().filter((file) => !EXTRA.some((end) => file.endsWith(end)));
		expect(files.filter((file) => !existsSync(file) || (statSync(file).mode & 0o777) !== 0o600)).toEqual([]);
		await all(open(), "disconnected", IDS.toReversed());
		expect(picture()).toEqual(before);
	});

	it("are brought up to date after the bridge has moved, and put back all the same", async () => {
		install();
		fill(0);
		taken = TAKEN;
		const before = picture();
		await all(open("old-bridge"), "connected");
		const byFiles = IDS.filter((id) => id !== "claude-code");
		expect(states(open())).toEqual({ ...(each("outdated true") as object), "claude-code": "connected true" });
		await all(open(), "connected", byFiles);
		expect(states(open())).toEqual(each("connected true"));
		await all(open(), "disconnected");
		expect(picture()).toEqual(before);
	});

	it("give only ours up where every file has been written to since", async () => {
		install();
		fill(0);
		taken = TAKEN;
		await all(open(), "connected");
		const changed = usersFiles().map((file) => {
			const text = readFileSync(file, "utf8");
			writeFileSync(file, `${text}\n`);
			return file;
		});
		await all(open(), "disconnected");
		expect(states(open())).toEqual(each("notConnected false"));
		expect(changed.filter((file) => readFileSync(file, "utf8").includes("parley-bridge"))).toEqual([]);
		expect(Object.keys(picture()).filter((path) => path.includes("parley"))).toEqual([]);
	});
});
