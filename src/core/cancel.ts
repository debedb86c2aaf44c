import type { Disposable } from "./lifetime";

/** Tells that a caller has gone or has taken its call back. It fires at most once. */
export interface CancelSignal {
	readonly isCancelled: boolean;
	/** Calls `listener` once on cancellation; at once if it has happened already. */
	onCancel(listener: () => void): Disposable;
}
