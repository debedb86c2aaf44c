import type { ListedAgent, Preparation } from "../agents/connections";
import { listText, variablesText } from "./agentRows";
import type { L10n } from "./l10n";
import { notificationPart } from "./text/notificationText";

/** More buttons than these VS Code shows badly. */
const BUTTONS_MAX = 3;

export interface Offer {
	readonly message: string;
	readonly buttons: readonly OfferButton[];
}

export interface OfferButton {
	readonly label: string;
	/** The agent to connect at once; `choose`: to be chosen from the list; undefined: none. */
	readonly press: ListedAgent | "choose" | undefined;
}

/** What the agents are offered with that need no file; `prepared` is what connecting each would do. */
export function offerOf(l10n: L10n, agents: readonly ListedAgent[], prepared: readonly Preparation[]): Offer {
	const later = { label: l10n.t("Not now"), press: undefined };
	const connect = agents.map((agent) => ({ label: l10n.t("Connect {0}", agent.label), press: agent }));
	if (agents.length === 1) {
		const variables = prepared.flatMap((each) => (each.kind === "variables" ? each.changes : []));
		const message = l10n.t(
			"{0} can ask you here. Connecting changes no file: new terminals get {1}.",
			agents[0]?.label ?? "",
			notificationPart(variablesText(variables)),
		);
		return { message, buttons: [...connect, later] };
	}
	const message = l10n.t(
		"{0} can ask you here. Connecting changes no file: new terminals get variables.",
		listText(
			l10n,
			agents.map(({ label }) => label),
		),
	);
	const choose = { label: l10n.t("Choose…"), press: "choose" as const };
	return { message, buttons: [...(agents.length < BUTTONS_MAX ? connect : [choose]), later] };
}
