import type { Reconnecting, Source } from "../src/protocol/snapshot";
import type { PanelContext } from "./context";
import { fill } from "./fill";
import { icon, make, setHidden, setText } from "./make";
import { fillNodes, nameNodes, nameText } from "./names";
import { secondsUntil } from "./times";

/** The line of a card that says who and where: terminal, folder, and what is special about the session. */
export class SourceMeta {
	readonly element = make("ul", { class: "meta" });
	readonly #context: PanelContext;
	readonly #reconnecting = make("li", { hidden: true });
	readonly #extra = make("li", { hidden: true });
	readonly #namesAgent: boolean;
	#shown = "";
	#shownExtra = "";
	#away: Reconnecting | undefined;

	constructor(context: PanelContext, namesAgent: boolean) {
		this.#context = context;
		this.#namesAgent = namesAgent;
	}

	update(source: Source, reconnecting: Reconnecting | undefined): void {
		const key = JSON.stringify(source);
		this.#away = reconnecting;
		if (key === this.#shown) return;
		this.#shown = key;
		this.element.replaceChildren(...this.#items(source), this.#extra, ...this.#doubt(source), this.#reconnecting);
	}

	/** One more thing at the end, an age for example. */
	setExtra(text: string, ...before: readonly HTMLElement[]): void {
		setHidden(this.#extra, text === "");
		const key = [text, ...before.map(({ className }) => className)].join(" ");
		if (key === this.#shownExtra) return;
		this.#shownExtra = key;
		const words = nameNodes(this.#context.texts, text);
		this.#extra.replaceChildren(
			...before,
			...(before.length === 0 ? words : [make("span", { class: "clip" }, ...words)]),
		);
	}

	tick(now: number): void {
		const { texts } = this.#context;
		setHidden(this.#reconnecting, this.#away === undefined);
		if (this.#away === undefined) return;
		const { until } = this.#away;
		setText(
			this.#reconnecting,
			until === undefined ? texts.reconnecting : fill(texts.reconnectingFor, { n: secondsUntil(until, now) }),
		);
	}

	#items(source: Source): readonly HTMLElement[] {
		const { texts } = this.#context;
		const agent = nameNodes(texts, source.agent);
		const items: HTMLElement[] = [];
		if (this.#namesAgent) items.push(make("li", {}, make("span", { class: "clip" }, ...agent)));
		if (source.terminal !== undefined)
			items.push(make("li", {}, icon("terminal"), terminalNode(this.#context, source)));
		if (source.folder !== undefined) {
			const folder = make("span", { class: "clip" }, ...nameNodes(texts, source.folder));
			items.push(make("li", {}, icon("folder"), folder));
		}
		return items;
	}

	#doubt(source: Source): readonly HTMLElement[] {
		if (!source.isRefuted) return [];
		const { texts } = this.#context;
		const words = fillNodes(texts.notVerified, { agent: nameNodes(texts, source.agent) });
		return [make("li", {}, icon("warning", "warn"), make("span", {}, ...words))];
	}
}

/** The terminal's name: a button that shows it while it is there. */
export function terminalNode({ texts, post }: PanelContext, source: Source): HTMLElement {
	const { name, isOpen } = source.terminal ?? { name: "", isOpen: false };
	const nodes = nameNodes(texts, name);
	if (!isOpen) return make("span", { class: "clip" }, ...fillNodes(texts.terminalClosed, { name: nodes }));
	const label = fill(texts.showTerminalNamed, { name: nameText(name) });
	const attributes = { type: "button", class: "link clip", "aria-label": label, title: texts.showTerminal };
	const element = make("button", attributes, ...nodes);
	element.addEventListener("click", () => post({ kind: "reveal-terminal", session: source.session }));
	return element;
}
