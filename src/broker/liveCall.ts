import type { Call } from "../core/clarifications";
import { CancelSource } from "./cancelSource";
import type { Exchange } from "./exchange";

/** A tool call that waits for the person, with the exchange that would carry its answer. */
export class LiveCall implements Call {
	readonly signal = new CancelSource();

	constructor(
		readonly key: string,
		readonly exchange: Exchange,
	) {}
}
