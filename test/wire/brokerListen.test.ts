import { once } from "node:events";
import { createServer as createHttpServer, Server as HttpServer } from "node:http";
import { createServer, type Server } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { listen } from "../../src/broker/listen";
import { BrokerHarness } from "../support/brokerHarness";

const taken: Server[] = [];
const brokers: BrokerHarness[] = [];

afterEach(async () => {
	await Promise.all(brokers.splice(0).map((broker) => broker.close()));
	for (const server of taken.splice(0)) server.close();
});

/** Somebody else listens on that port, or on any. */
async function take(port = 0): Promise<number> {
	const server = createServer().listen(port, "127.0.0.1");
	taken.push(server);
	await once(server, "listening");
	const address = server.address();
	return typeof address === "object" && address !== null ? address.port : 0;
}

async function portWith(preferredPort?: number): Promise<number> {
	const broker = await BrokerHarness.start(preferredPort === undefined ? {} : { preferredPort });
	brokers.push(broker);
	return broker.port;
}

describe("the broker listens", () => {
	it("on the port that it had before, if it is free", async () => {
		const port = await portWith();
		await brokers[0]?.close();
		expect(await portWith(port)).toBe(port);
	});

	it("on another if that is taken", async () => {
		const port = await take();
		const other = await portWith(port);
		expect(other).not.toBe(port);
		expect(other).toBeGreaterThan(0);
	});

	it("on another of the ports that are not announced if that is one of them", async () => {
		const first = await take(47_650).catch(() => 47_650);
		const ports = [await portWith(first), await portWith(first)];
		for (const port of ports) {
			expect(port).toBeGreaterThanOrEqual(47_600);
			expect(port).toBeLessThanOrEqual(47_699);
		}
		expect(new Set([first, ...ports]).size).toBe(3);
	});

	it.each([0, -1, 70_000, 1.5, Number.NaN])("on any port if what was remembered is %d", async (preferred) => {
		expect(await portWith(preferred)).toBeGreaterThan(0);
	});

	it("on the loopback address alone", async () => {
		const server = createHttpServer();
		await listen(server, undefined);
		expect(server.address()).toMatchObject({ address: "127.0.0.1", family: "IPv4" });
		server.close();
	});
});

it("where nothing can be listened on the reason can be read", async () => {
	class Refusing extends HttpServer {
		override listen(): this {
			queueMicrotask(() => this.emit("error", new Error("operation not permitted")));
			return this;
		}
	}
	await expect(listen(new Refusing(), 4_000)).rejects.toThrow(
		"Parley could not listen on 127.0.0.1: operation not permitted",
	);
});
