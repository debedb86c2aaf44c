import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { buildWindow, FaultScene } from "../support/faultScene";

let dist: string;
let scene: FaultScene;
beforeAll(async () => {
	dist = await buildWindow();
});
afterAll(() => rmSync(dist, { recursive: true, force: true }));
beforeEach(() => {
	scene = new FaultScene(dist);
});
afterEach(() => scene.dispose());

test("what a fault leaves is seen by these tests", async () => {
	const window = await scene.window();
	const stranger = createServer().listen(0, "127.0.0.1");
	await once(stranger, "listening");
	const { port } = stranger.address() as AddressInfo;
	const socket = connect(port, "127.0.0.1");
	await once(socket, "connect");
	const timer = scene.clock.after(1_000, () => undefined);
	const sleeper = spawn(process.execPath, ["-e", "setInterval(() => 0, 1000)", scene.base]);
	for (const name of ["x.json.ab12.tmp", "x.json.lock", "x.json.lock.break"]) {
		writeFileSync(join(scene.root, "history", name), "");
	}
	const rendezvous = JSON.parse(readFileSync(window.path, "utf8")) as object;
	const text = JSON.stringify({ ...rendezvous, url: `http://127.0.0.1:${port}` });
	writeFileSync(join(scene.root, "run/empty-9.json"), text, { mode: 0o600 });
	const left = await scene.nothingLeft();
	sleeper.kill("SIGKILL");
	socket.destroy();
	stranger.close();
	timer.dispose();
	const kinds = new Set(left.map((each) => each.replace(/^(process|socket|listener).*/, "$1")));
	expect([...kinds].sort()).toEqual([
		"history/x.json.ab12.tmp",
		"history/x.json.lock",
		"history/x.json.lock.break",
		"listener",
		"process",
		"socket",
		"the token in empty-9.json",
		"timer",
	]);
});
