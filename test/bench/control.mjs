// How a bench speaks with a server it has started with `--expose-gc`: a line on stdin names what to do, a JSON line on
// stdout answers.
import { monitorEventLoopDelay } from "node:perf_hooks";
import { createInterface } from "node:readline";

/** `acts` by name, each giving what is answered, beside `memory` and `loop`: delays since `loop` was asked last. */
export function obey(acts) {
	const loop = monitorEventLoopDelay({ resolution: 5 });
	loop.enable();
	const all = {
		...acts,
		memory: () => {
			globalThis.gc?.();
			const { rss, heapUsed } = process.memoryUsage();
			return { rss, heapUsed };
		},
		loop: () => {
			const delays = { p99: loop.percentile(99) / 1e6, max: loop.max / 1e6 };
			loop.reset();
			return delays;
		},
	};
	createInterface({ input: process.stdin }).on("line", (name) => console.log(JSON.stringify(all[name]())));
}
