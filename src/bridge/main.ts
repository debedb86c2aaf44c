import { WINDOW_VARIABLE } from "../wire/protocol";
import { type BridgeArguments, parseArguments } from "./arguments";
import { serve } from "./serve";

/** What an agent's entry starts: its MCP server `parley` on stdin and stdout. */
function main([, script = "", ...words]: readonly string[]): void {
	const { [WINDOW_VARIABLE]: window, CLAUDE_CODE_SESSION_ID: agentSession } = process.env;
	const [command, agent = "", event = ""] = words;
	if (command === "hook") {
		void import("./hook").then(({ runHook }) => runHook({ agent, event, script, window }));
		return;
	}
	if (command === "--check" && words.length === 1) {
		void import("./check").then(({ runCheck }) => runCheck(script));
		return;
	}
	let entry: BridgeArguments;
	try {
		entry = parseArguments(words);
	} catch (error) {
		process.stderr.write(`parley-bridge: ${error instanceof Error ? error.message : String(error)}\n`);
		process.exitCode = 2;
		return;
	}
	void serve(entry, { script, window, agentSession });
}

main(process.argv);
