import { spawnSync } from "node:child_process";
import {
	chmodSync,
	copyFileSync,
	linkSync,
	mkdirSync,
	readFileSync,
	renameSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TrustScene, TrustScenes } from "../support/trustScenes";
import { until } from "../support/until.mjs";

let scenes: TrustScenes;
beforeAll(async () => {
	scenes = await TrustScenes.prepare();
});
afterAll(() => scenes.dispose());

/** A healthy server without tools; nobody was told anything, and nothing is written to stderr. */
const IDLE = { server: "1", tools: [], seen: [], stderr: "" };

describe.concurrent("a value of PARLEY_WINDOW", () => {
	test("that names a file in the state folder's own run folder is trusted", async () => {
		const scene = await scenes.open();
		expect(await scene.outcome()).toMatchObject({ server: "stub" });
	});

	test("that takes another way to that folder is trusted too", async () => {
		const scene = await scenes.open();
		symlinkSync(scenes.state.run, join(scenes.state.root, "way"));
		expect(await scene.outcome(join(scenes.state.root, "way", basename(scene.path)))).toMatchObject({ server: "stub" });
	});

	test.each(["${PARLEY_WINDOW}", "", "/", "/etc/passwd", "run/0123456789abcdef-1.json", "0123456789abcdef-1.json"])(
		"that is %j is not",
		async (value) => {
			const scene = await scenes.open();
			expect(await scene.outcome(value)).toEqual(IDLE);
		},
	);

	test.each(["other/run", "run/deeper", "bin"])(
		"that names a file in %s is not, whatever the file says",
		async (folder) => {
			const scene = await scenes.open();
			const elsewhere = join(scenes.state.root, folder);
			mkdirSync(elsewhere, { recursive: true, mode: 0o700 });
			const path = join(elsewhere, basename(scene.path));
			copyFileSync(scene.path, path);
			chmodSync(path, 0o600);
			expect(await scene.outcome(path)).toEqual(IDLE);
		},
	);

	test("whose last part is no name of a window's file is not", async () => {
		const scene = await scenes.open();
		const path = join(scenes.state.run, "any.json");
		linkSync(scene.path, path);
		expect(await scene.outcome(path)).toEqual(IDLE);
	});
});

describe.concurrent("a rendezvous file is no window", () => {
	const changes: readonly [string, (scene: TrustScene) => void][] = [
		["when others may read it", ({ path }) => chmodSync(path, 0o644)],
		["when its group may write it", ({ path }) => chmodSync(path, 0o620)],
		[
			"when it is a link",
			({ path }) => {
				renameSync(path, `${path}.moved`);
				symlinkSync(`${path}.moved`, path);
			},
		],
		[
			"when it is a folder",
			({ path }) => {
				rmSync(path);
				mkdirSync(path);
			},
		],
		[
			"when it is a named pipe, which holds nothing up",
			({ path }) => {
				rmSync(path);
				spawnSync("mkfifo", ["-m", "600", path]);
			},
		],
	];
	test.each(changes)("%s", async (_when, change) => {
		const scene = await scenes.open();
		change(scene);
		expect(await scene.outcome()).toEqual(IDLE);
	});

	test.runIf(process.getuid?.() === 0)("when it is another user's", async () => {
		const scene = await scenes.open();
		spawnSync("chown", ["1234:1234", scene.path]);
		expect(await scene.outcome()).toEqual(IDLE);
	});

	test.each([
		["nothing", ""],
		["half a thing", '{"v":1,'],
		["null", "null"],
		["a list", "[]"],
		["a later version", '{"v":2}'],
		["another host", '{"v":1,"url":"http://example.com","token":"x"}'],
		["far too much", "x".repeat(99_000)],
	])("when it says %s", async (_what, text) => {
		const scene = await scenes.open();
		writeFileSync(scene.path, text, { mode: 0o600 });
		expect(await scene.outcome()).toEqual(IDLE);
	});
});

describe.concurrent("who listens on the port of a window", () => {
	test("gets the nonce and nothing else when it does not know the token", async () => {
		const scene = await scenes.open();
		scene.broker.provesWith = "f".repeat(64);
		const got = await scene.outcome();
		const headers = scene.broker.seen.flatMap((each) => Object.keys(each.headers));
		expect({ got, headers: [...new Set(headers)] }).toEqual({ got: { ...IDLE, seen: ["HELLO"] }, headers: ["host"] });
	});

	test.each([
		["says nothing", ""],
		["talks of something else", "SSH-2.0-OpenSSH_9.2\r\n"],
		["says yes to all", 'HTTP/1.1 200 OK\r\ncontent-length: 13\r\n\r\n{"proof": ""}'],
		["never ends its header", `HTTP/1.1 200 OK\r\nx: ${"y".repeat(10_000)}`],
		["answers more than it was asked", "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}HTTP/1.1 200 OK\r\n"],
	])("learns nothing when it %s", async (_what, answer) => {
		const scene = await scenes.open();
		const stranger = await scene.strangerThatSays(answer);
		const got = await scene.outcome();
		const line = `GET /hello\\?nonce=[0-9a-f]{64} HTTP/1.1\r\nHost: 127.0.0.1:${stranger.port}\r\n\r\n`;
		expect({ got, isNonceOnly: new RegExp(`^(?:${line})+$`).test(stranger.heard) }).toEqual({
			got: IDLE,
			isNonceOnly: true,
		});
	});

	test("proves itself first on every connection", async () => {
		const { broker, start } = await scenes.open();
		const bridge = start();
		await bridge.initialize();
		for (let times = 0; times < 5; times++) await bridge.request("tools/list");
		await until("the stream is open", () => broker.stream !== undefined);
		const first = new Map<number, string>();
		for (const { method, port } of broker.seen) if (!first.has(port)) first.set(port, method);
		expect({ firsts: [...new Set(first.values())], connections: first.size > 1 }).toEqual({
			firsts: ["HELLO"],
			connections: true,
		});
	});
});

test("a run folder that others may enter makes no window trusted", async () => {
	const scene = await scenes.open();
	chmodSync(scenes.state.run, 0o755);
	const got = await scene.outcome();
	chmodSync(scenes.state.run, 0o700);
	expect(got).toEqual(IDLE);
});

test.runIf(process.platform === "linux")(
	"neither the environment nor the words of a bridge carry a secret, and it starts no program",
	async () => {
		const { broker, start } = await scenes.open();
		const bridge = start();
		await bridge.initialize();
		const { pid } = bridge.child;
		const seen = readFileSync(`/proc/${pid}/environ`, "utf8") + readFileSync(`/proc/${pid}/cmdline`, "utf8");
		const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
		expect([seen.includes(broker.token), children]).toEqual([false, ""]);
	},
);
