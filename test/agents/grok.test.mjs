import { describeAsking } from "./askingSuite.mjs";

describeAsking({
	name: "grok",
	label: "Grok",
	headless: (prompt) => `grok -p '${prompt}'`,
	interactive: (prompt) => `grok '${prompt}'`,
	unanswered: /"response": ?"", ?"reason": ?"(dismissed|timeout)".*not consent/,
});
