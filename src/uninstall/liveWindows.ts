import { hostname } from "node:os";
import { join } from "node:path";
import { bootId, isSameBoot } from "../node/bootId";
import { isRunning } from "../node/isRunning";
import { readSlot } from "../node/rendezvousRecord";
import { namesIn } from "./namesIn";

/** Whether a window has its place in the `run` folder. One of another machine counts: nobody can see from here that it went. */
export function hasLiveWindow(run: string): boolean {
	return namesIn(run).some((name) => {
		const { record } = readSlot(join(run, name));
		if (record === undefined || record.state === "freed") return false;
		const { host, bootId: boot, pid } = record.owner;
		return host !== hostname() || (isSameBoot(boot, bootId()) && isRunning(pid));
	});
}
