import {
	chmodSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	realpathSync,
	renameSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { dirname, extname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { sha256, stateFiles, thisMachine, userFiles } from "../../../src/agents/apply";
import { agentCatalogue } from "../../../src/agents/catalogue";
import { AgentConnections } from "../../../src/agents/connections";
import type { Machine, ServerEntry } from "../../../src/agents/integration";
import { bootId } from "../../../src/node/bootId";
import { FileLock } from "../../../src/node/fileLock";
import { installBridge } from "../../../src/node/installBridge";
import { noteText } from "../../../src/node/rendezvousRecord";
import { openStateFolder, type StateFolder } from "../../../src/node/stateFolder";
import { uninstall } from "../../../src/uninstall/uninstall";

const roots: string[] = [];
afterEach(() => {
	for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true });
});

/** What a person may have in a file of this kind before. */
const MESSY: Readonly<Record<string, string>> = {
	".json": '\uFEFF{\n\t// mine\r\n\t"a": [1, 2,],\n}',
	".toml": '# mine\r\n[a]\r\nb = "c" # why',
	".yaml": '# mine\na:\n    b: !!js "c"\n\n# the end',
	".yml": "# mine\n- id: a\n  config: !!js x\n",
	"": "option debug true # mine",
};

interface Stage {
	readonly home: string;
	readonly state: StateFolder;
	readonly connect: (entry: ServerEntry) => AgentConnections;
	/** Installs the extension in an editor and starts that. Gives the extension's folder. */
	readonly start: (editor: string, version?: string) => string;
	readonly uninstall: (extension: string) => Promise<void>;
	/** Each file of the person's and its bytes. */
	readonly files: () => Readonly<Record<string, string>>;
}

/** A person's home with a messy file for every agent, and the state folder beside it. Only the home is not this machine's. */
function stage(): Stage {
	const root = realpathSync(mkdtempSync(join(tmpdir(), "parley-uninstall-")));
	roots.push(root);
	const home = join(root, "home");
	const machine: Machine = { ...thisMachine, platform: "linux", home, env: {} };
	for (const { way } of agentCatalogue()) {
		for (const part of way.kind === "file" ? [way, ...(way.also ?? [])] : []) {
			const path = part.path(machine);
			const text = MESSY[extname(path)];
			mkdirSync(dirname(path), { recursive: true });
			if (text !== undefined && part.plan(text, entryIn(join(root, "state/bin")), "connected").kind === "write") {
				writeFileSync(path, text);
			}
		}
	}
	const state = openStateFolder(join(root, "state"));
	const lock = new FileLock(join(state.root, "agents.lock"));
	const connect = (entry: ServerEntry): AgentConnections =>
		new AgentConnections({
			entry,
			machine,
			exclusively: (run) => lock.hold(run),
			onSetAside: () => undefined,
			editor: "vscode",
			editors: () => [],
			hasPrompts: () => false,
			files: userFiles,
			state: stateFiles(state.root),
			stateRoot: state.root,
			version: "1.0.0",
			hash: sha256,
			integrations: agentCatalogue(),
			versionOf: () => Promise.resolve(undefined),
		});
	return {
		home,
		state,
		connect,
		start(editor, version = "1.0.0") {
			const extension = join(root, editor, "extensions", `parley-dev.parley-${version}`);
			mkdirSync(join(extension, "dist"), { recursive: true });
			for (const name of ["bridge.cjs", "agents.cjs"]) writeFileSync(join(extension, "dist", name), "");
			const node = { editor, path: process.execPath, isElectron: false };
			const [file, doctor] = ["bridge.cjs", "agents.cjs"].map((name) => join(extension, "dist", name)) as [
				string,
				string,
			];
			installBridge(state, { file, doctor, version, node, now: 1_000_000 }, "linux");
			return extension;
		},
		uninstall: (extension) => uninstall({ state, platform: "linux", extension, execPath: "/editor", connect }),
		files: () => filesIn(home),
	};
}

const entryIn = (bin: string): ServerEntry => ({ command: join(bin, "parley-bridge"), args: [] });

async function connectAll({ connect, state }: Stage, only: (id: string) => boolean = () => true): Promise<void> {
	const connections = connect(entryIn(state.bin));
	for (const { id } of connections.agents().filter((agent) => only(agent.id))) {
		const prepared = await connections.prepare(id, "connected");
		expect([id, prepared.kind]).toEqual([id, expect.stringMatching(/^(?:edit|variables)$/)]);
		expect(connections.carryOut(prepared)).toBeUndefined();
	}
}

const some = (id: string): boolean => ["claude-code", "goose", "hermes", "grok"].includes(id);

function filesIn(folder: string): Record<string, string> {
	return Object.fromEntries(
		readdirSync(folder, { recursive: true, withFileTypes: true })
			.filter((file) => file.isFile())
			.map((file) => join(file.parentPath, file.name))
			.map((path) => [path, readFileSync(path, "latin1")]),
	);
}

