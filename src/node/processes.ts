import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { readdir, readFile, readlink } from "node:fs/promises";

/** What the platform tells of other processes of this user. Of a process that is gone or closed to us: nothing. */
export interface Processes {
	/** Whether the process holds the side of a loopback TCP connection whose own port is `port`, its peer's `peerPort`. */
	ownsConnection(pid: number, port: number, peerPort: number): Promise<boolean>;
	/** The process itself, its parent and so on up to the first one. */
	ancestry(pid: number): Promise<readonly number[]>;
	/** The real path of its working directory. */
	cwd(pid: number): Promise<string | undefined>;
	/** A variable of the environment it was started with. */
	variable(pid: number, name: string): Promise<string | undefined>;
	/** Whether it leads a session without a terminal, whoever started it. */
	isDaemon(pid: number): Promise<boolean>;
	/** All processes that a terminal controls. `startedAt` is only to be compared with another one's. */
	inTerminal(): Promise<readonly { readonly pid: number; readonly startedAt: number }[]>;
	/** Its program and arguments. */
	command(pid: number): Promise<readonly string[]>;
}

/** Undefined where the platform has no way to find out. */
export function processesOf(platform: NodeJS.Platform): Processes | undefined {
	return platform === "linux" ? new ProcProcesses() : undefined;
}

/** When a process started, in clock ticks since the machine did; undefined where the platform does not tell. */
export function startOf(pid: number): Promise<number | undefined> {
	return Promise.resolve(statOf(pid)?.startedAt);
}

/** A chain this long is a loop: ids are reused while it is read. */
const ANCESTRY_MAX = 64;

/** Linux `/proc`. */
class ProcProcesses implements Processes {
	ownsConnection(pid: number, port: number, peerPort: number): Promise<boolean> {
		const inode = socketInode(port, peerPort);
		return Promise.resolve(inode !== undefined && socketsOf(pid).includes(`socket:[${inode}]`));
	}

	ancestry(pid: number): Promise<readonly number[]> {
		const chain: number[] = [];
		for (let next = pid; next > 0 && chain.length < ANCESTRY_MAX;) {
			const stat = statOf(next);
			if (stat === undefined) break;
			chain.push(next);
			next = stat.parent;
		}
		return Promise.resolve(chain);
	}

	cwd(pid: number): Promise<string | undefined> {
		return readlink(`/proc/${pid}/cwd`).catch(() => undefined);
	}

	async variable(pid: number, name: string): Promise<string | undefined> {
		const environment = await readFile(`/proc/${pid}/environ`, "utf8").catch(() => "");
		const entry = environment.split("\0").find((each) => each.startsWith(`${name}=`));
		return entry?.slice(name.length + 1);
	}

	isDaemon(pid: number): Promise<boolean> {
		const stat = statOf(pid);
		return Promise.resolve(stat !== undefined && !stat.hasTerminal && stat.session === pid);
	}

	async inTerminal(): Promise<readonly { readonly pid: number; readonly startedAt: number }[]> {
		const pids = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number);
		const stats = await Promise.all(
			pids.map(async (pid) => ({
				pid,
				stat: parsed(await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined)),
			})),
		);
		return stats.flatMap(({ pid, stat }) => (stat?.hasTerminal === true ? [{ pid, startedAt: stat.startedAt }] : []));
	}

	command(pid: number): Promise<readonly string[]> {
		return Promise.resolve((readNow(`/proc/${pid}/cmdline`) ?? "").split("\0").slice(0, -1));
	}
}

/** The inode of the socket with that own and that peer's port on 127.0.0.1. */
function socketInode(port: number, peerPort: number): string | undefined {
	const [own, peer] = [hexPort(port), hexPort(peerPort)];
	// 127.0.0.1 in host byte order; the second form is the same address on an IPv6 socket.
	for (const [table, address] of [
		["tcp", "0100007F"],
		["tcp6", "0000000000000000FFFF00000100007F"],
	] as const) {
		const rows = readNow(`/proc/net/${table}`) ?? "";
		const row = rows.split("\n").find((each) => each.includes(` ${address}:${own} ${address}:${peer} `));
		if (row !== undefined) return row.trim().split(/\s+/)[9];
	}
	return undefined;
}

function hexPort(port: number): string {
	return port.toString(16).toUpperCase().padStart(4, "0");
}

/** What the descriptors of the process point to. */
function socketsOf(pid: number): readonly string[] {
	const folder = `/proc/${pid}/fd`;
	try {
		return readdirSync(folder).map((each) => targetOf(`${folder}/${each}`));
	} catch {
		return [];
	}
}

function targetOf(link: string): string {
	try {
		return readlinkSync(link);
	} catch {
		return "";
	}
}

interface Stat {
	/** 0 for the first process. */
	readonly parent: number;
	/** The process that leads its session. */
	readonly session: number;
	readonly hasTerminal: boolean;
	/** In clock ticks since the machine started. */
	readonly startedAt: number;
}

function statOf(pid: number): Stat | undefined {
	return parsed(readNow(`/proc/${pid}/stat`));
}

/** The kernel answers from memory within microseconds, which is less than it takes to ask it on another thread. */
function readNow(path: string): string | undefined {
	try {
		return readFileSync(path, "utf8");
	} catch {
		return undefined;
	}
}

function parsed(stat: string | undefined): Stat | undefined {
	// The name before them is in brackets and can hold anything, brackets and spaces too. The state is the first field.
	const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
	if (fields === undefined) return undefined;
	const field = (index: number): number => Number(fields[index]);
	return { parent: field(1), session: field(3), hasTerminal: field(4) !== 0, startedAt: field(19) };
}
