import type { Act, Approvals, OpenApproval } from "../core/approvals";
import { InteractionError } from "../core/errors";
import type { Intent, IntentHandlers } from "../protocol/intents";
import type { ApprovalData, ApprovalStep, RuleStepData, StepData } from "../protocol/snapshot";
import { patternProblem, patternText, ruleMatch } from "./patternText";

type Handlers = Pick<IntentHandlers, "allow-once" | "deny" | "allow-always" | "decide-in-terminal" | "step">;
type Parts = Pick<ApprovalData, "extensionMs" | "canAllowAlways" | "hasFailed" | "prompt" | "step">;

/** What the person does with requests in the panel; the steps in between stay here, since the page may begin anew. */
export class PanelApprovals {
	readonly handlers: Handlers;
	readonly #approvals: Approvals;
	readonly #steps = new Map<string, ApprovalStep>();
	/** What a rule is tried on, by the id of the request whose rule is shown. */
	readonly #earlier = new Map<string, readonly Act[]>();
	/** Requests whose decision could not be stored. */
	readonly #failed = new Set<string>();
	/** By id; what it depends on stays as long as the request waits. */
	readonly #canAllowAlways = new Map<string, boolean>();

	constructor(approvals: Approvals) {
		this.#approvals = approvals;
		this.handlers = {
			"allow-once": ({ id }) => this.#decide(id, () => approvals.allowOnce(id)),
			deny: ({ id, message }) => this.#decide(id, () => approvals.deny(id, message)),
			"allow-always": (intent) => this.#allowAlways(intent),
			"decide-in-terminal": ({ id }) => this.#decide(id, () => approvals.decideInTerminal(id)),
			step: ({ id, step }) => {
				this.#failed.delete(id);
				if (step?.kind !== "rule") this.#earlier.delete(id);
				if (step === undefined) this.#steps.delete(id);
				else if (this.#approvals.open.some((each) => each.id === id)) this.#steps.set(id, step);
			},
		};
	}

	/** What a card shows beside the request itself. */
	parts({ id, origin, state }: OpenApproval): Parts {
		return {
			extensionMs: this.#approvals.extensionMs(id),
			canAllowAlways: state === "waiting" && this.#canBeRule(id),
			hasFailed: this.#failed.has(id),
			prompt: origin.kind === "tool" ? "none" : origin.blocksTerminal ? "blocked" : "beside",
			step: this.#step(id),
		};
	}

	/** Forgets what was about other requests. */
	keepOnly(ids: ReadonlySet<string>): void {
		for (const kept of [this.#steps, this.#earlier, this.#failed, this.#canAllowAlways]) {
			for (const id of kept.keys()) if (!ids.has(id)) kept.delete(id);
		}
	}

	#decide(id: string, decide: () => boolean): void {
		this.#failed.delete(id);
		try {
			decide();
		} catch (error) {
			// A rule that does not fit is told by its step; it was not the store.
			if (!(error instanceof InteractionError)) this.#failed.add(id);
			throw error;
		}
	}

	#allowAlways({ id, covers, pattern }: Intent<"allow-always">): void {
		this.#steps.set(id, { kind: "rule", covers, pattern });
		const proposal = this.#approvals.proposal(id);
		const match = proposal && ruleMatch(proposal, covers, pattern);
		if (match !== undefined) this.#decide(id, () => this.#approvals.allowAlways(id, match));
	}

	#canBeRule(id: string): boolean {
		const known = this.#canAllowAlways.get(id) ?? this.#approvals.proposal(id) !== undefined;
		this.#canAllowAlways.set(id, known);
		return known;
	}

	#earlierActs(id: string): readonly Act[] {
		const earlier = this.#earlier.get(id) ?? this.#approvals.earlierActs(id);
		this.#earlier.set(id, earlier);
		return earlier;
	}

	#step(id: string): StepData | undefined {
		const step = this.#steps.get(id);
		return step?.kind === "rule" ? this.#ruleStep(id, step) : step;
	}

	/** Undefined: it may only be allowed once, or its agent is away. */
	#ruleStep(id: string, step: Extract<ApprovalStep, { kind: "rule" }>): RuleStepData | undefined {
		const proposal = this.#approvals.proposal(id);
		if (proposal === undefined) return undefined;
		const { covers } = step;
		const { agentLabel, cwd, kind } = proposal.scope;
		const place = this.#approvals.open.find((each) => each.id === id)?.session.intro.place;
		const folder = place?.folder?.name ?? proposal.scope.folder;
		const pattern = proposal.argv && (step.pattern ?? patternText(proposal.argv));
		const match = covers === undefined ? undefined : ruleMatch(proposal, covers, pattern);
		const checks = match === undefined ? [] : this.#approvals.preview(id, match, this.#earlierActs(id));
		const missed = covers === undefined ? undefined : patternProblem(proposal, match, checks);
		const problem = missed ?? (this.#failed.has(id) ? "not-stored" : undefined);
		return { kind: "rule", covers, pattern, scope: { agent: agentLabel, folder, cwd, kind }, checks, problem };
	}
}
