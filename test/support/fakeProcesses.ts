import type { Processes } from "../../src/node/processes";

export interface FakeProcess {
	readonly parent: number;
	readonly cwd: string;
	/** Its side of a connection and the peer's. */
	readonly ports?: readonly [number, number];
	readonly hasTerminal?: boolean;
	readonly startedAt?: number;
	readonly command?: readonly string[];
	readonly variables?: Readonly<Record<string, string>>;
}

/** A process table that a test writes. */
export class FakeProcesses implements Processes {
	readonly #table = new Map<number, FakeProcess>();

	/** Adds it, or replaces it. */
	add(pid: number, process: FakeProcess): void {
		this.#table.set(pid, process);
	}

	ownsConnection(pid: number, port: number, peerPort: number): Promise<boolean> {
		const [own, peer] = this.#table.get(pid)?.ports ?? [];
		return Promise.resolve(own === port && peer === peerPort);
	}

	ancestry(pid: number): Promise<readonly number[]> {
		const chain: number[] = [];
		for (let next = this.#table.has(pid) ? pid : 0; next > 0; next = this.#table.get(next)?.parent ?? 0)
			chain.push(next);
		return Promise.resolve(chain);
	}

	cwd(pid: number): Promise<string | undefined> {
		return Promise.resolve(this.#table.get(pid)?.cwd);
	}

	variable(pid: number, name: string): Promise<string | undefined> {
		return Promise.resolve(this.#table.get(pid)?.variables?.[name]);
	}

	isDaemon(pid: number): Promise<boolean> {
		return Promise.resolve(this.#table.get(pid)?.hasTerminal === false);
	}

	inTerminal(): Promise<readonly { readonly pid: number; readonly startedAt: number }[]> {
		const all = [...this.#table].filter(([, process]) => process.hasTerminal !== false);
		return Promise.resolve(all.map(([pid, { startedAt = pid }]) => ({ pid, startedAt })));
	}

	command(pid: number): Promise<readonly string[]> {
		return Promise.resolve(this.#table.get(pid)?.command ?? []);
	}
}
