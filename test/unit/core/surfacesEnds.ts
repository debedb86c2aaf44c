import { expect } from "vitest";
import type { ApprovalOutcome } from "../../../src/core/approvals";
import type { ClarifyOutcome } from "../../../src/core/clarifications";
import type { Kind } from "./surfacesSteps";

/** What a call got, in the reference's words. */
export function endOf(kind: Kind, value: unknown): string {
	if (kind === "question") {
		const { reason, response } = value as ClarifyOutcome;
		expect(response === "").toBe(reason !== "response");
		return reason;
	}
	const { decision, reason } = value as ApprovalOutcome;
	if (decision === "allow_once") return "allow_once";
	if (decision === "deny" && reason === "user") return "denied";
	expect(decision).toBe(kind === "tool" ? "deny" : "none");
	return reason;
}
