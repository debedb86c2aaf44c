import type { Session } from "../core/sessions";
import type { L10n } from "./l10n";

/** Who asks, and where, in words. Foreign text: each sink still makes it safe. */
interface Asker {
	readonly agent: string;
	/** "claude · web-shop": terminal and folder as far as they are known; empty when neither is. */
	readonly place: string;
}

export function askerOf(l10n: L10n, session: Session): Asker {
	const { agent, place } = session.intro;
	const isRefuted = place.verification === "refuted";
	return {
		agent: isRefuted ? l10n.t("not verified: says it is {0}", agent.label) : agent.label,
		// Outside all folders the real path says where it runs, never the first folder.
		place: [place.terminal?.name, place.folder?.name ?? place.cwd].filter((part) => part !== undefined).join(" · "),
	};
}

/** "Claude Code (claude · web-shop)" */
export function inFull({ agent, place }: Asker): string {
	return place === "" ? agent : `${agent} (${place})`;
}
