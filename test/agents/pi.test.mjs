import { describeAsking } from "./askingSuite.mjs";

describeAsking({
	name: "pi",
	label: "Pi",
	headless: (prompt) => `pi -p '${prompt}'`,
	interactive: (prompt) => `pi '${prompt}'`,
	unanswered: /"response": ?"", ?"reason": ?"(dismissed|timeout)".*not consent/,
});
