import { type TaskExecution, tasks } from "vscode";
import { type Disposable, DisposableStore } from "../core/lifetime";

/** The processes of this window's tasks. Of one that was running before Parley, VS Code does not tell. */
export class TaskProcesses implements Disposable {
	readonly #owned = new DisposableStore();
	readonly #running = new Map<TaskExecution, number>();

	constructor() {
		this.#owned.add(tasks.onDidStartTaskProcess(({ execution, processId }) => this.#running.set(execution, processId)));
		this.#owned.add(tasks.onDidEndTaskProcess(({ execution }) => this.#running.delete(execution)));
	}

	get all(): readonly number[] {
		return [...this.#running.values()];
	}

	dispose(): void {
		this.#owned.dispose();
	}
}