describe("uninstalling the extension from the last editor", { timeout: 30_000 }, () => {
	it("gives every file of the person's back byte for byte, and leaves nothing of its own", async () => {
		const here = stage();
		const before = here.files();
		const extension = here.start("vscode");
		await connectAll(here);
		expect(Object.entries(here.files()).filter(([path, text]) => before[path] === text)).toEqual([]);
		writeFileSync(join(here.state.run, "empty-0.json"), freed());
		writeFileSync(join(here.state.approvals, "empty.json"), "{}");
		writeFileSync(join(here.state.waiting, "empty-1.json"), "{}");
		for (const name of ["handshakes.json", "prompts.json", "prompts.json.corrupt"]) {
			writeFileSync(join(here.state.root, name), "{}");
		}
		await here.uninstall(extension);
		expect(here.files()).toEqual(before);
		expect(existsSync(here.state.root)).toBe(false);
	});

	it("keeps the history, and files that it does not know", async () => {
		const here = stage();
		const extension = here.start("vscode");
		writeFileSync(join(here.state.history, "empty.json"), "{}");
		writeFileSync(join(here.state.root, "mine.txt"), "");
		await here.uninstall(extension);
		expect(readdirSync(here.state.root).sort()).toEqual(["history", "mine.txt"]);
	});

	it("takes out only its own where others have written since", async () => {
		const here = stage();
		const extension = here.start("vscode");
		await connectAll(here, some);
		const file = join(here.home, ".hermes/config.yaml");
		writeFileSync(file, `${readFileSync(file, "utf8")}\nlater: 1\n`);
		await here.uninstall(extension);
		expect(readFileSync(file, "utf8")).toBe(`${MESSY[".yaml"] ?? ""}\nlater: 1\n`);
		expect(existsSync(here.state.root)).toBe(false);
	});

	it("counts an editor no more that was removed with its extensions", async () => {
		const here = stage();
		rmSync(dirname(here.start("other")), { recursive: true });
		await here.uninstall(here.start("vscode"));
		expect(existsSync(here.state.root)).toBe(false);
	});

	it("knows the editor by its folder of extensions, whatever version ran there last", async () => {
		const here = stage();
		const old = here.start("vscode");
		const extension = join(dirname(old), "parley-dev.parley-1.1.0");
		renameSync(old, extension);
		await here.uninstall(extension);
		expect(existsSync(here.state.root)).toBe(false);
	});
});

describe("uninstalling the extension while somebody else has it", () => {
	it("undoes nothing, and takes only that editor out", async () => {
		const here = stage();
		const extension = here.start("vscode");
		here.start("other");
		await connectAll(here, some);
		const [home, state] = [here.files(), filesIn(here.state.root)];
		await here.uninstall(extension);
		const rest = Object.entries(state).filter(([path]) => path !== join(here.state.nodes, "vscode"));
		expect([here.files(), filesIn(here.state.root)]).toEqual([home, Object.fromEntries(rest)]);
	});

	it("undoes all when the last one goes", async () => {
		const here = stage();
		const before = here.files();
		const [first, second] = [here.start("vscode"), here.start("other")];
		await connectAll(here, some);
		await here.uninstall(first);
		await here.uninstall(second);
		expect([here.files(), existsSync(here.state.root)]).toEqual([before, false]);
	});

	it("undoes nothing where the other editor has a version that has not run yet", async () => {
		const here = stage();
		const other = here.start("other");
		renameSync(other, join(dirname(other), "parley-dev.parley-1.1.0"));
		await here.uninstall(here.start("vscode"));
		expect(existsSync(join(here.state.bin, "parley-bridge"))).toBe(true);
	});

	it.each([
		["lives", claimed(process.pid, hostname())],
		["is on another machine", claimed(1, "elsewhere")],
	])("undoes nothing while a window %s", async (_, slot) => {
		const here = stage();
		writeFileSync(join(here.state.run, "empty-0.json"), slot);
		await here.uninstall(here.start("vscode"));
		expect(existsSync(join(here.state.bin, "parley-bridge"))).toBe(true);
	});
});

describe("what cannot be put back", () => {
	it("stays with the bridge that it starts, and is written down", async () => {
		const here = stage();
		const before = here.files();
		const extension = here.start("vscode");
		await connectAll(here, some);
		const [broken, readOnly] = [join(here.home, ".hermes/config.yaml"), join(here.home, ".config/goose/config.yaml")];
		writeFileSync(broken, `${readFileSync(broken, "utf8")}\n\t"`);
		chmodSync(readOnly, 0o444);
		const [brokenText, readOnlyText] = [broken, readOnly].map((file) => readFileSync(file, "latin1"));
		await here.uninstall(extension);
		expect(here.files()).toEqual({ ...before, [broken]: brokenText, [readOnly]: readOnlyText });
		expect(readdirSync(here.state.bin)).toContain("parley-bridge");
		expect(existsSync(here.state.approvals)).toBe(false);
		const log = readFileSync(join(here.state.root, "uninstall.log"), "utf8");
		expect([log.includes(broken), log.includes(readOnly)]).toEqual([true, true]);
	});

	it("does not fail where the state folder is half gone or makes no sense", async () => {
		const here = stage();
		const extension = here.start("vscode");
		rmSync(here.state.run, { recursive: true });
		mkdirSync(join(here.state.nodes, "folder"));
		writeFileSync(join(here.state.root, "journal.json"), "nonsense");
		writeFileSync(join(here.state.root, "agents.json"), "nonsense");
		await here.uninstall(extension);
		expect(existsSync(here.state.root)).toBe(false);
	});
});

function freed(): string {
	return noteText("freed", { pid: process.pid, bootId: bootId(), host: hostname(), instance: "i" }, 1, 1);
}

function claimed(pid: number, host: string): string {
	return noteText("claimed", { pid, bootId: bootId(), host, instance: "i" }, 1, 1);
}
