import { ACT_KINDS } from "./actKinds";
import type { Act, ApprovalOrigin, ApprovalOutcome, OpenApproval, SettledApproval } from "./approvals";
import { flag, number, oneOf, optional, type Parser, shape, text } from "./shape";

/** An open request in its session's document. What is dangerous about it is found out anew. */
export interface StoredApproval extends Omit<OpenApproval, "session" | "state" | "dangers"> {
	readonly callKey: string;
	/** What remained of its time when it was stored: the time until its agent is back does not count. */
	readonly remainingMs: number;
}

type Outcome<D extends ApprovalOutcome["decision"]> = Extract<ApprovalOutcome, { decision: D }>;

export const act = shape<Act>({
	kind: oneOf(ACT_KINDS),
	action: text,
	detail: optional(text),
	reason: optional(text),
	isPlaced: (raw) => (raw === false ? raw : undefined),
});

const OUTCOMES: Readonly<Record<ApprovalOutcome["decision"], Parser<ApprovalOutcome>>> = {
	allow_once: shape<Outcome<"allow_once">>({ decision: oneOf(["allow_once"]), reason: oneOf(["user"]) }),
	allow_always: shape<Outcome<"allow_always">>({
		decision: oneOf(["allow_always"]),
		reason: oneOf(["user", "remembered"]),
	}),
	deny: (raw) => {
		const { message, ...denied } = shape<Outcome<"deny"> & { message: string | undefined }>({
			decision: oneOf(["deny"]),
			reason: oneOf(["user", "remembered", "timeout", "cancelled", "error"]),
			message: optional(text),
		})(raw);
		return message === undefined ? denied : { ...denied, message };
	},
	none: shape<Outcome<"none">>({
		decision: oneOf(["none"]),
		reason: oneOf(["terminal", "timeout", "cancelled", "error"]),
	}),
};

export const approvalOutcome: Parser<ApprovalOutcome> = (raw) => {
	const decision = oneOf(["allow_once", "allow_always", "deny", "none"]);
	return OUTCOMES[shape<Pick<ApprovalOutcome, "decision">>({ decision })(raw).decision](raw);
};

const origin: Parser<ApprovalOrigin> = (raw) => {
	const { kind } = shape<Pick<ApprovalOrigin, "kind">>({ kind: oneOf(["tool", "prompt"]) })(raw);
	return kind === "tool" ? { kind } : prompt(raw);
};

const prompt = shape<Extract<ApprovalOrigin, { kind: "prompt" }>>({
	kind: oneOf(["prompt"]),
	tool: text,
	inputHash: text,
	blocksTerminal: flag,
});

export const storedApproval = shape<StoredApproval>({
	id: text,
	turnId: text,
	act,
	origin,
	askedAt: number,
	deadline: number,
	lastMoment: number,
	callKey: text,
	remainingMs: number,
});

export const settledApproval = shape<SettledApproval>({ approvalId: text, outcome: approvalOutcome });
