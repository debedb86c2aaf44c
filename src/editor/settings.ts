import { workspace } from "vscode";
import { type AgentSwitchboard, parseSwitches, unsetSwitches } from "../core/agentSwitches";
import { Emitter, type Event } from "../core/events";
import { type Disposable, DisposableStore } from "../core/lifetime";
import { SECOND_MS, TIME_LIMIT_MS } from "../core/limits";
import type { Log } from "../core/ports";
import { ATTENTION_MODES, SETTINGS } from "./settingKeys";

/** The present settings, read at each use. A value of a wrong kind counts as the default. */
export class Settings implements Disposable {
	readonly #log: Log;
	readonly #changed = new Emitter<void>();
	readonly #agentsChanged = new Emitter<void>();
	readonly #owned = new DisposableStore();
	readonly onDidChange: Event<void> = this.#changed.event;
	#hasLoggedAgents = false;

	/** What each agent is switched to. */
	readonly agents: AgentSwitchboard = {
		onDidChange: this.#agentsChanged.event,
		of: (agentId) => ({ ...unsetSwitches(agentId), ...this.#switches().get(agentId) }),
	};

	constructor(log: Log) {
		this.#log = log;
		this.#owned.add(
			workspace.onDidChangeConfiguration((change) => {
				if (!change.affectsConfiguration("parley")) return;
				this.#changed.fire();
				if (change.affectsConfiguration(SETTINGS.agents)) this.#agentsChanged.fire();
			}),
		);
	}

	dispose(): void {
		this.#owned.dispose();
		this.#changed.dispose();
		this.#agentsChanged.dispose();
	}

	attention(): (typeof ATTENTION_MODES)[number] {
		const value = read(SETTINGS.attention);
		return ATTENTION_MODES.find((mode) => mode === value) ?? "notification";
	}

	sound(): boolean {
		return read(SETTINGS.sound) === true;
	}

	/** How long a question waits, within the bounds of the setting. */
	timeLimitMs(): number {
		const seconds = read(SETTINGS.timeLimit);
		if (typeof seconds !== "number" || !Number.isFinite(seconds)) return TIME_LIMIT_MS.default;
		return Math.min(Math.max(seconds * SECOND_MS, TIME_LIMIT_MS.min), TIME_LIMIT_MS.max);
	}

	historyEnabled(): boolean {
		return read(SETTINGS.historyEnabled) !== false;
	}

	historyReuse(): boolean {
		return read(SETTINGS.historyReuse) === true;
	}

	terminalIntegration(): boolean {
		return read(SETTINGS.terminalIntegration) !== false;
	}

	attachOutsideTerminals(): boolean {
		return read(SETTINGS.attachOutsideTerminals) === true;
	}

	#switches(): ReturnType<typeof parseSwitches>["set"] {
		const { set, faults } = parseSwitches(read(SETTINGS.agents));
		if (faults.length > 0 && !this.#hasLoggedAgents) {
			this.#hasLoggedAgents = true;
			this.#log.warn(`the setting ${SETTINGS.agents} is followed as far as it makes sense: ${faults.join("; ")}`);
		}
		return set;
	}
}

function read(key: string): unknown {
	return workspace.getConfiguration().get<unknown>(key);
}
