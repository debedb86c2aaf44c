// A broker in a process of its own that obeys `control.mjs`.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export const SERVERS = {
	bare: fileURLToPath(new URL("bareServer.mjs", import.meta.url)),
	parley: fileURLToPath(new URL("../../out/bench/parleyServer.cjs", import.meta.url)),
};

/** Gives its `url`, `token` and `pid`, `tell` for its acts, and `stop`, which kills it. */
export async function startServer(file, ...args) {
	const child = spawn(process.execPath, ["--expose-gc", file, ...args], { stdio: ["pipe", "pipe", "inherit"] });
	const exited = new Promise((resolve) => child.once("exit", resolve));
	const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
	const next = async () => JSON.parse((await lines.next()).value);
	const place = await next();
	const tell = (act) => {
		child.stdin.write(`${act}\n`);
		return next();
	};
	const stop = async (signal = "SIGTERM") => {
		child.kill(signal);
		await exited;
	};
	return { ...place, tell, stop };
}
