import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sha256, stateFiles, thisMachine, userFiles } from "../../../src/agents/apply";
import { agentCatalogue } from "../../../src/agents/catalogue";
import { AgentConnections } from "../../../src/agents/connections";
import { FileLock } from "../../../src/node/fileLock";

let root: string;
let state: string;
let aside: string[];
/** The editors that have the extension. */
let registered: Set<string>;

beforeEach(() => {
	root = mkdtempSync(join(tmpdir(), "parley-prompts-"));
	state = join(root, "state");
	aside = [];
	registered = new Set(["code", "cursor"]);
	for (const folder of [join(root, "home"), state, join(root, "bin")]) mkdirSync(folder);
	writeFileSync(join(root, "bin/claude"), "");
});
afterEach(() => rmSync(root, { recursive: true }));

/** One editor of the person's: what it does with the folder that all of them share. */
class Editor {
	wants = false;
	readonly connections: AgentConnections;

	constructor(name: string, version = "1.2.0") {
		const lock = new FileLock(join(state, "agents.lock"));
		this.connections = new AgentConnections({
			exclusively: (run) => lock.hold(run),
			onSetAside: (path) => void aside.push(path),
			editor: name,
			editors: () => [...registered],
			hasPrompts: (agent) => this.wants && agent === "claude-code",
			machine: { ...thisMachine, platform: "linux", home: join(root, "home"), env: { PATH: join(root, "bin") } },
			files: userFiles,
			state: stateFiles(state),
			stateRoot: state,
			entry: { command: join(state, "bin/parley-bridge"), args: [] },
			version,
			hash: sha256,
			integrations: agentCatalogue(),
			versionOf: () => Promise.resolve(undefined),
		});
	}

	/** As when its window starts, or the person turns the switch. */
	starts(wants: boolean): void {
		this.wants = wants;
		this.connections.updateFiles();
	}

	async connects(): Promise<void> {
		expect(this.connections.carryOut(await this.connections.prepare("claude-code", "connected"))).toBeUndefined();
	}
}

const hasHook = (): boolean =>
	readFileSync(join(state, "claude-plugin/hooks/hooks.json"), "utf8").includes("PermissionRequest");
const wishes = (): unknown => JSON.parse(readFileSync(join(state, "prompts.json"), "utf8"));

describe("the hooks for prompts that all editors of a person share", () => {
	it("stay while one of the editors wants them, and go with the last that did", async () => {
		const [code, cursor] = [new Editor("code"), new Editor("cursor")];
		await code.connects();
		const seen = [hasHook()];
		code.starts(true);
		seen.push(hasHook());
		cursor.starts(false);
		seen.push(hasHook());
		cursor.starts(true);
		code.starts(false);
		seen.push(hasHook());
		cursor.starts(false);
		expect([...seen, hasHook()]).toEqual([false, true, true, true, false]);
	});

	it("stay where another editor connects the agent anew", async () => {
		const [code, cursor] = [new Editor("code"), new Editor("cursor")];
		await code.connects();
		code.starts(true);
		await cursor.connects();
		expect(hasHook()).toBe(true);
	});

	it("are there at once where one that does not want them connects the agent for one that does", async () => {
		const [code, cursor] = [new Editor("code"), new Editor("cursor")];
		code.starts(true);
		await cursor.connects();
		const first = hasHook();
		await cursor.connections.prepare("claude-code", "disconnected").then((it) => cursor.connections.carryOut(it));
		code.starts(false);
		await cursor.connects();
		expect([first, hasHook(), wishes()]).toEqual([true, false, { v: 1, editors: {} }]);
	});

	it("are not kept by an editor that is uninstalled", async () => {
		const [code, cursor] = [new Editor("code"), new Editor("cursor")];
		await code.connects();
		code.starts(true);
		registered.delete("code");
		cursor.starts(false);
		expect([hasHook(), wishes()]).toEqual([false, { v: 1, editors: {} }]);
	});

	it("are those of its own editor too where nothing says that this one is registered", async () => {
		registered.clear();
		const code = new Editor("code");
		await code.connects();
		code.starts(true);
		expect(hasHook()).toBe(true);
	});

	it("are kept for an earlier version, which does not write them itself", async () => {
		const [code, cursor] = [new Editor("code", "1.3.0"), new Editor("cursor")];
		await code.connects();
		cursor.starts(true);
		const seen = [hasHook()];
		code.starts(false);
		expect([...seen, hasHook()]).toEqual([false, true]);
	});
});

describe("the document of what editors want", () => {
	it("is not begun where none wants any, and not written where it says so already", async () => {
		const code = new Editor("code");
		await code.connects();
		code.starts(false);
		const before = existsSync(join(state, "prompts.json"));
		code.starts(true);
		const { ino, mode } = statSync(join(state, "prompts.json"));
		code.starts(true);
		new Editor("cursor").starts(false);
		expect([before, statSync(join(state, "prompts.json")).ino, mode & 0o777]).toEqual([false, ino, 0o600]);
		expect(wishes()).toEqual({ v: 1, editors: { code: ["claude-code"] } });
	});

	it.each([
		"{",
		"null",
		'{"v":2,"editors":{}}',
		'{"v":1,"editors":[]}',
		'{"v":1,"editors":{"code":"all"}}',
		'{"v":1,"editors":{"code":[1]}}',
	])("is set aside, once, where it makes no sense: %s", async (text) => {
		const code = new Editor("code");
		await code.connects();
		writeFileSync(join(state, "prompts.json"), text);
		code.starts(true);
		code.starts(true);
		expect([hasHook(), aside]).toEqual([true, [join(state, "prompts.json.corrupt")]]);
	});

	it("changes nothing where it cannot be read, but lets the agent be disconnected", async () => {
		const code = new Editor("code");
		await code.connects();
		code.starts(true);
		const file = join(state, "prompts.json");
		rmSync(file);
		symlinkSync(file, file);
		expect(() => code.starts(false)).toThrow("ELOOP");
		expect(hasHook()).toBe(true);
		const { connections } = code;
		expect(connections.carryOut(await connections.prepare("claude-code", "disconnected"))).toBeUndefined();
	});

	it("keeps agents of later versions, and takes no editor's name for more than a name", () => {
		writeFileSync(join(state, "prompts.json"), '{"v":1,"editors":{"code":["later"],"__proto__":["claude-code"]}}');
		registered.add("__proto__");
		new Editor("cursor").starts(true);
		const editors = '{"code":["later"],"__proto__":["claude-code"],"cursor":["claude-code"]}';
		expect(wishes()).toEqual(JSON.parse(`{"v":1,"editors":${editors}}`));
	});
});
