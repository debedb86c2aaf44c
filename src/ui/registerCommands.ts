import { commands, env } from "vscode";
import { type Disposable, DisposableStore } from "../core/lifetime";
import type { Log } from "../core/ports";
import type { Cards } from "./cards";
import { COMMANDS } from "./commands";
import type { Connect } from "./connect";
import type { Doctor } from "./doctor";
import type { L10n } from "./l10n";
import type { NewList } from "./list";
import type { Notify } from "./notify";
import type { PersonActs } from "./personActs";
import type { Presence } from "./presence";
import { showStatus, type StatusDeps } from "./statusPick";

interface CommandsDeps {
	readonly l10n: L10n;
	readonly log: Log & { show(): void };
	readonly presence: Presence;
	readonly cards: Cards;
	readonly newList: NewList;
	readonly notify: Notify;
	/** What the person can do now; undefined where there is no desk. */
	acts(): PersonActs | undefined;
	/** Undefined until the window has its place. */
	connect(): Connect | undefined;
	/** Folds every plan card of the panel. */
	collapsePlans(): void;
	restart(): Promise<void>;
	readonly doctor: Doctor;
	readonly status: Omit<StatusDeps, "l10n" | "newList" | "copy" | "examine" | "failed">;
}

/** Registers every command of the manifest. */
export function registerCommands(deps: CommandsDeps): Disposable {
	const { l10n, notify } = deps;
	const owned = new DisposableStore();
	const copyDiagnostics = async (): Promise<void> => {
		await env.clipboard.writeText(`${deps.status.facts().join("\n")}\n`);
		void notify("information", l10n.t("Diagnostics copied. They hold no question, no answer and no secret."), []);
	};
	const handlers: Record<keyof typeof COMMANDS, (argument: unknown) => unknown> = {
		answerQuestion: (id) => withActs(deps, (acts) => acts.answerQuestion(typeof id === "string" ? id : undefined)),
		answerOldest: () => withActs(deps, (acts) => acts.answerOldest()),
		dismissQuestion: () => withActs(deps, (acts) => acts.dismissQuestion()),
		keepOpen: () => withActs(deps, (acts) => acts.keepOpen()),
		showInbox: () => withActs(deps, (acts) => acts.showInbox()),
		focusPanel: () => deps.cards.show(),
		showTerminal: () => withActs(deps, (acts) => acts.showTerminal()),
		askSample: () => withActs(deps, (acts) => acts.askSample()),
		collapsePlans: () => deps.collapsePlans(),
		connectAgents: () => deps.connect()?.connect() ?? tellWhyNot(deps),
		manageApprovals: () => withActs(deps, (acts) => acts.manageApprovals()),
		disconnectAgents: () => deps.connect()?.disconnect() ?? tellWhyNot(deps),
		doctor: () => deps.doctor.run(),
		status: () =>
			showStatus({
				...deps.status,
				l10n,
				newList: deps.newList,
				copy: () => void run(deps.log, copyDiagnostics),
				examine: () => void run(deps.log, () => deps.doctor.run()),
				failed: (error) => deps.log.error("the agents could not be looked at", error),
			}),
		exportHistory: () => withActs(deps, (acts) => acts.exportHistory()),
		clearHistory: () => withActs(deps, (acts) => acts.clearHistory()),
		showLog: () => deps.log.show(),
		restart: () => (deps.presence.state.kind === "untrusted" ? tellWhyNot(deps) : deps.restart()),
		copyDiagnostics,
	};
	for (const [name, id] of Object.entries(COMMANDS) as [keyof typeof COMMANDS, string][]) {
		owned.add(commands.registerCommand(id, (argument: unknown) => run(deps.log, () => handlers[name](argument))));
	}
	return owned;
}

/** The top of a command: what fails is logged with its stack; the caller learns that it is over and no more. */
async function run(log: Log, act: () => unknown): Promise<void> {
	try {
		await act();
	} catch (error) {
		log.error("a command failed", error);
	}
}

async function withActs(deps: CommandsDeps, act: (acts: PersonActs) => unknown): Promise<void> {
	const acts = deps.acts();
	if (acts !== undefined && deps.presence.state.kind !== "untrusted") await act(acts);
	else await tellWhyNot(deps);
}

async function tellWhyNot(deps: CommandsDeps): Promise<void> {
	const { l10n, presence, notify } = deps;
	if (presence.state.kind === "untrusted") {
		const message = l10n.t(
			"Parley is off in Restricted Mode. It lets agents in terminals reach this window, so it waits until you trust this folder.",
		);
		const manage = { label: l10n.t("Manage workspace trust") };
		if (await notify("information", message, [manage])) await commands.executeCommand("workbench.trust.manage");
		return;
	}
	if (presence.state.kind === "starting") {
		void notify("information", l10n.t("Parley is starting"), []);
		return;
	}
	const again = { label: l10n.t("Start again") };
	if (await notify("warning", l10n.t("Parley is not running in this window."), [again])) await deps.restart();
}
