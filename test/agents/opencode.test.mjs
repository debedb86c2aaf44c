import { describeAsking } from "./askingSuite.mjs";

describeAsking({
	name: "opencode",
	label: "OpenCode",
	headless: (prompt) => `opencode run '${prompt}'`,
	interactive: (prompt) => `opencode --prompt '${prompt}'`,
	// The first press only tells that the second will.
	interrupt: ["Escape", "Escape"],
	unanswered: /"response": ?"", ?"reason": ?"(dismissed|timeout)".*not consent/,
});
