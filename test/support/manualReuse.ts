import { Emitter } from "../../src/core/events";

/** The setting that lets answers be used again, which the test turns. */
export class ManualReuse {
	readonly #changed = new Emitter<void>();
	readonly onDidChange = this.#changed.event;
	#isOn = false;

	historyReuse(): boolean {
		return this.#isOn;
	}

	turn(isOn: boolean): void {
		this.#isOn = isOn;
		this.#changed.fire();
	}
}

/** The setting as it is where nobody has touched it. */
export const NEVER_REUSED = {
	onDidChange: () => ({ dispose: () => undefined }),
	historyReuse: () => false,
};
