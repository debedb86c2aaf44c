import { type ChildProcess, fork } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { idOf } from "../support/faultCalls";
import type { FaultScene } from "../support/faultScene";
import { randomFrom } from "./random";
import { SoakAgent } from "./soakAgent";
import type { Measured, SoakReply, SoakRequest } from "./soakRequest";

export interface SoakPlan {
	/** `fake`: so many hours pass in fast-forward; `real`: the run takes that long. */
	readonly clock: "fake" | "real";
	readonly hours: number;
	readonly seed: number;
	/** Between two reloads. */
	readonly actsPerRound: number;
	/** `real`: between two acts. */
	readonly pauseMs: number;
}

export type Count =
	| "asked"
	| "answered"
	| "dismissed"
	| "cancelled"
	| "timedOut"
	| "late"
	| "plans"
	| "approvals"
	| "reloads"
	| "sessions";

/** The state at the end of a round, when nothing waits. */
export interface Sample extends Measured {
	readonly hour: number;
	/** What was done until then. */
	readonly acts: number;
	/** Files of the state folder. */
	readonly files: number;
	/** Of the bridge that stays for the whole run. */
	readonly bridgeKiB: number;
}

export interface SoakReport {
	readonly counts: Readonly<Record<Count, number>>;
	readonly samples: readonly Sample[];
	readonly complaints: readonly string[];
}

const HOUR_MS = 3_600_000;
const LIMIT_MS = 300_000;
/** An agent that stays, one that comes and goes, and one more that stays. */
const AGENTS = 3;
const PLAN = [
	{ id: "1", step: "Read", status: "completed" },
	{ id: "2", step: "Write", status: "in_progress" },
];

