import { WINDOW_VARIABLE } from "../wire/protocol";
import type { L10n } from "../ui/l10n";
import type { Examination, Finding } from "./examine";
import type { PlaceFacts, TerminalFacts, VariableFacts } from "./facts";

export interface TerminalQuestion {
	readonly place: PlaceFacts | undefined;
	readonly terminals: TerminalFacts;
	/** The names of connected agents that need variables. */
	readonly needing: readonly string[];
}

const SETTING = "parley.terminalIntegration";

/** What new terminals get, and what the open ones got. */
export function terminalExaminations(l10n: L10n, question: TerminalQuestion): readonly Examination[] {
	return [
		{ id: "terminals.variables", title: l10n.t("New terminals"), run: () => newOnes(l10n, question) },
		{ id: "terminals.open", title: l10n.t("Open terminals"), run: () => openOnes(l10n, question) },
	];
}

function newOnes(l10n: L10n, { place, terminals, needing }: TerminalQuestion): Finding {
	const { isIntegrated, variables } = terminals;
	if (!isIntegrated) {
		const repair = { kind: "openSetting", setting: SETTING } as const;
		const remedy = l10n.t("Switch {0} on, then open a new terminal.", SETTING);
		if (needing.length === 0) {
			return {
				status: "warning",
				detail: l10n.t("They get no variables, because {0} is off.", SETTING),
				remedy,
				repair,
			};
		}
		const detail = l10n.t(
			"{0} is off, so {1} cannot reach this window although connected.",
			SETTING,
			needing.join(", "),
		);
		return { status: "failed", detail, remedy, repair };
	}
	if (place === undefined) return { status: "info", detail: l10n.t("Not examined: this window has no place yet.") };
	const window = variables.find(({ variable }) => variable === WINDOW_VARIABLE);
	if (window?.value !== place.slot) {
		return {
			status: "failed",
			detail: l10n.t("They get no {0} that names this window.", WINDOW_VARIABLE),
			remedy: l10n.t("Start Parley again, then open a new terminal."),
			repair: { kind: "restart" },
		};
	}
	const names = variables.map(({ variable }) => variable).join(", ");
	return { status: "ok", detail: l10n.t("They get {0}.", names) };
}

async function openOnes(l10n: L10n, { place, terminals }: TerminalQuestion): Promise<Finding> {
	const { shells, processes, variables, isIntegrated } = terminals;
	if (processes === undefined) {
		return { status: "info", detail: l10n.t("What they got cannot be seen on this platform.") };
	}
	if (place === undefined || !isIntegrated) return { status: "info", detail: l10n.t("Not examined.") };
	if (shells.length === 0) return { status: "info", detail: l10n.t("None is open.") };
	const missing = await Promise.all(
		shells.map(async (shell) => {
			const has = await Promise.all(
				variables.map(async (each) => holds(each, await processes.variable(shell, each.variable))),
			);
			return variables.filter((_, at) => has[at] === false).map(({ variable }) => variable);
		}),
	);
	const lacking = missing.filter((names) => names.length > 0);
	if (lacking.length === 0) {
		const detail = l10n.t("All have what agents need ({0} open).", shells.length);
		return { status: "ok", detail };
	}
	const names = [...new Set(lacking.flat())].join(", ");
	return {
		status: "warning",
		detail: l10n.t(
			"{0} of {1} were opened without {2}, which agents there need.",
			lacking.length,
			shells.length,
			names,
		),
		remedy: l10n.t("Open a new terminal and start the agent there."),
		repair: { kind: "newTerminal" },
	};
}

function holds({ variable, how, value }: VariableFacts, has: string | undefined): boolean {
	if (has === undefined) return false;
	if (how === "append") return has.includes(value.replace(/^[:;]/, ""));
	// A start-up file of the shell may set what is no name of ours.
	return variable !== WINDOW_VARIABLE || has === value;
}
