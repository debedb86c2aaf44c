import { workspace } from "vscode";
import { Emitter, type Event } from "../core/events";
import { type Disposable, DisposableStore } from "../core/lifetime";
import { SECOND_MS, TIME_LIMIT_MS } from "../core/limits";
import { ATTENTION_MODES, SETTINGS } from "./settingKeys";

/** The present settings, read at each use. A value of a wrong kind counts as the default. */
export class Settings implements Disposable {
	readonly #changed = new Emitter<void>();
	readonly #owned = new DisposableStore();
	readonly onDidChange: Event<void> = this.#changed.event;

	constructor() {
		this.#owned.add(
			workspace.onDidChangeConfiguration((change) => {
				if (change.affectsConfiguration("parley")) this.#changed.fire();
			}),
		);
	}

	dispose(): void {
		this.#owned.dispose();
		this.#changed.dispose();
	}

	attention(): (typeof ATTENTION_MODES)[number] {
		const value = read(SETTINGS.attention);
		return ATTENTION_MODES.find((mode) => mode === value) ?? "notification";
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

	terminalIntegration(): boolean {
		return read(SETTINGS.terminalIntegration) !== false;
	}

	attachOutsideTerminals(): boolean {
		return read(SETTINGS.attachOutsideTerminals) === true;
	}
}

function read(key: string): unknown {
	return workspace.getConfiguration().get<unknown>(key);
}