/** A window that grows old, with agents that work in it. */
export class Soak {
	readonly #scene: FaultScene;
	readonly #plan: SoakPlan;
	readonly #window: ChildProcess;
	readonly #random: (below: number) => number;
	readonly #agents: SoakAgent[] = [];
	readonly #counts: Record<Count, number> = {
		asked: 0,
		answered: 0,
		dismissed: 0,
		cancelled: 0,
		timedOut: 0,
		late: 0,
		plans: 0,
		approvals: 0,
		reloads: 0,
		sessions: 0,
	};
	readonly #samples: Sample[] = [];
	readonly #onSample: (sample: Sample) => void;
	readonly #complaints: string[] = [];
	#path = "";
	#hasRule = false;
	#seq = 0;

	/** @param script `soakWindow.ts`, built; `words`: its arguments but the last. */
	constructor(
		scene: FaultScene,
		script: string,
		words: readonly string[],
		plan: SoakPlan,
		onSample: (sample: Sample) => void,
	) {
		this.#onSample = onSample;
		this.#scene = scene;
		this.#plan = plan;
		this.#random = randomFrom(plan.seed);
		const env = { PATH: process.env["PATH"], XDG_STATE_HOME: process.env["XDG_STATE_HOME"] };
		this.#window = fork(script, [...words, plan.clock], { env, execArgv: ["--expose-gc"] });
	}

	async run(): Promise<SoakReport> {
		this.#path = (await this.#do("start")).path;
		await this.#do("age");
		for (let agent = 0; agent < AGENTS; agent++) await this.#come();
		const since = performance.now();
		const hour = (): number =>
			this.#plan.clock === "fake" ? this.#counts.reloads : (performance.now() - since) / HOUR_MS;
		// What is loaded and made at first use counts for nothing.
		await this.#round();
		await this.#sample(hour());
		while (hour() < this.#plan.hours + (this.#plan.clock === "fake" ? 1 : 0)) {
			await this.#round();
			await this.#sample(hour());
		}
		return { counts: this.#counts, samples: this.#samples, complaints: this.#complaints };
	}

	/** Ends agents and window in order. */
	async end(): Promise<void> {
		for (const agent of this.#agents.splice(0)) await agent.end();
		if (this.#window.connected) await this.#do("leave");
		this.#window.kill("SIGKILL");
	}

	async #round(): Promise<void> {
		await this.#agents.splice(1, 1)[0]?.end();
		await this.#come();
		const acts = [
			() => this.#ask("answered"),
			() => this.#ask("answered"),
			() => this.#ask("dismissed"),
			() => this.#ask("cancelled"),
			() => this.#late(),
			() => this.#updatePlan(),
			() => this.#updatePlan(),
			() => this.#approve("allow"),
			() => this.#approve("deny"),
			() => this.#approve("allowAlways"),
		];
		for (let act = 0; act < this.#plan.actsPerRound; act++) {
			await acts[act % acts.length]?.();
			if (this.#plan.clock === "real") await pause(this.#plan.pauseMs);
		}
		await this.#reload();
		if (this.#plan.clock === "fake") await this.#do("pass", { count: HOUR_MS });
	}

	async #come(): Promise<void> {
		const launcher = join(this.#scene.root, "bin/parley-bridge");
		this.#agents.push(await SoakAgent.start(launcher, this.#path, this.#scene.folder));
		this.#counts.sessions++;
	}

	async #ask(how: "answered" | "dismissed" | "cancelled" | "timedOut", draft?: string): Promise<string> {
		const call = this.#agent().call("clarify", { question: `Which port for service ${this.#random(100)}?` });
		const id = idOf("question", await this.#waiting(1));
		this.#counts.asked++;
		this.#counts[how]++;
		if (draft !== undefined) await this.#do("draft", { id, text: draft });
		if (how === "answered") await this.#do("answer", { id, text: "80" });
		if (how === "dismissed") await this.#do("dismiss", { id });
		if (how === "timedOut") await this.#do("pass", { count: LIMIT_MS + 60_000 });
		if (how === "cancelled") call.cancel();
		else expectReason(await call.outcome, how === "answered" ? "response" : how === "timedOut" ? "timeout" : how);
		await this.#waiting(0);
		return id;
	}

	/** Time runs out, or the agent takes it back, over half an answer; the person hands it over, and a plan takes it along. */
	async #late(): Promise<void> {
		const id = await this.#ask(this.#plan.clock === "fake" ? "timedOut" : "cancelled", "8080");
		await this.#do("handOver", { id });
		for (const agent of this.#agents) {
			const { late_answers } = await agent.call("update_plan", { plan: PLAN }).outcome;
			if (late_answers !== undefined) this.#counts.late++;
			this.#counts.plans++;
		}
	}

	async #updatePlan(): Promise<void> {
		for (const status of ["in_progress", "completed"]) {
			const plan = [PLAN[0], { ...PLAN[1], status }];
			await this.#agent().call("update_plan", { title: "Ports", plan }).outcome;
			this.#counts.plans++;
		}
	}

	async #approve(how: "allow" | "deny" | "allowAlways"): Promise<void> {
		const isRemembered = how === "allowAlways" && this.#hasRule;
		const detail = how === "allowAlways" ? "npm test" : `node server.js ${this.#random(100)}`;
		const call = this.#agent().call("request_approval", { kind: "command", action: "Run it", detail });
		if (!isRemembered) await this.#do(how, { id: idOf("approval", await this.#waiting(1)) });
		expectReason(await call.outcome, isRemembered ? "remembered" : "user");
		this.#hasRule ||= how === "allowAlways";
		await this.#waiting(0);
		this.#counts.approvals++;
	}

	/** With a question and an approval open, which are settled by the window that comes. */
	async #reload(): Promise<void> {
		const [one, other] = this.#agents;
		const asked = one?.call("clarify", { question: "Go on?" });
		const wanted = other?.call("request_approval", { kind: "other", action: "Go on" });
		await this.#waiting(2);
		await this.#do("reload");
		this.#counts.reloads++;
		const shown = await this.#waiting(2);
		await this.#do("answer", { id: idOf("question", shown), text: "yes" });
		await this.#do("allow", { id: idOf("approval", shown) });
		expectReason(await asked?.outcome, "response");
		expectReason(await wanted?.outcome, "user");
		await this.#waiting(0);
		this.#counts.asked++;
		this.#counts.answered++;
		this.#counts.approvals++;
	}

	async #sample(hour: number): Promise<void> {
		// All agents are connected again when each has had an answer.
		for (const agent of this.#agents) await agent.call("update_plan", { plan: PLAN }).outcome;
		this.#counts.plans += this.#agents.length;
		// What was waited for in their absence is over.
		if (this.#plan.clock === "fake") await this.#do("pass", { count: HOUR_MS / 60 });
		const { measured } = await this.#do("measure");
		if (measured === undefined) throw new Error("nothing was measured");
		const { asked, plans, approvals, reloads, sessions } = this.#counts;
		const sample = {
			...measured,
			hour,
			acts: asked + plans + approvals + reloads + sessions,
			files: readdirSync(this.#scene.root, { recursive: true }).length,
			bridgeKiB: this.#agents[0]?.residentKiB ?? 0,
		};
		this.#samples.push(sample);
		this.#onSample(sample);
	}

	#agent(): SoakAgent {
		const agent = this.#agents[this.#random(this.#agents.length)];
		if (agent === undefined) throw new Error("no agent is there");
		return agent;
	}

	async #waiting(count: number): Promise<SoakReply["shown"]> {
		const { done, shown, complaints } = await this.#do("until", { count });
		if (!done) throw new Error(`${count} never wait: ${JSON.stringify({ shown, complaints })}`);
		return shown;
	}

	async #do(act: SoakRequest["act"], more: Partial<SoakRequest> = {}): Promise<SoakReply> {
		const seq = ++this.#seq;
		const reply = await new Promise<SoakReply>((resolve, reject) => {
			const gone = (): void => reject(new Error(`the window ended in ${act}`));
			const listen = (said: SoakReply): void => {
				if (said.seq !== seq) return;
				this.#window.off("message", listen).off("exit", gone);
				resolve(said);
			};
			this.#window.on("message", listen).once("exit", gone);
			this.#window.send({ ...more, seq, act } satisfies SoakRequest);
		});
		if (act === "measure") this.#complaints.push(...reply.complaints);
		return reply;
	}
}

function expectReason(outcome: Record<string, unknown> | undefined, reason: string): void {
	if (outcome?.["reason"] !== reason) throw new Error(`not ${reason}: ${JSON.stringify(outcome)}`);
}
