import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { basename, join } from "node:path";
import { bootId } from "../../src/node/bootId";
import { claimSlot } from "../../src/node/rendezvous";
import type { SlotOwner } from "../../src/node/rendezvousRecord";
import type { Slot } from "../../src/node/rendezvousSlot";
import { openStateFolder, type StateFolder } from "../../src/node/stateFolder";
import { StubBroker } from "./stubBroker";

export const KEY = "0123456789abcdef";

export interface Claiming {
	readonly key?: string;
	readonly restored?: readonly string[];
	readonly owner?: SlotOwner;
}

/** Windows that share a state folder of their own, at a time that a test sets. */
export class SlotWindows {
	readonly base = realpathSync(mkdtempSync(join(tmpdir(), "parley-slots-")));
	readonly state: StateFolder = openStateFolder(join(this.base, "parley"));
	now = Date.UTC(2026, 0, 1);
	/** The names of the files that were set aside. */
	readonly setAside: string[] = [];
	readonly #brokers = new Set<StubBroker>();

	claim({ key = KEY, restored = [], owner = this.owner() }: Claiming = {}): Promise<Slot> {
		return claimSlot({
			state: this.state,
			workspaceKey: key,
			restored,
			owner,
			now: () => this.now,
			onSetAside: (path) => this.setAside.push(basename(path)),
		});
	}

	/** A window that has its slot and listens. */
	async open(claiming: Claiming = {}): Promise<{ slot: Slot; broker: StubBroker }> {
		const broker = await this.listen();
		const slot = await this.claim({
			...claiming,
			owner: { ...(claiming.owner ?? this.owner()), instance: broker.instance },
		});
		slot.publish({ url: broker.url, token: broker.token, folders: ["/folder"] });
		return { slot, broker };
	}

	owner(more: Partial<SlotOwner> = {}): SlotOwner {
		return { pid: process.pid, bootId: bootId(), host: hostname(), instance: randomUUID(), ...more };
	}

	async listen(): Promise<StubBroker> {
		const broker = await StubBroker.listen();
		this.#brokers.add(broker);
		return broker;
	}

	async close(broker: StubBroker): Promise<void> {
		this.#brokers.delete(broker);
		await broker.close();
	}

	/** Puts the file of a window with that broker into a slot. */
	write(
		slot: number,
		{ url, token, instance }: { readonly url: string; readonly token: string; readonly instance: string },
		more: Partial<SlotOwner> = {},
		key = KEY,
	): void {
		const window = { v: 1, url, token, folders: [], startedAt: this.now, ...this.owner({ instance, ...more }) };
		writeFileSync(join(this.state.run, `${key}-${slot}.json`), JSON.stringify(window), { mode: 0o600 });
	}

	/** What lies in the folder of the rendezvous files. */
	get files(): readonly string[] {
		return readdirSync(this.state.run).sort();
	}

	async dispose(): Promise<void> {
		for (const broker of this.#brokers) await broker.close();
		rmSync(this.base, { recursive: true, force: true });
	}
}

/** The process id of a process that has ended. */
export function deadPid(): number {
	return spawnSync(process.execPath, ["-e", ""]).pid;
}
