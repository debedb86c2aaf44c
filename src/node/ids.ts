import { randomUUID } from "node:crypto";
import type { Ids } from "../core/ports";

/** Identifiers from the system's random source. */
export class RandomIds implements Ids {
	uuid(): string {
		return randomUUID();
	}
}
