import { closeSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { basename } from "node:path";
import { bootId, isSameBoot } from "./bootId";
import { isRunning } from "./isRunning";

/** How long to wait for another window. A holder needs milliseconds; the extension host must not stand still for longer. */
const PATIENCE_MS = 100;
const RETRY_MS = 2;
/** A lock this old was left behind, or its holder is stopped, whoever that is: its id may be another process's by now. */
const ABANDONED_MS = 10_000;

/** Another process holds the lock and does not release it. */
export class LockBusy extends Error {
	override readonly name = "LockBusy";
}

/**
 * A lock between the windows of a user, held by a file that names its process and the boot of the machine. It is taken
 * from a process that is gone. Synchronous, like the short read-change-write that it guards; it cannot be nested.
 */
export class FileLock {
	readonly #path: string;

	constructor(path: string) {
		this.#path = path;
	}

	/** Throws {@link LockBusy}, and what `run` throws. */
	hold<T>(run: () => T): T {
		this.#take();
		try {
			return run();
		} finally {
			rmSync(this.#path, { force: true });
		}
	}

	#take(): void {
		const until = performance.now() + PATIENCE_MS;
		while (!create(this.#path)) {
			if (performance.now() > until) throw new LockBusy(`another window holds ${basename(this.#path)}`);
			if (isAbandoned(this.#path)) this.#break();
			else sleep(RETRY_MS);
		}
	}

	/**
	 * Under a second lock: of two processes that saw the same abandoned lock, the slower one must not remove the fresh lock
	 * of the faster one.
	 */
	#break(): void {
		const breaking = `${this.#path}.break`;
		if (create(breaking)) {
			if (isAbandoned(this.#path)) rmSync(this.#path, { force: true });
			rmSync(breaking, { force: true });
		} else if (isAbandoned(breaking)) rmSync(breaking, { force: true });
		else sleep(RETRY_MS);
	}
}

/** False: it exists. Where it cannot be written, as on a full disk, none is left behind. */
function create(path: string): boolean {
	const file = openNew(path);
	if (file === undefined) return false;
	try {
		writeFileSync(file, JSON.stringify({ pid: process.pid, bootId: bootId(), host: hostname() }));
		return true;
	} catch (error) {
		rmSync(path, { force: true });
		throw error;
	} finally {
		closeSync(file);
	}
}

function openNew(path: string): number | undefined {
	try {
		return openSync(path, "wx", 0o600);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "EEXIST") return undefined;
		throw error;
	}
}

function isAbandoned(path: string): boolean {
	try {
		if (Date.now() - statSync(path).mtimeMs > ABANDONED_MS) return true;
		const { pid, bootId: boot, host } = JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>;
		// Of another machine's or container's processes nothing can be said.
		if (host !== hostname()) return false;
		if (typeof boot === "string" && !isSameBoot(boot, bootId())) return true;
		return typeof pid === "number" && !isRunning(pid);
	} catch {
		// It has just been released, or it is just being written.
		return false;
	}
}

function sleep(ms: number): void {
	Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
