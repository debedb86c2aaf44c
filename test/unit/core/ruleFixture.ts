import type { Act } from "../../../src/core/approvals";
import type { CommandParser } from "../../../src/core/commandParser";
import type { Log } from "../../../src/core/ports";
import { RuleBook } from "../../../src/core/ruleBook";
import type { ApprovalRule } from "../../../src/core/rules";
import type { Place, Session } from "../../../src/core/sessions";
import { posixCommands } from "../../../src/node/posixCommands";
import { CountingIds } from "../../support/countingIds";
import { FakeClock } from "../../support/fakeClock";
import { MemoryRuleStore } from "../../support/memoryStores";

/** A book of rules over a store in memory, and what asks for its decisions. */
export class RuleFixture {
	readonly clock = new FakeClock();
	readonly store = new MemoryRuleStore();
	readonly logged: string[] = [];
	readonly book: RuleBook;

	constructor(isPosix = true, parser: CommandParser = posixCommands()) {
		const note = (message: string): number => this.logged.push(message);
		const log: Log = { debug: note, info: note, warn: note, error: note };
		this.book = new RuleBook({ clock: this.clock, ids: new CountingIds(), store: this.store, log, parser, isPosix });
	}

	get rules(): readonly ApprovalRule[] {
		return this.store.read();
	}
}

export function sessionOf(place: Partial<Place> = {}, agentId = "codex"): Session {
	return {
		id: "session",
		intro: {
			key: "0".repeat(32),
			isResumable: true,
			agent: { id: agentId, label: agentId.toUpperCase(), callLimitMs: undefined },
			tools: { clarify: true, approvals: true },
			budgetMs: undefined,
			place: {
				cwd: "/projects/shop/api",
				folder: { name: "shop", path: "/projects/shop" },
				terminal: undefined,
				pid: undefined,
				verification: "verified",
				...place,
			},
			inFlight: [],
		},
		state: "live",
		isHooked: false,
		turn: undefined,
		startedAt: 0,
	};
}

export function command(detail: string, more: Partial<Act> = {}): Act {
	return { kind: "command", action: "Go on", detail, reason: undefined, ...more };
}
