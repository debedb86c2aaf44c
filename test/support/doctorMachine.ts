import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
	appendFileSync,
	chmodSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	realpathSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { sha256, stateFiles, thisMachine, userFiles, versionOf } from "../../src/agents/apply";
import { agentCatalogue } from "../../src/agents/catalogue";
import { AgentConnections } from "../../src/agents/connections";
import type { AgentId, Machine } from "../../src/agents/integration";
import { type AgentSource, sourceOf } from "../../src/doctor/agentFacts";
import { reportDocument } from "../../src/doctor/document";
import type { DoctorFacts } from "../../src/doctor/facts";
import type { Report, Row } from "../../src/doctor/report";
import { examineWith } from "../../src/doctor/windowDoctor";
import { type BridgeCommand, installBridge } from "../../src/node/installBridge";
import { processesOf } from "../../src/node/processes";
import { openStateFolder, type StateFolder } from "../../src/node/stateFolder";
import { parseRendezvous, type Rendezvous } from "../../src/wire/rendezvous";
import { english } from "../unit/ui/english";
import { LiveWindow } from "./liveWindow";
import { ManualSwitches } from "./manualSwitches";

const VERSION = "1.2.3";
export const NOW = 1_800_000_000_000;

/** The bundles as they ship; built once for all machines of a test file. */
export async function buildBundles(): Promise<string> {
	const dist = mkdtempSync(join(tmpdir(), "parley-dist-"));
	for (const [entry, name] of [
		["bridge/main.ts", "bridge.cjs"],
		["doctor/doctors.ts", "agents.cjs"],
	] as const) {
		await build({
			entryPoints: [join(import.meta.dirname, "../../src", entry)],
			outfile: join(dist, name),
			bundle: true,
			platform: "node",
			format: "cjs",
			target: "node20",
			minify: true,
			mainFields: ["module", "main"],
			logLevel: "warning",
		});
	}
	return dist;
}

/**
 * A machine with a window as it really is, Claude Code and Codex connected to it, and one terminal: real broker, real files,
 * the installed launcher, real processes. Agents are programs that tell their version.
 */
export class DoctorMachine {
	readonly base = realpathSync(mkdtempSync(join(tmpdir(), "parley-doctor-")));
	readonly home = join(this.base, "home");
	readonly state: StateFolder;
	readonly bridge: BridgeCommand;
	readonly connections: AgentConnections;
	readonly switches = new ManualSwitches();
	/** What a test changes of what the window knows. */
	change: Partial<DoctorFacts> = {};
	readonly #dist: string;
	readonly #machine: Machine;
	readonly #shells: ChildProcess[] = [];
	#window: LiveWindow | undefined;

	private constructor(dist: string) {
		this.#dist = dist;
		mkdirSync(join(this.home, ".codex"), { recursive: true });
		mkdirSync(join(this.base, "programs"));
		this.state = openStateFolder(join(this.home, ".local/state/parley"));
		this.bridge = this.install(VERSION);
		this.#machine = { ...thisMachine, home: this.home, env: { PATH: join(this.base, "programs") } };
		this.program("claude", "2.1.332 (Claude Code)");
		this.program("codex", "codex-cli 0.171.0");
		this.connections = new AgentConnections({
			machine: this.#machine,
			files: userFiles,
			state: stateFiles(this.state.root),
			stateRoot: this.state.root,
			entry: this.bridge,
			version: VERSION,
			exclusively: (run) => run(),
			onSetAside: () => undefined,
			editor: "vscode",
			editors: () => [],
			hasPrompts: () => false,
			hash: sha256,
			integrations: this.#catalogue(),
			versionOf,
		});
	}

	static async open(dist: string): Promise<DoctorMachine> {
		const machine = new DoctorMachine(dist);
		machine.#window = await LiveWindow.open(machine.state);
		await machine.connect("claude-code");
		await machine.connect("codex");
		machine.trustHooks();
		await machine.openShell(machine.slot);
		return machine;
	}

