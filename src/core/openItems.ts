import type { CancelSignal } from "./cancel";
import type { Changes } from "./changes";
import type { Call } from "./clarifications";
import type { Clock } from "./clock";
import { afterSleep, type Deadline, resumed, setBack } from "./deadlines";
import { Emitter } from "./events";
import type { Disposable } from "./lifetime";
import { READOPTION_MS } from "./limits";
import type { Session } from "./sessions";
import type { Gap, Timed, WaitingClock } from "./waitingClock";

/** What of a question or an approval its waiting is made of. */
interface OpenItem extends Deadline {
	readonly id: string;
	readonly session: Session;
	readonly askedAt: number;
	readonly state: "waiting" | "reconnecting";
}

interface OpenItemsDeps<Item, Outcome, Result> {
	readonly clock: Clock;
	readonly waitingClock: WaitingClock;
	readonly changes: Changes;
	/** How an item ends that nobody settles. */
	unsettled(item: Item, why: "timeout" | "cancelled"): Outcome;
	/** An item closes, as a step of the change of its session: what its calls get. */
	close(item: Item, callKey: string, outcome: Outcome): Result;
}

/** An open item as its session's document holds it. */
interface KeptItem<Item> {
	readonly item: Item;
	readonly callKey: string;
	/** What remained of its time when it was stored: the time until its agent is back does not count. */
	readonly remainingMs: number;
}

interface Entry<Item, Result> {
	item: Item;
	readonly callKey: string;
	/** The call that waits, and the same one sent again. */
	readonly calls: ((result: Result) => void)[];
	/** What is left of its time while it is `reconnecting`. */
	remainingMs: number;
	/** The listener on its caller's signal; while the caller is away, the timer that waits for its return. */
	caller: Disposable | undefined;
}

/** What waits for the person, from asking to the first settling: callers, clock and sleep. */
export class OpenItems<Item extends OpenItem, Outcome, Result> implements Timed, Disposable {
	readonly #deps: OpenItemsDeps<Item, Outcome, Result>;
	readonly #entries = new Map<string, Entry<Item, Result>>();
	readonly #bySession = new Map<string, Set<Entry<Item, Result>>>();
	/** Undefined: to be made anew. */
	#all: readonly Item[] | undefined;
	#isListening = false;
	readonly #changed = new Emitter<void>();
	readonly #asked = new Emitter<Item>();
	readonly #settled = new Emitter<{ item: Item; outcome: Outcome }>();
	/** For whoever changes what surfaces see of these items. */
	readonly announce = (): void => this.#changed.fire();
	readonly onDidChange = this.#changed.event;
	readonly onDidAsk = this.#asked.event;
	readonly onDidSettle = this.#settled.event;

	constructor(deps: OpenItemsDeps<Item, Outcome, Result>) {
		this.#deps = deps;
		deps.waitingClock.add(this);
	}

	/** Oldest first. */
	get all(): readonly Item[] {
		this.#all ??= [...this.#entries.values()].map(({ item }) => item).sort((a, b) => a.askedAt - b.askedAt);
		return this.#all;
	}

