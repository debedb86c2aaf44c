import { once } from "node:events";

import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { asksAgain, asksBoth, idOf } from "../support/faultCalls";
import { BrokerHarness } from "../support/brokerHarness";
import { FakeClock } from "../support/fakeClock";
import { RawSession } from "../support/rawSession";
import type { FaultScene } from "../support/faultScene";
import { eachFaultScene } from "../support/faultScenes";
import { until } from "../support/until.mjs";

let scene: FaultScene;
eachFaultScene((each) => (scene = each));

/** Somebody else's server on a port that was a window's. */
class Stranger {
	/** All that it was told. */
	heard = "";
	readonly #sockets = new Set<Socket>();
	readonly #server: Server;

	private constructor() {
		this.#server = createServer((socket) => {
			this.#sockets.add(socket);
			socket
				.on("error", () => undefined)
				.on("data", (chunk) => {
					this.heard += chunk.toString();
					socket.end("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}");
				});
		});
	}

	static async listen(port: number): Promise<Stranger> {
		const stranger = new Stranger();
		stranger.#server.listen(port, "127.0.0.1");
		await once(stranger.#server, "listening");
		return stranger;
	}

	close(): void {
		for (const socket of this.#sockets) socket.destroy();
		this.#server.close();
	}
}

test("a stranger on the port of a window that was killed gets a nonce, and the next window another port", async () => {
	const killed = scene.process();
	const { path, port } = await killed.do("start");
	const bridge = await scene.bridge(path);
	const { asked, wanted } = asksBoth(bridge);
	const before = await killed.waiting(2);
	await killed.draft(idOf("question", before), "SQ");
	await killed.signal("SIGKILL");
	const stranger = await Stranger.listen(port);
	await until("the bridge looks for its window there", () => stranger.heard !== "");

	const next = scene.process();
	const started = await next.do("start");
	const after = await next.waiting(2);
	await next.allow(idOf("approval", after));
	await next.answer(idOf("question", after), "SQLite");
	const got = [await asked, await wanted];
	stranger.close();
	const line = `GET /hello\\?nonce=[0-9a-f]{64} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`;
	expect({
		isNonceOnly: new RegExp(`^(?:${line})+$`).test(stranger.heard),
		isOtherPort: started.port !== port,
		path: started.path === path,
		ids: after.map(({ id }) => id),
		drafts: after.map(({ draft }) => draft).sort(),
		got,
		again: await asksAgain(bridge, next),
		left: await scene.nothingLeft(),
	}).toMatchObject({
		isNonceOnly: true,
		isOtherPort: true,
		path: true,
		ids: before.map(({ id }) => id),
		drafts: ["", "SQ"],
		got: [{ response: "SQLite" }, { decision: "allow_once" }],
		again: "response: the next one",
		left: [],
	});
});

/** The session's stream and both calls, and what the bridge keeps for the next one. */
function connected(port: number): Promise<readonly Socket[]> {
	return until("stream and calls are connected", () => {
		const open = scene.sockets(port);
		return open.length >= 3 ? open : undefined;
	});
}

const CUTS: readonly [string, (socket: Socket) => void][] = [
	["closed", (socket) => socket.destroy()],
	["reset", (socket) => socket.resetAndDestroy()],
	["closed on the window's side alone", (socket) => socket.end()],
];

test.each(CUTS)(
	"each connection of a bridge that is %s is made again, and all that waits goes on",
	async (_how, cut) => {
		const window = await scene.window();
		const bridge = await scene.bridge(window.path);
		const { asked, wanted } = asksBoth(bridge);
		const before = await window.waiting(2);
		await window.draft(idOf("question", before), "SQ");
		const connections = await connected(window.port);
		const { armed } = scene.clock;
		for (const socket of connections) {
			cut(socket);
			await until("all is connected again", () => {
				const open = scene.sockets(window.port);
				// A call without its connection has a timer of its own.
				return !open.includes(socket) && open.length >= 3 && scene.clock.armed === armed;
			});
		}
		scene.clock.advance(30_000);
		const after = await window.waiting(2);
		await window.allow(idOf("approval", after));
		await window.answer(idOf("question", after), "SQLite");
		expect({
			ids: after.map(({ id }) => id),
			drafts: after.map(({ draft }) => draft).sort(),
			got: [await asked, await wanted],
			sessions: window.desk.sessions.all.length,
			again: await asksAgain(bridge, window),
			left: await scene.nothingLeft(),
		}).toMatchObject({
			ids: before.map(({ id }) => id),
			drafts: ["", "SQ"],
			got: [{ response: "SQLite" }, { decision: "allow_once" }],
			sessions: 1,
			again: "response: the next one",
			left: [],
		});
	},
);

test("a client that only reads any more has gone: what it asked is cancelled", async () => {
	const clock = new FakeClock();
	const harness = await BrokerHarness.start({ clock });
	const session = await RawSession.start(harness);
	const answer = await session.clarify();
	await until("it waits", () => harness.desk.clarifications.open.length === 1);
	const { id } = harness.question;
	session.stream.response.socket.end();
	answer.response.socket.end();
	await until("it is closed", () => harness.desk.clarifications.open.length === 0);
	await answer.ended;
	const next = await RawSession.start(harness);
	await next.clarify();
	await until("the next one waits", () => harness.desk.clarifications.open.length === 1);
	harness.desk.clarifications.answer(harness.question.id, "80");
	const reasons = [harness.desk.clarifications.outcomeOf(id)?.reason];
	await next.delete();
	await harness.close();
	expect({
		reasons,
		answered: answer.messages.filter((message) => message.id !== undefined),
		sockets: scene.sockets(harness.port).length,
	}).toEqual({ reasons: ["cancelled"], answered: [], sockets: 0 });
});

test("a window that is closed with a question and an approval open settles neither by itself", async () => {
	const window = await scene.window();
	const { path } = window;
	const words = [
		"--require",
		join(import.meta.dirname, "../support/fastTimers.cjs"),
		join(scene.root, "bin/bridge.cjs"),
	];
	const bridge = await scene.bridge(path, { command: [process.execPath, ...words] });
	const { asked, wanted } = asksBoth(bridge);
	const before = await window.waiting(2);
	await window.draft(idOf("question", before), "SQ");
	await window.leave();
	const got = [await asked, await wanted];

	const next = await scene.window();
	await next.waiting(0);
	const { clarifications, approvals, history } = next.desk;
	expect({
		got,
		ended: [
			clarifications.outcomeOf(idOf("question", before)),
			approvals.outcomeOf(idOf("approval", before))?.decision,
		],
		drafts: clarifications.drafts.map(({ draft, reason }) => [draft.text, reason]),
		history: history
			.search({ text: "" })
			.map(({ kind }) => kind)
			.sort(),
		rules: next.desk.rules.all,
		again: await asksAgain(bridge, next),
		left: await scene.nothingLeft(),
	}).toMatchObject({
		got: [
			{ clarify_id: "", response: "", reason: "cancelled" },
			{ approval_id: "", decision: "deny", reason: "cancelled" },
		],
		ended: [{ reason: "cancelled", response: "" }, "deny"],
		drafts: [["SQ", "cancelled"]],
		history: ["approval", "question"],
		rules: [],
		again: "response: the next one",
		left: [],
	});
});

test("a window that is closed for good keeps its question until its agent has had time to come back, then cancels it", async () => {
	const window = await scene.window();
	const bridge = await scene.bridge(window.path);
	asksBoth(bridge);
	const before = await window.waiting(2);
	await window.draft(idOf("question", before), "SQ");
	await window.leave();
	await bridge.stop();

	const next = await scene.window();
	const states = next.shown.map(({ state }) => state);
	const isAnswered = await next.answer(idOf("question", before), "SQ");
	const isAllowed = await next.allow(idOf("approval", before));
	scene.clock.advance(19_999);
	const still = next.shown.length;
	scene.clock.advance(1);
	const other = await scene.bridge(next.path);
	expect({
		states,
		isAnswered,
		isAllowed,
		still,
		shown: next.shown,
		drafts: next.desk.clarifications.drafts.map(({ draft, reason }) => [draft.text, reason]),
		again: await asksAgain(other, next),
		left: await scene.nothingLeft(),
	}).toMatchObject({
		states: ["reconnecting", "reconnecting"],
		isAnswered: false,
		isAllowed: false,
		still: 2,
		shown: [],
		drafts: [["SQ", "cancelled"]],
		again: "response: the next one",
		left: [],
	});
});
