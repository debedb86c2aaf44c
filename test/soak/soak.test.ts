import { rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { HISTORY_MAX } from "../../src/core/limits";
import { buildWindow, FaultScene } from "../support/faultScene";
import { type Sample, type SoakPlan, type SoakReport, Soak } from "./soak";
import { slope } from "./slope";

/** By command (`npm run test:soak`): so many hours in fast-forward, or minutes as they are. */
const hours = Number(process.env["PARLEY_SOAK_HOURS"] ?? 0);
const minutes = Number(process.env["PARLEY_SOAK_MINUTES"] ?? 0);
const seed = Number(process.env["PARLEY_SOAK_SEED"] ?? 1);

const plan: SoakPlan =
	minutes > 0
		? { clock: "real", hours: minutes / 60, seed, actsPerRound: 20, pauseMs: 100 }
		: { clock: "fake", hours: hours > 0 ? hours : 4, seed, actsPerRound: 20, pauseMs: 0 };

let dist: string;
let scene: FaultScene;
beforeAll(async () => {
	dist = await buildWindow();
	await build({
		entryPoints: [join(import.meta.dirname, "soakWindow.ts")],
		outfile: join(dist, "soakWindow.cjs"),
		bundle: true,
		platform: "node",
		format: "cjs",
		target: "node20",
		mainFields: ["module", "main"],
		logLevel: "warning",
	});
});
afterAll(() => rmSync(dist, { recursive: true, force: true }));
beforeEach(() => {
	scene = new FaultScene(dist);
});
afterEach(() => scene.dispose());

/** By how many kibibytes an act makes the heap grow at most: a tenth of what the smallest question would, held on to. */
const HEAP_KIB_PER_ACT = 0.25;
/** As long as code is compiled that runs for the first time, or is compiled better, the heap grows without a leak. */
const WARM_ROUNDS = 10;

test("a window that grows old holds on to nothing", { timeout: (plan.hours + 1) * 3_600_000 }, async () => {
	const words = [dist, String(process.pid), scene.folder];
	const tell = (sample: Sample): void => {
		if (hours + minutes > 0) console.log(JSON.stringify(sample));
	};
	const soak = new Soak(scene, join(dist, "soakWindow.cjs"), words, plan, tell);
	let report: SoakReport;
	try {
		report = await soak.run();
	} finally {
		await soak.end();
	}
	const left = await scene.nothingLeft();
	const { counts, samples, complaints } = report;
	const warm = samples.length > 2 * WARM_ROUNDS ? samples.slice(WARM_ROUNDS) : samples;
	const [first, last] = [warm[0], warm.at(-1)];
	if (first === undefined || last === undefined) throw new Error("nothing was measured");
	const perAct = slope(warm.map(({ acts, heapKiB }) => [acts, heapKiB]));
	const perHour = slope(warm.map(({ hour, heapKiB }) => [hour, heapKiB]));
	const age = plan.clock === "fake" ? `${plan.hours} h in fast-forward` : `${minutes} min`;
	const numbers = Object.entries(counts).map(([name, count]) => `${count} ${name}`);
	console.log(
		`counted soak: ${age}, ${numbers.join(", ")}; heap ${signed(perHour)} KiB/h, ${signed(perAct * 1_024)} B an act, ` +
			`bridge ${signed(last.bridgeKiB - first.bridgeKiB)} KiB, loop delay p99 ${last.delayP99Ms.toFixed(1)} ms, ` +
			`${last.sockets} sockets, ${last.timers} timers, ${last.files} files, ${left.length} left`,
	);
	// The same at the end of each round, whatever was done in it.
	const held = ({ timers, sockets, objects, history, sessions, files }: Sample): object => {
		return { sockets, objects, history, sessions, files, ...(plan.clock === "fake" ? { timers } : {}) };
	};
	expect(samples.map(held)).toEqual(samples.map(() => held(first)));
	expect({ history: last.history, complaints, left }).toEqual({ history: HISTORY_MAX, complaints: [], left: [] });
	// Fewer rounds say nothing about the heap.
	if (warm !== samples) expect(perAct).toBeLessThan(HEAP_KIB_PER_ACT);
});

function signed(value: number): string {
	return `${value < 0 ? "" : "+"}${value.toFixed(1)}`;
}