	get isWaiting(): boolean {
		for (const { item } of this.#entries.values()) if (item.state === "waiting") return true;
		return false;
	}

	get nextDeadline(): number | undefined {
		const deadlines = this.#waiting.map(({ item }) => item.deadline);
		return deadlines.length === 0 ? undefined : Math.min(...deadlines);
	}

	find(id: string): Item | undefined {
		return this.#entries.get(id)?.item;
	}

	of(session: Session): readonly Item[] {
		return this.#entriesOf(session.id).map(({ item }) => item);
	}

	ask(item: Item, call: Call): Promise<Result> {
		const { changes, waitingClock } = this.#deps;
		waitingClock.look();
		const entry: Entry<Item, Result> = { item, callKey: call.key, calls: [], remainingMs: 0, caller: undefined };
		const settled = settling(entry);
		changes.apply(item.session.id, () => {
			this.#add(entry);
			this.#attach(entry, call.signal);
			waitingClock.aimAt(item.deadline);
			changes.after(this.announce);
			changes.after(() => this.#asked.fire(entry.item));
		});
		return settled;
	}

	/** The same call is sent again: its item has its caller back. Undefined: nothing is open under that key. */
	join(session: Session, call: Call): Promise<Result> | undefined {
		const entry = this.#entriesOf(session.id).find(({ callKey }) => callKey === call.key);
		if (entry === undefined) return undefined;
		const { clock, changes, waitingClock } = this.#deps;
		const settled = settling(entry);
		changes.apply(session.id, () => {
			if (entry.item.state === "reconnecting") {
				waitingClock.look();
				const { remainingMs } = entry;
				this.#change(entry, (item) => ({ ...item, ...resumed(item, clock.now(), remainingMs), state: "waiting" }));
			}
			this.#attach(entry, call.signal);
			waitingClock.aim();
		});
		return settled;
	}

	/** Nothing happens to an item that is no longer open. */
	edit(id: string, change: (item: Item) => Item): void {
		const entry = this.#entries.get(id);
		if (entry !== undefined) this.#change(entry, change);
	}

	/** The first one wins: nothing happens to an item that is no longer open. It stands even if it cannot be saved. */
	settle(id: string, outcome: Outcome): void {
		const entry = this.#entries.get(id);
		if (entry === undefined) return;
		this.#deps.changes.apply(entry.item.session.id, () => this.#settle(entry, outcome));
	}

	/** The same, but the item stays open where it cannot be saved: throws the store's error then. */
	settleSaved(id: string, outcome: Outcome): void {
		const entry = this.#entries.get(id);
		if (entry === undefined) return;
		this.#deps.changes.applySaved(entry.item.session.id, () => this.#settle(entry, outcome));
	}

	cancel(session: Session): void {
		for (const entry of this.#entriesOf(session.id)) this.#cancel(entry);
	}

	/**
	 * As a step of a change: the session's process has a new connection. What `keeps` says of a call tells whether it will
	 * be sent again; undefined: it went over no connection of that process.
	 */
	callerReturns(session: Session, keeps: (callKey: string, item: Item) => boolean | undefined): void {
		for (const entry of this.#entriesOf(session.id)) {
			const isKept = keeps(entry.callKey, entry.item);
			if (isKept === true) this.#reconnect(entry);
			else if (isKept === false) this.#cancel(entry);
		}
	}

	/** From now on agents can come back: what does not within 20 s is cancelled. */
	listening(): void {
		this.#isListening = true;
		for (const entry of this.#entries.values()) this.#awaitCaller(entry);
	}

	/** As its document holds them, oldest first. */
	kept(sessionId: string): readonly KeptItem<Item>[] {
		const now = this.#deps.clock.now();
		return this.#entriesOf(sessionId).map(({ item, callKey, remainingMs }) => {
			return { item, callKey, remainingMs: item.state === "waiting" ? item.deadline - now : remainingMs };
		});
	}

	/** Puts back what was open; its state is `reconnecting`. */
	restore({ item, callKey, remainingMs }: KeptItem<Item>): void {
		this.#add({ item, callKey, calls: [], remainingMs, caller: undefined });
	}

	onGap(gap: Gap): void {
		const now = this.#deps.clock.now();
		const correct = (from: Deadline): Deadline =>
			gap.kind === "slept" ? afterSleep(from, now) : setBack(from, gap.byMs);
		for (const entry of this.#waiting) this.#change(entry, (item) => ({ ...item, ...correct(item) }));
	}

	onTick(): void {
		const now = this.#deps.clock.now();
		for (const { item } of this.#waiting) {
			if (item.deadline <= now) this.settle(item.id, this.#deps.unsettled(item, "timeout"));
		}
	}

	/** Nothing is listened to any more; what is open stays as it is, and its calls unsettled. */
	dispose(): void {
		for (const entry of this.#entries.values()) entry.caller?.dispose();
	}

	get #waiting(): readonly Entry<Item, Result>[] {
		return [...this.#entries.values()].filter(({ item }) => item.state === "waiting");
	}

	#entriesOf(sessionId: string): readonly Entry<Item, Result>[] {
		return [...(this.#bySession.get(sessionId) ?? [])];
	}

	#add(entry: Entry<Item, Result>): void {
		const { id, session } = entry.item;
		const own = this.#bySession.get(session.id) ?? new Set();
		this.#bySession.set(session.id, own.add(entry));
		this.#entries.set(id, entry);
		this.#all = undefined;
	}

	#remove(entry: Entry<Item, Result>): void {
		const { id, session } = entry.item;
		const own = this.#bySession.get(session.id);
		own?.delete(entry);
		if (own?.size === 0) this.#bySession.delete(session.id);
		this.#entries.delete(id);
		this.#all = undefined;
	}

	#settle(entry: Entry<Item, Result>, outcome: Outcome): void {
		const { changes, waitingClock } = this.#deps;
		const { item, callKey } = entry;
		this.#remove(entry);
		changes.undo(() => this.#add(entry));
		const result = this.#deps.close(item, callKey, outcome);
		changes.after(() => {
			entry.caller?.dispose();
			waitingClock.relax();
			for (const resolve of entry.calls) resolve(result);
		});
		changes.after(this.announce);
		changes.after(() => this.#settled.fire({ item, outcome }));
	}

	#cancel(entry: Entry<Item, Result>): void {
		this.settle(entry.item.id, this.#deps.unsettled(entry.item, "cancelled"));
	}

	#reconnect(entry: Entry<Item, Result>): void {
		if (entry.item.state === "waiting") {
			// The old connection's signal says nothing about a call that is under way on the new one.
			const { clock, waitingClock } = this.#deps;
			waitingClock.look();
			entry.remainingMs = entry.item.deadline - clock.now();
			entry.caller?.dispose();
			entry.caller = undefined;
			this.#change(entry, (item) => ({ ...item, state: "reconnecting" }));
			waitingClock.aim();
		}
		this.#awaitCaller(entry);
	}

	#change(entry: Entry<Item, Result>, change: (item: Item) => Item): void {
		const { changes } = this.#deps;
		changes.apply(entry.item.session.id, () => {
			entry.item = change(entry.item);
			this.#all = undefined;
			changes.after(this.announce);
		});
	}

	/** A signal that has fired already cancels at once. */
	#attach(entry: Entry<Item, Result>, signal: CancelSignal): void {
		entry.caller?.dispose();
		entry.caller = signal.onCancel(() => this.#cancel(entry));
	}

	#awaitCaller(entry: Entry<Item, Result>): void {
		if (!this.#isListening || entry.caller !== undefined || entry.item.state === "waiting") return;
		entry.caller = this.#deps.clock.after(READOPTION_MS, () => this.#cancel(entry));
	}
}

function settling<Item, Result>(entry: Entry<Item, Result>): Promise<Result> {
	return new Promise((resolve) => entry.calls.push(resolve));
}
