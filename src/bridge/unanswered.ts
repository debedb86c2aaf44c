import type { Request } from "./inFlight";
import { resultText } from "./jsonRpc";

const AWAY = "the editor window went away and did not come back.";
const NOTICE =
	`No answer was given: ${AWAY} ` +
	"This is not consent, and nothing was decided: whatever depends on the answer stays open.";
const NOT_ALLOWED = `Nobody decided: ${AWAY} Silence is a no: the act is not allowed.`;

/** What a `tools/call` gets whose window stayed away: the tool's own "not answered", never an answer. */
export function unanswered({ id, params }: Request): string {
	switch (params["name"]) {
		case "clarify":
			return outcomeText(id, { clarify_id: "", response: "", reason: "cancelled", note: NOTICE });
		case "request_approval":
			return outcomeText(id, { approval_id: "", decision: "deny", reason: "cancelled", note: NOT_ALLOWED });
		default:
			return resultText(id, { isError: true, content: [{ type: "text", text: `not_connected: ${NOTICE}` }] });
	}
}

function outcomeText(id: Request["id"], outcome: Readonly<Record<string, string>>): string {
	return resultText(id, { structuredContent: outcome, content: [{ type: "text", text: JSON.stringify(outcome) }] });
}
