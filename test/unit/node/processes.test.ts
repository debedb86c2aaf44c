import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findPlace } from "../../../src/node/place";
import { processesOf } from "../../../src/node/processes";

/** Connects to 127.0.0.1 (or its IPv6 form) and stays; says its id. */
const CLIENT = `
	const [, port, host] = process.argv;
	require("node:net").connect({ host, port: Number(port) }, function () { this.write(String(process.pid)); }).on("error", () => {});
	setInterval(() => {}, 1000);`;

let folder: string;
let server: Server;
let children: ChildProcess[];

beforeEach(async () => {
	folder = realpathSync(mkdtempSync(join(tmpdir(), "parley (process) ")));
	server = createServer().listen(0);
	await once(server, "listening");
	children = [];
});

afterEach(() => {
	for (const child of children) child.kill("SIGKILL");
	server.close();
	rmSync(folder, { recursive: true });
});

test.each(["win32", "darwin", "freebsd"] as const)("%s has no check", (platform) => {
	expect(processesOf(platform)).toBeUndefined();
});

interface Connected {
	readonly pid: number;
	readonly claim: { agent: string; cwd: string; pid: number; remotePort: number; localPort: number };
}

/** A program that connected, started by `command` in the test's folder. */
async function connected(command: string, args: readonly string[]): Promise<Connected> {
	children.push(spawn(command, args, { cwd: folder, stdio: "ignore", env: { ...process.env, GIVEN: "a=b c" } }));
	const [socket] = (await once(server, "connection")) as [Socket];
	socket.on("error", () => undefined);
	const [text] = (await once(socket, "data")) as [Buffer];
	const pid = Number(text.toString());
	const { remotePort = 0, localPort = 0 } = socket;
	return { pid, claim: { agent: "pi", cwd: folder, pid, remotePort, localPort } };
}

function port(): string {
	const address = server.address();
	return String(typeof address === "object" && address !== null ? address.port : 0);
}

describe.runIf(process.platform === "linux")("on Linux", () => {
	const processes = processesOf("linux")!;

	test.each(["127.0.0.1", "::ffff:127.0.0.1"])(
		"the owner of a connection to %s is found, and nobody else",
		async (host) => {
			const { pid, claim } = await connected(process.execPath, ["-e", CLIENT, port(), host]);
			const { remotePort, localPort } = claim;
			expect(await processes.ownsConnection(pid, remotePort, localPort)).toBe(true);
			expect(await processes.ownsConnection(process.pid, remotePort, localPort)).toBe(false);
			expect(await processes.ownsConnection(pid, localPort, remotePort)).toBe(false);
			expect(await processes.ownsConnection(pid, remotePort, localPort + 1)).toBe(false);
		},
	);

	test("ancestry, working directory, environment and command are told", async () => {
		const { pid } = await connected(process.execPath, ["-e", CLIENT, port(), "127.0.0.1"]);
		const ancestry = await processes.ancestry(pid);
		expect(ancestry.slice(0, 2)).toEqual([pid, process.pid]);
		expect(ancestry.at(-1)).toBe(1);
		expect(await processes.cwd(pid)).toBe(folder);
		expect(await processes.variable(pid, "GIVEN")).toBe("a=b c");
		expect(await processes.variable(pid, "GIVE")).toBeUndefined();
		expect(await processes.command(pid)).toEqual([process.execPath, "-e", CLIENT, port(), "127.0.0.1"]);
	});

	test("a program whose name looks like the fields after it is read right", async () => {
		const named = `process.title = "a) S 1 (b"; ${CLIENT}`;
		const { pid } = await connected(process.execPath, ["-e", named, port(), "127.0.0.1"]);
		expect((await processes.ancestry(pid)).slice(0, 2)).toEqual([pid, process.pid]);
	});

	test("of a process that is gone nothing is told", async () => {
		const child = spawn(process.execPath, ["-e", ""]);
		await once(child, "exit");
		const gone = child.pid ?? 0;
		expect(await processes.ancestry(gone)).toEqual([]);
		expect(await processes.cwd(gone)).toBeUndefined();
		expect(await processes.variable(gone, "PATH")).toBeUndefined();
		expect(await processes.ownsConnection(gone, 1, 2)).toBe(false);
		expect(await processes.command(gone)).toEqual([]);
		expect(await processes.isDaemon(gone)).toBe(false);
	});

	test("a program in a terminal is verified, and only by its own claim", async () => {
		// script(1) gives a terminal of its own; the program's parent is the shell in it.
		const quoted = [process.execPath, "-e", CLIENT, port(), "127.0.0.1"].map((word) => `'${word}'`).join(" ");
		const { pid, claim } = await connected("script", ["-qec", `${quoted}; true`, "/dev/null"]);
		const [, shell = 0] = await processes.ancestry(pid);
		const around = {
			platform: process.platform,
			processes,
			folders: [{ name: "here", path: folder }],
			terminals: [{ name: "pi", processId: shell }],
		};
		expect(await findPlace(claim, around)).toEqual({
			cwd: folder,
			folder: { name: "here", path: folder },
			terminal: { name: "pi", processId: shell },
			pid,
			verification: "verified",
		});
		expect((await processes.inTerminal()).map((each) => each.pid)).toContain(pid);
		for (const lie of [{ pid: process.pid }, { cwd: tmpdir() }, { remotePort: claim.remotePort + 1 }]) {
			expect(await findPlace({ ...claim, ...lie }, around)).toMatchObject({ verification: "refuted" });
		}
	});

	test("a program outside every terminal is refuted", async () => {
		const { claim } = await connected(process.execPath, ["-e", CLIENT, port(), "127.0.0.1"]);
		const place = await findPlace(claim, { platform: "linux", processes, folders: [], terminals: [] });
		expect(place).toMatchObject({ verification: "refuted", cwd: folder, terminal: undefined });
	});
});
