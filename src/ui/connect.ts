import type { AgentConnections, ListedAgent, Preparation, Refusal } from "../agents/connections";
import type { Edit } from "../agents/fileEdits";
import { connectRow, disconnectRow, variablesText } from "./agentRows";
import type { L10n } from "./l10n";
import type { Notify } from "./notify";
import type { CheckRow, PickMany } from "./quickPick";
import { refusalText } from "./refusalText";
import { notificationPart } from "./text/notificationText";

export interface ConnectDeps {
	readonly l10n: L10n;
	readonly notify: Notify;
	readonly pickMany: PickMany;
	readonly connections: AgentConnections;
	/** Shows a change; what it gives closes it again. */
	preview(edit: Edit, title: string): Promise<() => Promise<void>>;
	openFile(path: string): Promise<void>;
	/** The variables of new terminals may be others now. */
	changed(): void;
}

type Want = "connected" | "disconnected";

/** What the person does to connect agents and to disconnect them. Every change is seen before it is made. */
export class Connect {
	readonly #deps: ConnectDeps;

	constructor(deps: ConnectDeps) {
		this.#deps = deps;
	}

	async connect(): Promise<void> {
		const { l10n, connections } = this.#deps;
		const found = connections.agents().filter(({ state }) => state !== "notInstalled");
		const rows = found.map(async (agent) => connectRow(l10n, agent, await connections.prepare(agent.id, "connected")));
		await this.#choose(found, await Promise.all(rows), "connected", {
			title: l10n.t("Connect agents"),
			placeholder: l10n.t("Choose the agents that may ask you here"),
			none: l10n.t("Parley found no agent that it can connect: neither Claude Code nor Codex is installed here."),
		});
	}

	async disconnect(): Promise<void> {
		const { l10n, connections } = this.#deps;
		const ours = connections.agents().filter(({ isOurs }) => isOurs);
		const rows = ours.map((agent) => disconnectRow(l10n, agent));
		await this.#choose(ours, rows, "disconnected", {
			title: l10n.t("Disconnect agents"),
			placeholder: l10n.t("Choose the agents that shall no longer ask you here"),
			none: l10n.t("No agent is connected."),
		});
	}

	/** Names, once for all windows and editors, the agents that need no file. */
	async offer(): Promise<void> {
		const { l10n, connections, notify } = this.#deps;
		const agents = connections.toOffer();
		if (agents.length === 0) return;
		connections.offered(agents.map(({ id }) => id));
		const prepared = await Promise.all(agents.map(({ id }) => connections.prepare(id, "connected")));
		const variables = prepared.flatMap((each) => (each.kind === "variables" ? each.changes : []));
		const buttons = [
			...agents.map((agent) => ({ label: l10n.t("Connect {0}", agent.label), agent })),
			{ label: l10n.t("Not now"), agent: undefined },
		];
		const message = l10n.t(
			"{0} can ask you here. Connecting changes no file: new terminals get {1}.",
			agents.map(({ label }) => label).join(", "),
			notificationPart(variablesText(variables)),
		);
		const pressed = await notify("information", message, buttons);
		if (pressed?.agent !== undefined) await this.#change(pressed.agent, "connected");
	}

	async #choose(
		agents: readonly ListedAgent[],
		rows: readonly CheckRow[],
		want: Want,
		texts: { readonly title: string; readonly placeholder: string; readonly none: string },
	): Promise<void> {
		const { notify, pickMany } = this.#deps;
		if (agents.length === 0) {
			await notify("information", texts.none, []);
			return;
		}
		const chosen = await pickMany(texts.title, texts.placeholder, rows);
		// One after the other: each may show a change and wait for a word.
		for (const agent of agents.filter((_, place) => chosen.includes(place))) await this.#change(agent, want);
	}

	async #change(agent: ListedAgent, want: Want): Promise<void> {
		const { l10n, connections, notify } = this.#deps;
		const prepared = await connections.prepare(agent.id, want);
		if (prepared.kind === "refused") {
			await this.#tellRefusal(agent, prepared.why, prepared.file);
			return;
		}
		if (prepared.kind === "edit" && !(await this.#isWanted(agent, prepared.edit))) return;
		const refusal = connections.carryOut(prepared);
		if (refusal !== undefined) {
			await this.#tellRefusal(agent, refusal, refusal.file);
			return;
		}
		this.#deps.changed();
		const isOff = connections.agents().some(({ id, state }) => id === agent.id && state === "disabled");
		const text = isOff
			? l10n.t(
					"{0} is connected, but its entry is switched off (enabled = false). Parley leaves that as it is.",
					agent.label,
				)
			: doneText(l10n, agent, want, prepared);
		await notify("information", text, []);
	}

	async #isWanted(agent: ListedAgent, edit: Edit): Promise<boolean> {
		const { l10n, notify } = this.#deps;
		const { want, file } = edit;
		const title = l10n.t("{0}: what Parley changes", file.path);
		const close = await this.#deps.preview(edit, title);
		const yes = { label: want === "connected" ? l10n.t("Write the entry") : l10n.t("Take it out") };
		const message =
			want === "connected"
				? l10n.t("Connect {0}: the entry on the right goes into {1}.", agent.label, file.path)
				: l10n.t("Disconnect {0}: {1} becomes what is on the right.", agent.label, file.path);
		const pressed = await notify("information", message, [yes, { label: l10n.t("Cancel") }]);
		await close();
		return pressed === yes;
	}

	async #tellRefusal({ label }: ListedAgent, why: Refusal, file: string): Promise<void> {
		const { l10n, notify } = this.#deps;
		const open = { label: l10n.t("Open the file") };
		const canOpen = why.kind === "unparsable" || why.kind === "foreign" || why.kind === "overridden";
		const text = refusalText(l10n, label, why, file);
		const pressed = await notify("warning", text, canOpen || why.kind === "reshaped" ? [open] : []);
		if (pressed !== undefined) await this.#deps.openFile(file);
	}
}

function doneText(l10n: L10n, { label }: ListedAgent, want: Want, prepared: Preparation): string {
	if (want === "disconnected") {
		return prepared.kind === "variables"
			? l10n.t("{0} is disconnected. Terminals that you open from now on have no variables for it.", label)
			: l10n.t("{0} is disconnected.", label);
	}
	if (prepared.kind !== "variables") {
		return l10n.t("{0} is connected. It can ask you here when you start it in a new terminal.", label);
	}
	if (prepared.note !== undefined) {
		const { version, needs } = prepared.note;
		return l10n.t(
			"{0} is connected, but its version {1} is too old to notice: it needs {2} or later. Update it, then open a new terminal.",
			label,
			version,
			needs,
		);
	}
	const variables = notificationPart(variablesText(prepared.changes));
	return l10n.t("{0} is connected. Start it in a new terminal. Set there: {1}.", label, variables);
}
