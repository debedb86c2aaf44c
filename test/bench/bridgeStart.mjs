// How long the bridge takes from its start to the answer to `initialize`, against `node -e 0` (start and exit) in turn in
// the same run. `node test/bench/bridgeStart.mjs [rounds]` prints JSON lines; medians of wall time. The broker is the
// smallest that can prove itself, so what is measured is the bridge. All get the same bare environment: Node itself
// starts at half the speed where it has to load certificates.
import { spawn } from "node:child_process";
import { createHmac, randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { build } from "esbuild";
import { median, round } from "./measure.mjs";

const rounds = Number(process.argv[2] ?? 30);
const root = realpathSync(mkdtempSync(join(tmpdir(), "parley-bench-")));
const bridge = join(root, "bin/bridge.cjs");
const window = join(root, "run/0123456789abcdef-1.json");
const token = randomBytes(32).toString("hex");
const env = { PATH: process.env.PATH };
const initialize = JSON.stringify({
	jsonrpc: "2.0",
	id: 1,
	method: "initialize",
	params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "bench", version: "1" } },
});

mkdirSync(join(root, "run"), { mode: 0o700 });
await build({
	entryPoints: [join(import.meta.dirname, "../../src/bridge/main.ts")],
	outfile: bridge,
	bundle: true,
	platform: "node",
	format: "cjs",
	target: "node20",
	minify: true,
});
const broker = await listen();
writeFileSync(
	window,
	JSON.stringify({
		v: 1,
		url: `http://127.0.0.1:${broker.address().port}`,
		token,
		pid: process.pid,
		bootId: "bench",
		host: "bench",
		instance: "bench",
		folders: [],
		startedAt: 0,
	}),
	{ mode: 0o600 },
);

const ways = {
	"node -e 0": () => ended(process.execPath, ["-e", "0"]),
	"bridge without a window": () => introduced({}),
	"bridge with its window": () => introduced({ PARLEY_WINDOW: window }),
};
const times = Object.fromEntries(Object.keys(ways).map((way) => [way, []]));
for (let at = -1; at < rounds; at++) {
	const order = Object.keys(ways);
	if (at % 2) order.reverse();
	for (const way of order) {
		await calm();
		const ms = await ways[way]();
		if (at >= 0) times[way].push(ms);
	}
}
const yardstick = round(median(times["node -e 0"]));
for (const [way, goal] of Object.entries({ "bridge with its window": 1.35, "bridge without a window": 1.15 })) {
	const ms = median(times[way]);
	print({
		case: way,
		metric: "initialize ms",
		parley: round(ms),
		yardstick,
		ratio: round(ms / yardstick),
		goal: `≤ ${goal}`,
	});
}
print({ case: "bundle", metric: "KiB", parley: round(statSync(bridge).size / 1024), goal: "≤ 40" });
broker.closeAllConnections();
broker.close();
rmSync(root, { recursive: true });

async function listen() {
	const server = createServer((request, response) => {
		if (request.url.startsWith("/hello?nonce=")) {
			const text = `parley-hello|${server.address().port}|bench|${request.url.slice(13)}`;
			const json = JSON.stringify({ proof: createHmac("sha256", token).update(text).digest("hex") });
			response.writeHead(200, { "content-length": json.length }).end(json);
			return;
		}
		if (request.method === "POST") {
			const result = { protocolVersion: "2025-06-18", capabilities: {}, serverInfo: { name: "bench", version: "1" } };
			response.writeHead(200, { "content-type": "text/event-stream", "mcp-session-id": "bench" });
			response.end(`data: ${JSON.stringify({ jsonrpc: "2.0", id: 1, result })}\n\n`);
			return;
		}
		response.writeHead(200, { "content-type": "text/event-stream" });
		if (request.method === "GET") response.flushHeaders();
		else response.end();
	});
	await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
	return server;
}

function ended(program, args) {
	const start = performance.now();
	return new Promise((resolve) => {
		spawn(program, args, { stdio: "ignore", env }).on("exit", () => resolve(performance.now() - start));
	});
}

async function introduced(more) {
	const start = performance.now();
	const child = spawn(process.execPath, [bridge, "--agent", "bench"], {
		cwd: root,
		stdio: ["pipe", "pipe", "inherit"],
		env: { ...env, ...more },
	});
	const exited = new Promise((resolve) => child.once("exit", resolve));
	child.stdin.write(`${initialize}\n`);
	await new Promise((resolve) => child.stdout.once("data", resolve));
	const ms = performance.now() - start;
	child.stdin.end();
	await exited;
	return ms;
}

/** On a shared machine: waits, at most 4 s, for 150 ms in which most of the processors' time was idle. */
async function calm() {
	if (process.platform !== "linux") return;
	for (const end = Date.now() + 4_000; Date.now() < end;) {
		const before = processorTime();
		await pause(150);
		const after = processorTime();
		if ((after.idle - before.idle) / (after.all - before.all) >= 0.6) return;
	}
}

function processorTime() {
	const [line] = readFileSync("/proc/stat", "utf8").split("\n", 1);
	const fields = line.trim().split(/\s+/).slice(1).map(Number);
	return { idle: fields[3] + fields[4], all: fields.reduce((sum, field) => sum + field, 0) };
}

function print(line) {
	console.log(JSON.stringify({ bench: "bridgeStart", node: process.version, rounds, ...line }));
}
