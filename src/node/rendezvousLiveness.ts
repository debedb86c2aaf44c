import { isSameBoot } from "./bootId";
import { isRunning } from "./isRunning";
import { whoListens } from "./rendezvousHello";
import type { SlotOwner, SlotRecord } from "./rendezvousRecord";

/** A window that has claimed a slot and still does not listen after this time will not listen any more. */
const START_MS = 60_000;

/** The machine that asks. */
export type Here = Pick<SlotOwner, "bootId" | "host">;

/** Whether a slot's window is there. Of another machine's window that cannot be seen: it counts as there. */
export async function isTaken(record: SlotRecord, here: Here, now: number): Promise<boolean> {
	if (record.state === "freed") return false;
	if (record.owner.host !== here.host) return true;
	if (!isOwnerRunning(record, here)) return false;
	if (record.state !== "open") return now - record.at < START_MS;
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
