import { hostname } from "node:os";
import { join } from "node:path";
import { bootId } from "../node/bootId";
import { isTaken } from "../node/rendezvousLiveness";
import { readSlot } from "../node/rendezvousRecord";
import { namesIn } from "./namesIn";

/** Whether a window has its place in the `run` folder. One of another machine counts: nobody can see from here that it went. */
export async function hasLiveWindow(run: string): Promise<boolean> {
	const here = { bootId: bootId(), host: hostname() };
	const records = namesIn(run).flatMap((name) => readSlot(join(run, name)).record ?? []);
	const taken = await Promise.all(records.map((record) => isTaken(record, here)));
	return taken.includes(true);
}
