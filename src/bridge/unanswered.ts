import type { Request } from "./inFlight";
import { resultText } from "./jsonRpc";

const NOTICE =
	"No answer was given: the editor window went away and did not come back. " +
	"This is not consent, and nothing was decided: whatever depends on the answer stays open.";

/** What a `tools/call` gets whose window stayed away: the tool's own "not answered" for `clarify`, never an answer. */
export function unanswered(request: Request): string {
	if (request.params["name"] !== "clarify") {
		return resultText(request.id, { isError: true, content: [{ type: "text", text: `not_connected: ${NOTICE}` }] });
	}
	const outcome = { clarify_id: "", response: "", reason: "cancelled", note: NOTICE };
	return resultText(request.id, {
		structuredContent: outcome,
		content: [{ type: "text", text: JSON.stringify(outcome) }],
	});
}