	get window(): LiveWindow {
		if (this.#window === undefined) throw new Error("the window is not open");
		return this.#window;
	}

	get slot(): string {
		return this.window.path;
	}

	get codexConfig(): string {
		return join(this.home, ".codex/config.toml");
	}

	/** What the window has written for bridges. */
	get rendezvous(): Rendezvous {
		const window = parseRendezvous(readFileSync(this.slot, "utf8"));
		if (window === undefined) throw new Error("no rendezvous");
		return window;
	}

	install(version: string): BridgeCommand {
		const node = { editor: "vscode", path: process.execPath, isElectron: false };
		const source = { file: join(this.#dist, "bridge.cjs"), doctor: join(this.#dist, "agents.cjs"), version, node };
		return installBridge(this.state, { ...source, now: NOW }, process.platform);
	}

	/** An agent's program that tells its version. */
	program(name: string, version: string): void {
		const path = join(this.base, "programs", name);
		writeFileSync(path, `#!/bin/sh\necho '${version}'\n`);
		chmodSync(path, 0o755);
	}

	async connect(agent: AgentId): Promise<void> {
		const refusal = this.connections.carryOut(await this.connections.prepare(agent, "connected"));
		if (refusal !== undefined) throw new Error(`${agent}: ${refusal.kind}`);
	}

	/** What Codex writes when its user trusts the hooks: all of them are the first of their event here. */
	trustHooks(): void {
		const hooks = join(this.home, ".codex/hooks.json");
		const events = Object.keys((JSON.parse(readFileSync(hooks, "utf8")) as { readonly hooks: object }).hooks);
		const keys = events.map((event) => event.replace(/(?<=[a-z])[A-Z]/g, "_$&").toLowerCase());
		const trusted = keys.map((key) => `\n[hooks.state."${hooks}:${key}:0:0"]\ntrusted_hash = "sha256:0"\n`);
		appendFileSync(this.codexConfig, trusted.join(""));
	}

	/** A terminal's shell, with or without the variables. */
	async openShell(window: string | undefined): Promise<void> {
		const agents = Object.fromEntries(this.connections.variables().map(({ variable, value }) => [variable, value]));
		const env = window === undefined ? {} : { ...agents, PARLEY_WINDOW: window };
		const shell = spawn("/bin/sleep", ["600"], { env, stdio: "ignore" });
		await once(shell, "spawn");
		this.#shells.push(shell);
	}

	/** The document of the whole report, as a person would copy it, without what differs from run to run. */
	async document(): Promise<string> {
		const report = await this.examine();
		const head = { version: VERSION, place: "a test", at: "2027-01-15T08:00:00.000Z" };
		return reportDocument(english, report, head, this.home)
			.replaceAll(this.base, "<base>")
			.replaceAll(process.execPath, "<node>")
			.replace(/port \d+/g, "port <port>")
			.replace(/in \d+ ms/g, "in <some> ms");
	}

	async rows(): Promise<readonly Row[]> {
		return (await this.examine()).sections.flatMap(({ rows }) => rows);
	}

	examine(): Promise<Report> {
		const { url, token, instance } = this.#known();
		const variables = this.connections.variables();
		return examineWith(
			english,
			{
				version: VERSION,
				dist: this.#dist,
				platform: process.platform,
				now: NOW,
				presence: { kind: "running" },
				place: { state: this.state, slot: this.slot, instance, bridge: this.bridge },
				broker: { url, token },
				terminals: {
					isIntegrated: true,
					variables: [{ variable: "PARLEY_WINDOW", how: "set", value: this.slot }, ...variables],
					shells: this.#shells.flatMap(({ pid }) => pid ?? []),
					processes: processesOf(process.platform),
				},
				sessions: [],
				switches: this.switches,
				lastHandshake: () => NOW - 180_000,
				lastCall: () => undefined,
				...this.change,
			},
			this.#source(),
		);
	}

	/** As the window knew it before a test put something else in its place. */
	remember(): Rendezvous {
		this.#remembered = this.rendezvous;
		return this.#remembered;
	}

	async dispose(): Promise<void> {
		for (const shell of this.#shells) shell.kill("SIGKILL");
		await this.#window?.dispose().catch(() => undefined);
		chmodSync(this.state.root, 0o700);
		rmSync(this.base, { recursive: true, force: true });
	}

	#remembered: Rendezvous | undefined;

	#known(): Rendezvous {
		return this.#remembered ?? this.rendezvous;
	}

	#source(): AgentSource {
		return sourceOf(this.connections, this.#catalogue(), this.#machine, this.state.root, this.bridge);
	}

	#catalogue(): ReturnType<typeof agentCatalogue> {
		return agentCatalogue().filter(({ id }) => id === "claude-code" || id === "codex" || id === "pi");
	}
}
