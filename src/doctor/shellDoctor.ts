import { dirname, join } from "node:path";
import { ContactBook } from "../node/contactBook";
import { realPath } from "../node/realPath";
import { readVersion } from "../node/installBridge";
import { type StateFolder, stateFolderAt } from "../node/stateFolder";
import { WINDOW_VARIABLE } from "../wire/protocol";
import type { ShellReport } from "../wire/shellCheck";
import { thisMachine } from "../agents/apply";
import { type AgentContext, openAgents } from "./agentFacts";
import { agentSections } from "./agentSections";
import { reportDocument } from "./document";
import { ENGLISH } from "./english";
import { examineAll } from "./examine";
import { isHealthy, type Report } from "./report";
import { thisShell, windowExaminations } from "./shellWindows";
import { stateExaminations } from "./stateRows";
import { tripExamination } from "./tripRows";

/** Examines what can be seen without an editor: the state folder of that bridge, the windows it tells of, the agents. */
export async function checkFromShell(script: string): Promise<ShellReport> {
	const l10n = ENGLISH;
	const state = stateFolderAt(dirname(dirname(realPath(script) ?? script)));
	const version = readVersion(state)?.version ?? "?";
	const platform = process.platform;
	const { env, home } = thisMachine;
	const launcher = join(state.bin, "parley-bridge");
	const bridge = platform === "win32" ? { command: process.execPath, args: [script] } : { command: launcher, args: [] };
	const given = env[WINDOW_VARIABLE];
	const window = given === "" ? undefined : given;
	const [here, windows, agents] = await Promise.all([
		examineAll(l10n, [
			{ id: "shell.window", title: l10n.t("This shell"), run: () => thisShell(l10n, state, window) },
			...stateExaminations(l10n, { state, version, source: undefined, platform }),
			tripExamination(l10n, { bridge, window: undefined, env, cwd: home }),
		]),
		examineAll(l10n, windowExaminations(l10n, state)),
		agentSections(l10n, openAgents(state.root, bridge, version), contactsIn(state)),
	]);
	const report: Report = {
		sections: [{ title: l10n.t("This machine"), rows: here }, { title: l10n.t("Windows"), rows: windows }, ...agents],
	};
	const place = `${platform} ${process.arch}, Node ${process.versions.node}`;
	const head = { version, place, at: new Date().toISOString() };
	return { text: reportDocument(l10n, report, head, home), isHealthy: isHealthy(report) };
}

function contactsIn(state: StateFolder): AgentContext {
	const quiet = (): void => undefined;
	const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
	const book = new ContactBook(state, log, Date.now);
	return {
		now: Date.now(),
		switches: undefined,
		isHooked: () => false,
		lastHandshake: (id) => book.lastHandshake(id),
		lastCall: () => undefined,
	};
}
