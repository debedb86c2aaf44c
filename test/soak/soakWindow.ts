import { ServerResponse } from "node:http";
import { Socket } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { queryObjects } from "node:v8";
import { Emitter } from "../../src/core/events";
import { HISTORY_MAX } from "../../src/core/limits";
import { SystemClock } from "../../src/node/clock";
import { introOf } from "../support/deskFixture";
import { FakeClock } from "../support/fakeClock";
import { FaultWindow } from "../support/faultWindow";
import { ManualCancel } from "../support/manualCancel";
import type { Measured, SoakReply, SoakRequest } from "./soakRequest";

/*
 * The process of an extension host that grows old: its arguments are the folder of the bundles, the terminal's process,
 * the folder and `fake` or `real` for its clock. To be started with --expose-gc.
 */
const [dist = "", terminal, folder = "", kind] = process.argv.slice(2);
const fake = kind === "fake" ? new FakeClock() : undefined;
const delay = monitorEventLoopDelay({ resolution: 10 });
/** How many sessions a window may remember that have ended, with what they left and without. */
const AGED_SESSIONS = 40;
const MINUTE_MS = 60_000;

let window = opened();

process.on("message", (request: SoakRequest) => {
	void run(request).then((reply) => process.send?.(reply));
});
process.on("disconnect", () => process.exit());

function opened(): FaultWindow {
	return new FaultWindow({ dist, clock: fake ?? new SystemClock(), terminal: Number(terminal), folder });
}

async function run({ seq, act, id = "", text = "", count = 0 }: SoakRequest): Promise<SoakReply> {
	let done = true;
	const desk = act === "start" ? undefined : window.desk;
	const { clarifications, approvals } = desk ?? {};
	switch (act) {
		case "start":
			await window.start();
			break;
		case "reload":
			await window.leave();
			window = opened();
			await window.start();
			break;
		case "leave":
			await window.leave();
			break;
		case "age":
			await age();
			break;
		case "pass":
			await pass(count);
			break;
		case "until":
			done = await until(count);
			break;
		case "draft":
			clarifications?.setDraft(id, { text, choice: undefined });
			break;
		case "answer":
			done = clarifications?.answer(id, text) ?? false;
			break;
		case "dismiss":
			done = clarifications?.dismiss(id) ?? false;
			break;
		case "handOver":
			clarifications?.setHandOver(id, true);
			break;
		case "allow":
			done = approvals?.allowOnce(id) ?? false;
			break;
		case "allowAlways": {
			const exact = approvals?.proposal(id)?.exact;
			done = exact !== undefined && approvals?.allowAlways(id, exact) === true;
			break;
		}
		case "deny":
			done = approvals?.deny(id) ?? false;
			break;
		case "measure":
	}
	const { path, port, logged, told } = window;
	const shown = act === "leave" ? [] : window.shown;
	return { seq, done, path, port, shown, complaints: [...logged, ...told], ...measured(act) };
}

/** What a window has after a long time: a full history, and as many ended sessions as it remembers. */
async function age(): Promise<void> {
	const { desk } = window;
	for (let session = 0; session < AGED_SESSIONS; session++) {
		const key = session.toString(16).padStart(32, "0");
		const opened = desk.openSession(introOf({ key }));
		for (let made = 0; made < HISTORY_MAX / AGED_SESSIONS; made++) {
			const call = { key: `${key}-${made}`, signal: new ManualCancel() };
			if (made === 0 && session % 2 === 0) {
				desk.updatePlan(opened, { title: "Ports", plan: [{ id: "1", step: "Read", status: "completed" }] }, call);
			} else if (made % 3 === 0) {
				const wanted = { kind: "command", action: "Run it", detail: `node server.js ${made}` };
				const decided = desk.requestApproval(opened, wanted, call);
				desk.approvals.deny(desk.approvals.open[0]?.id ?? "");
				await decided;
			} else {
				const answered = desk.clarify(opened, { question: `Which port for service ${made}?` }, call);
				desk.clarifications.answer(desk.clarifications.open[0]?.id ?? "", "80");
				await answered;
			}
		}
		desk.endSession(opened);
	}
}

/** Connections get what is written to them after each minute. */
async function pass(ms: number): Promise<void> {
	for (let passed = 0; passed < ms; passed += MINUTE_MS) {
		fake?.advance(Math.min(MINUTE_MS, ms - passed));
		await pause(0);
	}
}

async function until(count: number): Promise<boolean> {
	const end = performance.now() + 20_000;
	while (performance.now() < end) {
		const { shown } = window;
		if (shown.length === count && shown.every(({ state }) => state === "waiting")) return true;
		await pause(1);
	}
	return false;
}

/** How many there are of a class. */
function held(of: new (...args: never[]) => object): number {
	return queryObjects(of, { format: "count" });
}

function measured(act: SoakRequest["act"]): { readonly measured?: Measured } {
	if (act === "start") delay.enable();
	if (act !== "measure") return {};
	delay.disable();
	const { gc } = globalThis as { gc?: () => void };
	// What the first one finds to be finalised, the second one frees.
	gc?.();
	gc?.();
	const { heapUsed } = process.memoryUsage();
	const resources = process.getActiveResourcesInfo();
	const all = (name: string): number => resources.filter((each) => each === name).length;
	const measured: Measured = {
		heapKiB: heapUsed / 1024,
		timers: fake?.armed ?? all("Timeout"),
		sockets: all("TCPSocketWrap"),
		objects: [held(Socket), held(ServerResponse), held(Emitter)],
		history: window.desk.history.search({ text: "" }).length,
		sessions: window.desk.sessions.all.length,
		delayP99Ms: delay.percentile(99) / 1e6,
	};
	// Measuring blocks for longer than anything that is measured.
	delay.reset();
	delay.enable();
	return { measured };
}
