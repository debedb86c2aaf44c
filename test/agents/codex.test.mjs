import { describeAsking } from "./askingSuite.mjs";

describeAsking({
	name: "codex",
	label: "Codex",
	headless: (prompt) => `codex exec --skip-git-repo-check '${prompt}'`,
	interactive: (prompt) => `codex '${prompt}'`,
	// Codex gives its model the structured content only, so the note stands there.
	unanswered: /"response": ?"", ?"reason": ?"(dismissed|timeout)".*not consent/,
});
