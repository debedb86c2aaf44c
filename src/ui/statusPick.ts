import type { AgentStanding } from "../doctor/report";
import { timeAgo } from "../doctor/timeAgo";
import { stateText } from "./agentRows";
import type { L10n } from "./l10n";
import type { List, ListRow, NewList } from "./list";

export interface StatusDeps {
	readonly l10n: L10n;
	readonly newList: NewList;
	/** What runs in this window, one fact a line. */
	facts(): readonly string[];
	agents(): Promise<readonly AgentStanding[]>;
	now(): number;
	/** New terminals get variables. */
	hasVariables(): boolean;
	copy(): void;
	examine(): void;
	failed(error: unknown): void;
}

type StatusAct = "read" | "copy" | "examine";

/** A list that only reads: the agents, then what runs in this window. Its last rows copy it, and examine all of it. */
export function showStatus(deps: StatusDeps): void {
	const { l10n, newList } = deps;
	let isOpen = true;
	const list: List<StatusAct> = newList<StatusAct>({
		typed: () => undefined,
		accepted: (act) => {
			list.dispose();
			if (act === "copy") deps.copy();
			if (act === "examine") deps.examine();
		},
		pressed: () => undefined,
		hidden: () => {
			isOpen = false;
			list.dispose();
		},
	});
	const draw = (agentRows: readonly ListRow<StatusAct>[]): void => {
		if (!isOpen) return;
		list.draw([
			{ kind: "separator", label: l10n.t("Agents") },
			...agentRows,
			{ kind: "separator", label: l10n.t("This window") },
			...deps.facts().map((fact) => ({ kind: "row", label: fact, act: "read" }) as const),
			{ kind: "separator", label: "Parley" },
			{ kind: "row", icon: "pulse", label: l10n.t("Run Doctor"), alwaysShow: true, act: "examine" },
			{ kind: "row", icon: "copy", label: l10n.t("Copy diagnostics"), alwaysShow: true, act: "copy" },
		]);
	};
	const note = (text: string): ListRow<StatusAct> => ({ kind: "row", label: text, act: "read" });
	list.title = l10n.t("Parley in this window");
	draw([{ kind: "row", icon: "loading~spin", label: l10n.t("Looking for agents…"), act: "read" }]);
	list.show();
	deps.agents().then(
		(standings) =>
			draw(
				standings.length === 0
					? [note(l10n.t("None was found."))]
					: standings.map((each) => agentRow(l10n, each, deps.now(), deps.hasVariables())),
			),
		(error: unknown) => {
			deps.failed(error);
			draw([note(l10n.t("They could not be looked at. The log says why."))]);
		},
	);
}

function agentRow(l10n: L10n, standing: AgentStanding, now: number, hasVariables: boolean): ListRow<StatusAct> {
	const { agent, program, version, handshakeAt, callAt } = standing;
	const isConnected = agent.state === "connected" || agent.state === "outdated";
	const how = agent.files.length === 0 ? l10n.t("by variables in new terminals") : agent.files.join(", ");
	const details = [
		...(program === undefined
			? [l10n.t("program not found")]
			: [version === undefined ? program : `${program} ${version}`]),
		...(isConnected ? [how] : []),
		...(handshakeAt === undefined ? [] : [l10n.t("introduced itself {0}", timeAgo(l10n, handshakeAt, now))]),
		...(callAt === undefined ? [] : [l10n.t("last call {0}", timeAgo(l10n, callAt, now))]),
	];
	return {
		kind: "row",
		label: agent.label,
		description: stateText(l10n, agent, { isSeen: handshakeAt !== undefined, hasVariables }),
		detail: details.join(" · "),
		act: "read",
	};
}
