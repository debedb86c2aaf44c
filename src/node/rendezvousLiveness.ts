import { isSameBoot } from "./bootId";
import { isRunning } from "./isRunning";
import { startOf } from "./processes";
import { whoListens } from "./rendezvousHello";
import type { SlotOwner, SlotRecord } from "./rendezvousRecord";

/** The machine that asks. */
export type Here = Pick<SlotOwner, "bootId" | "host">;

/**
 * Whether a slot's window is there. Of another machine's window that cannot be seen: it counts as there. So does one
 * that starts, as long as its process lives: it uses what is stored for the slot, also when its broker cannot listen.
 */
export async function isTaken(record: SlotRecord, here: Here): Promise<boolean> {
	if (record.state === "freed") return false;
	if (record.owner.host !== here.host) return true;
	if (!isOwnerRunning(record, here)) return false;
	if (record.state !== "open") return isOwnersProcess(record.owner);
	const listener = await whoListens(record.window);
	return listener === "window" || listener === "silent";
}

/** Whether a record may be deleted: its process was here and has gone, and nobody answers in its place. */
export async function isProvablyDead(record: SlotRecord, here: Here): Promise<boolean> {
	const { owner } = record;
	if (owner.host !== here.host || !isSameBoot(owner.bootId, here.bootId) || isRunning(owner.pid)) return false;
	return record.state !== "open" || (await whoListens(record.window)) === "nobody";
}

function isOwnerRunning({ owner }: SlotRecord, here: Here): boolean {
	return isSameBoot(owner.bootId, here.bootId) && isRunning(owner.pid);
}

/** Whether the process of that id is the owner itself, or may be: ids are used again. */
async function isOwnersProcess({ pid, processStart }: SlotOwner): Promise<boolean> {
	const start = await startOf(pid);
	return processStart === undefined || start === undefined || start === processStart;
}
