import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { BRIDGE_PROTOCOL } from "../wire/protocol";
import { launcherText } from "./installBridgeLauncher";
import { replaceFile } from "./replaceFile";
import type { StateFolder } from "./stateFolder";

const VERSION_FILE = "version.json";

/** The program that this editor's extensions run on. */
export interface EditorNode {
	/** Names the editor among those of this user, "vscode-insiders"; letters, digits, dots, dashes. */
	readonly editor: string;
	/** `process.execPath` of the extension host. */
	readonly path: string;
	/** It is the editor itself and runs as Node only when told to. */
	readonly isElectron: boolean;
}

export interface BridgeSource {
	/** The bundle that came with this extension. */
	readonly file: string;
	/** The one that examines what can be seen from a shell, for `parley-bridge --check`. */
	readonly doctor: string;
	/** The version of this extension, "1.2.3". */
	readonly version: string;
	readonly node: EditorNode;
	/** Milliseconds since the epoch. */
	readonly now: number;
}

/** How an agent's entry starts the bridge, without a shell; the bridge's own arguments go behind `args`. */
export interface BridgeCommand {
	readonly command: string;
	readonly args: readonly string[];
	readonly env?: Readonly<Record<string, string>>;
}

/**
 * Puts bridge and launcher into the state folder unless newer ones of another editor are there, and registers this
 * editor's Node. Throws when the folder cannot be written.
 */
export function installBridge(state: StateFolder, source: BridgeSource, platform: NodeJS.Platform): BridgeCommand {
	const bridge = join(state.bin, "bridge.cjs");
	const version = join(state.bin, VERSION_FILE);
	const ours = { protocol: BRIDGE_PROTOCOL, version: source.version };
	const launcher = join(state.bin, "parley-bridge");
	const there = readVersion(state);
	if (there === undefined || !isOlder(ours, there)) {
		replaceIfOther(bridge, readFileSync(source.file), 0o600);
		replaceIfOther(join(state.bin, "agents.cjs"), readFileSync(source.doctor), 0o600);
		if (platform !== "win32") replaceIfOther(launcher, Buffer.from(launcherText(state.bin)), 0o700);
		replaceIfOther(version, Buffer.from(JSON.stringify(ours)), 0o600);
	}
	register(state, source);
	return platform === "win32" ? windowsCommand(source.node, bridge) : { command: launcher, args: [] };
}

/** Windows starts no script without a shell, so entries there name the editor's program itself. */
function windowsCommand({ path, isElectron }: EditorNode, bridge: string): BridgeCommand {
	return { command: path, args: [bridge], ...(isElectron ? { env: { ELECTRON_RUN_AS_NODE: "1" } } : {}) };
}

/**
 * Three lines that the launcher reads: the program, how it becomes Node, and when it was registered, in seconds. The
 * fourth, the folder of the extension, tells at its end whether another editor still has one.
 */
function register(state: StateFolder, { file, node, now }: BridgeSource): void {
	const { editor, path, isElectron } = node;
	if (!/^[A-Za-z0-9][A-Za-z0-9.-]{0,63}$/.test(editor)) throw new Error(`not an editor's name: ${editor}`);
	if (path.includes("\n")) throw new Error("the editor's path has a line break, which the launcher cannot read");
	const lines = [path, isElectron ? "electron" : "node", Math.floor(now / 1_000), dirname(dirname(file))];
	replaceFile(join(state.nodes, editor), `${lines.join("\n")}\n`);
}

/** Of the bridge in a state folder. */
export interface BridgeVersion {
	readonly protocol: number;
	/** Of the extension that wrote it, "1.2.3". */
	readonly version: string;
}

/** Undefined where nothing says it. */
export function readVersion(state: StateFolder): BridgeVersion | undefined {
	try {
		const { protocol, version } = JSON.parse(readFileSync(join(state.bin, VERSION_FILE), "utf8")) as Partial<
			Record<string, unknown>
		>;
		return typeof protocol === "number" && typeof version === "string" ? { protocol, version } : undefined;
	} catch {
		return undefined;
	}
}

export function isOlder(ours: BridgeVersion, theirs: BridgeVersion): boolean {
	if (ours.protocol !== theirs.protocol) return ours.protocol < theirs.protocol;
	const [a, b] = [numbers(ours.version), numbers(theirs.version)];
	const at = a.findIndex((number, index) => number !== b[index]);
	return at >= 0 && (a[at] ?? 0) < (b[at] ?? 0);
}

/** Major, minor and patch; a pre-release counts as its release. */
function numbers(version: string): readonly number[] {
	const parts = version.split(/[.+-]/);
	return [0, 1, 2].map((index) => Number(parts[index]) || 0);
}

/** Agents may be starting the file right now: it is left alone where nothing would change. */
function replaceIfOther(path: string, content: Buffer, mode: number): void {
	if (!content.equals(readOrNothing(path))) replaceFile(path, content, mode);
}

function readOrNothing(path: string): Buffer {
	try {
		return readFileSync(path);
	} catch {
		return Buffer.alloc(0);
	}
}
