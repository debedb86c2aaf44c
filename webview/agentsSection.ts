import type { AgentData, Snapshot } from "../src/protocol/snapshot";
import type { PanelContext } from "./context";
import { fill } from "./fill";
import { KeyedList, type Row } from "./keyedList";
import { icon, make, setHidden, setText } from "./make";
import { fillNodes, linkButton, nameNodes } from "./names";
import { Section } from "./section";
import { terminalNode } from "./sourceMeta";
import { secondsUntil, sinceText } from "./times";

/** Who is connected, while nothing waits. */
export class AgentsSection {
	readonly element: HTMLElement;
	readonly #rows: KeyedList<AgentData, AgentRow>;
	readonly #connect: HTMLElement;

	constructor(context: PanelContext) {
		const section = new Section("agents", context.texts.connectedAgents);
		const list = make("ul", { class: "agents" });
		this.#connect = linkButton(context.texts.connectAgents, () =>
			context.post({ kind: "command", command: "connectAgents" }),
		);
		section.body.append(list, this.#connect);
		this.element = section.element;
		this.#rows = new KeyedList(list, () => new AgentRow(context));
	}

	update(snapshot: Snapshot): void {
		setHidden(this.#connect, snapshot.agents.length > 0);
		this.#rows.update(snapshot.agents);
	}

	tick(now: number): void {
		for (const row of this.#rows.rows) row.tick(now);
	}
}

class AgentRow implements Row<AgentData> {
	readonly element: HTMLElement;
	readonly #context: PanelContext;
	readonly #who = make("span", { class: "clip" });
	readonly #since = make("span", { class: "caption" });
	#data: AgentData | undefined;
	#shown = "";

	constructor(context: PanelContext) {
		this.#context = context;
		this.element = make("li", {}, icon("terminal", "soft"), this.#who, this.#since);
	}

	update(data: AgentData): void {
		const { texts } = this.#context;
		const key = JSON.stringify(data.source);
		this.#data = data;
		if (key !== this.#shown) {
			this.#shown = key;
			const claim = data.source.isRefuted ? fill(texts.notVerified, { agent: data.source.agent }) : data.source.agent;
			const agent = nameNodes(texts, claim);
			const terminal = terminalNode(this.#context, data.source);
			this.#who.replaceChildren(
				...(data.source.terminal === undefined
					? agent
					: fillNodes(texts.agentInTerminal, { agent, terminal: [terminal] })),
			);
		}
		this.tick(this.#context.now());
	}

	tick(now: number): void {
		if (this.#data === undefined) return;
		const { texts } = this.#context;
		const { source, since, reconnecting } = this.#data;
		const until = reconnecting?.until;
		const away =
			until === undefined ? texts.reconnecting : fill(texts.reconnectingFor, { n: secondsUntil(until, now) });
		const state = reconnecting === undefined ? sinceText(texts, since, now) : away;
		setText(this.#since, [source.folder, state].filter((part) => part !== undefined).join(" · "));
	}
}
