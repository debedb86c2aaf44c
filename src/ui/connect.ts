import type { AgentConnections, ListedAgent, Refusal } from "../agents/connections";
import type { Edit, FileChange } from "../agents/fileChanges";
import type { AgentId } from "../agents/integration";
import { changeText, connectedText, consentText, disconnectedText } from "./agentChanges";
import { offerOf } from "./agentOffer";
import { connectRow, disconnectRow, type Proof } from "./agentRows";
import type { L10n } from "./l10n";
import type { Notify } from "./notify";
import type { CheckRow, PickMany } from "./quickPick";
import { refusalText } from "./refusalText";

export interface ConnectDeps {
	readonly l10n: L10n;
	readonly notify: Notify;
	readonly pickMany: PickMany;
	readonly connections: AgentConnections;
	/** Shows a change of one file; what it gives closes it again. */
	preview(change: FileChange, title: string): Promise<() => Promise<void>>;
	openFile(path: string): Promise<void>;
	/** The variables of new terminals may be others now. */
	changed(): void;
	/** Whether that agent's bridge has introduced itself once. */
	isSeen(agentId: string): boolean;
	/** New terminals get variables. */
	hasVariables(): boolean;
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
		const rows = found.map(async (agent) =>
			connectRow(l10n, agent, await connections.prepare(agent.id, "connected"), this.#proof(agent)),
		);
		await this.#choose(found, await Promise.all(rows), "connected", {
			title: l10n.t("Connect agents"),
			placeholder: l10n.t("Choose the agents that may ask you here"),
			none: l10n.t("Parley found no agent here that it can connect."),
		});
	}

	async disconnect(): Promise<void> {
		const { l10n, connections } = this.#deps;
		const ours = connections.agents().filter(({ isOurs }) => isOurs);
		const rows = ours.map((agent) => disconnectRow(l10n, agent, this.#proof(agent)));
		await this.#choose(ours, rows, "disconnected", {
			title: l10n.t("Disconnect agents"),
			placeholder: l10n.t("Choose the agents that shall no longer ask you here"),
			none: l10n.t("No agent is connected."),
		});
	}

	/** That agent alone; nothing where it is not one of the list. */
	async connectOnly(id: AgentId): Promise<void> {
		const agent = this.#deps.connections.agents().find((each) => each.id === id);
		if (agent !== undefined) await this.#change(agent, "connected");
	}

	/** Names, once for all windows and editors, the agents that need no file. */
	async offer(): Promise<void> {
		const { connections, notify } = this.#deps;
		const agents = connections.toOffer();
		if (agents.length === 0) return;
		connections.offered(agents.map(({ id }) => id));
		const prepared = await Promise.all(agents.map(({ id }) => connections.prepare(id, "connected")));
		const { message, buttons } = offerOf(this.#deps.l10n, agents, prepared);
		const pressed = await notify("information", message, buttons);
		if (pressed?.press === "choose") await this.connect();
		else if (pressed?.press !== undefined) await this.#change(pressed.press, "connected");
	}

	#proof({ id }: ListedAgent): Proof {
		return { isSeen: this.#deps.isSeen(id), hasVariables: this.#deps.hasVariables() };
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
			? l10n.t("{0} is connected, but its entry is switched off. Parley leaves that as it is.", agent.label)
			: want === "connected"
				? connectedText(l10n, agent, prepared)
				: disconnectedText(l10n, agent, prepared);
		await notify("information", text, []);
	}

	/** Shows one file after the other; only the last press makes the changes, all of them. */
	async #isWanted(agent: ListedAgent, edit: Edit): Promise<boolean> {
		const { l10n, notify } = this.#deps;
		const next = { label: l10n.t("Next file") };
		const all = edit.changes.length;
		for (const [index, change] of edit.changes.entries()) {
			const yes = index === all - 1 ? { label: consentText(l10n, edit) } : next;
			const close = await this.#deps.preview(change, l10n.t("{0}: what Parley changes", change.file.path));
			const message = changeText(l10n, agent, edit, index);
			const pressed = await notify("information", message, [yes, { label: l10n.t("Cancel") }]);
			await close();
			if (pressed !== yes) return false;
		}
		return true;
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
