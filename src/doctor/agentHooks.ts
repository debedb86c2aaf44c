import type { ListedAgent } from "../agents/connections";
import type { Turnless } from "../agents/integration";
import type { L10n } from "../ui/l10n";
import type { AgentContext, AgentSource } from "./agentFacts";
import { AGENT_KNOWLEDGE } from "./agentKnowledge";
import { codexHookTrust } from "./codexHookTrust";
import type { Finding } from "./examine";

/** Whether the agent tells Parley when its turns begin and end. Without it the tools work all the same. */
export function hooksFinding(
	l10n: L10n,
	agent: ListedAgent,
	source: AgentSource,
	{ isHooked }: Pick<AgentContext, "isHooked">,
): Finding {
	const { id, label } = agent;
	if (!AGENT_KNOWLEDGE[id].hasTurnHooks) {
		return { status: "info", detail: l10n.t("Not for this agent: its whole session counts as one turn.") };
	}
	const files = source.filesOf(agent);
	const read = (path: string): string => source.machine.readText(path) ?? "";
	const hooks = files.find((path) => /[\\/]hooks\.json$/.test(path));
	if (id === "codex" && hooks !== undefined) {
		const config = files.find((path) => /[\\/]config\.toml$/.test(path));
		const trust = codexHookTrust(hooks, read(hooks), config === undefined ? "" : read(config));
		if (trust.kind === "untrusted") {
			return {
				status: "warning",
				detail: l10n.t(
					"They are in {0}, but not trusted yet, so Codex skips them: {1}.",
					hooks,
					trust.events.join(", "),
				),
				remedy: l10n.t("Start Codex and choose Review hooks, or type /hooks in it, and trust Parley’s."),
			};
		}
		if (trust.kind === "trusted") {
			return isHooked(id)
				? { status: "ok", detail: l10n.t("They are in {0}, and its turns are followed.", hooks) }
				: {
						status: "info",
						detail: l10n.t(
							"They are in {0}, and Codex has recorded your trust. Its next session here shows whether it still holds.",
							hooks,
						),
					};
		}
	}
	const turnless = source.turnlessOf(agent);
	if (turnless !== undefined && !isHooked(id)) return { status: "info", detail: turnlessText(l10n, label, turnless) };
	// Each agent writes it in a form of its own.
	const ours = new RegExp(`\\bhook\\b["',\\s\\\\]+${id}\\b(?!["',\\s\\\\]+PreToolUse)`);
	if (files.some((path) => ours.test(read(path)))) {
		return isHooked(id)
			? { status: "ok", detail: l10n.t("They are in place, and its turns are followed.") }
			: { status: "ok", detail: l10n.t("They are in place.") };
	}
	return {
		status: "info",
		detail: l10n.t("They are not in place: the whole session of {0} counts as one turn.", label),
	};
}

function turnlessText(l10n: L10n, label: string, turnless: Turnless): string {
	return turnless.kind === "noPackage"
		? l10n.t("{0} has its tools without turns, because its plug-in package is not installed here.", label)
		: l10n.t("{0} has its tools without turns, because {1} is set to something else.", label, turnless.variable);
}
