import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { HOOK_PATHS } from "../../src/wire/hookMessages";
import { counted } from "../support/counted";
import { AttackedBroker } from "../support/attackedBroker";
import { encode } from "../support/rawBytes";

/** Another process, so that its own work does not count as the window's: holds as many connections as it can get. */
const FLOOD = `
	const { connect } = require("node:net");
	const [port, count] = process.argv.slice(1).map(Number);
	const sum = { taken: 0, refused: 0 };
	let left = count;
	const next = () => {
		if (left-- <= 0) return;
		let isKnown = false;
		const know = (what) => {
			if (isKnown) return;
			isKnown = true;
			sum[what]++;
			if (sum.taken + sum.refused === count) process.send(sum);
			else next();
		};
		const socket = connect({ host: "127.0.0.1", port }, () => socket.write("POST /mcp HTTP/1.1\\r\\nHost: x\\r\\n"));
		socket.on("error", () => undefined).on("data", () => know("refused")).on("close", () => know("refused"));
		setTimeout(know, 300, "taken");
	};
	process.once("message", () => { for (let each = 0; each < 500; each++) next(); });
`;

let broker: AttackedBroker;
const children: ChildProcess[] = [];

beforeAll(async () => {
	broker = await AttackedBroker.start();
	await broker.openQuestion();
});
afterEach(({ task }) => counted(task, "attack", { attacks: 1 }));
afterAll(async () => {
	for (const child of children) child.kill("SIGKILL");
	await broker.expectUnharmed();
	await broker.end();
});

/** How long a round trip took, again and again until the other thing is done, which begins after the first. */
async function roundTrips(other: Promise<unknown>, begin: () => void): Promise<number[]> {
	const took: number[] = [];
	const state = { isDone: false };
	void other.then(() => (state.isDone = true));
	// A bridge holds its connections; a new one may well be refused meanwhile.
	const held = connect({ host: "127.0.0.1", port: broker.harness.port });
	let received = "";
	held.on("data", (chunk) => (received += chunk.toString()));
	do {
		const since = performance.now();
		const body = JSON.stringify({ jsonrpc: "2.0", id: `p${took.length}`, method: "ping" });
		const headers = {
			...broker.session.headers,
			host: `127.0.0.1:${broker.harness.port}`,
			"content-length": body.length,
		};
		const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
		held.write(`POST /mcp HTTP/1.1\r\n${lines.join("")}\r\n${body}`);
		while (!received.includes(`"id":"p${took.length}"}`)) await once(held, "data");
		received = "";
		took.push(performance.now() - since);
		if (took.length === 1) begin();
		await pause(10);
	} while (!state.isDone);
	held.destroy();
	return took;
}

it("a body that comes byte by byte, or not at all, is given up", async () => {
	const { port } = broker.harness;
	const slow = async (target: string, drips: boolean): Promise<string> => {
		const headers = [broker.token, ["Content-Length", "60000"]] as const;
		const socket = connect({ host: "127.0.0.1", port }, () => socket.write(encode(port, { target, headers })));
		let received = "";
		socket.on("data", (chunk) => (received += chunk.toString())).on("error", () => undefined);
		const drip = setInterval(() => drips && socket.write(" "), 500);
		await once(socket, "close");
		clearInterval(drip);
		return received;
	};
	const since = performance.now();
	const targets = ["/mcp", ...Object.values(HOOK_PATHS)];
	const got = await Promise.all(targets.flatMap((target) => [slow(target, true), slow(target, false)]));
	expect(performance.now() - since).toBeLessThan(45_000);
	for (const answer of got) expect(answer).toMatch(/^(HTTP\/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n)?$/);
}, 60_000);

it("10,000 connections in a row, of which none says anything sensible, leave the window responsive", async () => {
	const flood = spawn(process.execPath, ["-e", FLOOD, String(broker.harness.port), "10000"], {
		stdio: ["ignore", "inherit", "inherit", "ipc"],
	});
	children.push(flood);
	const over = once(flood, "message");
	const took = await roundTrips(over, () => flood.send("begin"));
	const [{ taken, refused }] = (await over) as [{ taken: number; refused: number }];
	expect(taken + refused).toBe(10_000);
	const slowest = Math.max(...took);
	console.log(
		`10,000 connections: ${taken} taken, ${refused} refused; ${took.length} pings, slowest ${Math.round(slowest)} ms`,
	);
	// What the machine itself needs for ten thousand connections is not the broker's.
	expect(slowest).toBeLessThan(5_000);
}, 90_000);
