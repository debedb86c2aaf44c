// Runs inside the extension host for activation.mjs: activates the extensions by hand and writes what it took.
const { existsSync, readdirSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");
const { monitorEventLoopDelay, performance } = require("node:perf_hooks");
const { setFlagsFromString } = require("node:v8");
const { runInNewContext } = require("node:vm");
const vscode = require("vscode");

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

exports.run = async () => {
	await sleep(3_000); // the window's own start-up work
	await activate("bench.warm-up");
	const floorMs = await activate("bench.floor");
	const before = memory();
	const delay = monitorEventLoopDelay({ resolution: 5 });
	delay.enable();
	const began = performance.now();
	const parleyMs = await activate("parley-dev.parley");
	const listeningMs = await untilListening(began);
	await sleep(500);
	delay.disable();
	const after = memory();
	writeFileSync(
		process.env.ACTIVATION_REPORT,
		JSON.stringify({
			floorMs,
			parleyMs,
			listeningMs,
			longestBlockMs: delay.max / 1e6,
			rssMiB: after.rss - before.rss,
			heapMiB: after.heap - before.heap,
		}),
	);
};

async function activate(id) {
	const extension = vscode.extensions.getExtension(id);
	if (extension === undefined) throw new Error(`${id} is not there`);
	const began = performance.now();
	await extension.activate();
	return performance.now() - began;
}

/** The rendezvous file is written when the broker listens. */
async function untilListening(began) {
	const run = join(process.env.XDG_STATE_HOME, "parley/run");
	while (!existsSync(run) || !readdirSync(run).some((file) => file.endsWith(".json"))) {
		if (performance.now() - began > 20_000) throw new Error("no rendezvous file within 20 s");
		await sleep(5);
	}
	return performance.now() - began;
}

function memory() {
	collect();
	collect();
	const { rss, heapUsed } = process.memoryUsage();
	return { rss: rss / 2 ** 20, heap: heapUsed / 2 ** 20 };
}
