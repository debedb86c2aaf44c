import { type Dialect, idsOf } from "./dialect";
import { specific } from "./specific";

/** Gemini CLI's hooks can refuse a tool but not allow one, so its own dialog stays; it knows no id of a prompt. */
export const gemini: Dialect = {
	read(event, input) {
		if (input["hook_event_name"] !== event) return undefined;
		const ids = idsOf(input["session_id"], undefined, input["cwd"]);
		if (event === "BeforeAgent") return { kind: "begin", ids };
		return event === "AfterAgent" ? { kind: "end", ids, how: "ended" } : undefined;
	},
	context: (additionalContext) => specific("BeforeAgent", { additionalContext }),
};
