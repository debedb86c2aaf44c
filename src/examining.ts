import { createRequire } from "node:module";
import { join } from "node:path";
import { agentOf } from "./core/agents";
import type { AgentSwitchboard } from "./core/agentSwitches";
import type { Desk } from "./core/desk";
import type { Doctors } from "./doctor/doctors";
import type { DoctorFacts, SessionFacts, VariableFacts } from "./doctor/facts";
import type { AgentStanding, Report } from "./doctor/report";
import { processesOf } from "./node/processes";
import type { OpenBroker, WindowPlace } from "./startWindow";
import type { L10n } from "./ui/l10n";
import type { PresenceState } from "./ui/presence";

export interface ExaminingDeps {
	readonly l10n: L10n;
	/** Of this extension, "1.2.3". */
	readonly version: string;
	/** The folder of the bundles. */
	readonly dist: string;
	readonly switches: AgentSwitchboard;
	now(): number;
	presence(): PresenceState;
	desk(): Desk | undefined;
	place(): WindowPlace | undefined;
	broker(): OpenBroker | undefined;
	isIntegrated(): boolean;
	/** What new terminals get. */
	variables(): readonly VariableFacts[];
	/** The processes of the terminals' shells. */
	shells(): readonly number[];
}

/** Tells the Doctor what this window knows of itself. */
export class Examining {
	readonly #deps: ExaminingDeps;

	constructor(deps: ExaminingDeps) {
		this.#deps = deps;
	}

	async examine(): Promise<Report> {
		return this.#doctors().examineWindow(this.#deps.l10n, this.#facts());
	}

	/** One entry per agent that is here or is connected; none until the window has its place. */
	async agents(): Promise<readonly AgentStanding[]> {
		return this.#doctors().agentStandings(this.#facts());
	}

	/** A bundle of its own: who never asks for it never loads it. */
	#doctors(): Doctors {
		const bundle = createRequire(__filename)(join(this.#deps.dist, "agents.cjs")) as { readonly doctors: Doctors };
		return bundle.doctors;
	}

	#facts(): DoctorFacts {
		const { version, dist, switches } = this.#deps;
		const [place, broker] = [this.#deps.place(), this.#deps.broker()];
		return {
			version,
			dist,
			platform: process.platform,
			now: this.#deps.now(),
			presence: this.#deps.presence(),
			place: place && { state: place.state, slot: place.slot.path, instance: place.instance, bridge: place.bridge },
			broker: broker && { url: broker.url, token: broker.token },
			terminals: {
				isIntegrated: this.#deps.isIntegrated(),
				variables: this.#deps.variables(),
				shells: this.#deps.shells(),
				processes: processesOf(process.platform),
			},
			sessions: sessionsOf(this.#deps.desk()),
			switches,
			lastHandshake: (id) => place?.contacts.lastHandshake(id),
			lastCall: (id) => place?.contacts.lastCall(id),
		};
	}
}

function sessionsOf(desk: Desk | undefined): readonly SessionFacts[] {
	const live = desk?.sessions.all.filter(({ state }) => state === "live") ?? [];
	return live.map(({ intro, startedAt, isHooked }) => ({
		agentId: intro.agent.id,
		label: agentOf(intro.agent.id).label,
		startedAt,
		isRefuted: intro.place.verification === "refuted",
		isHooked,
	}));
}
