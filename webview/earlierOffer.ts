import type { EarlierData } from "../src/protocol/snapshot";
import { beginning } from "./beginning";
import type { PanelContext } from "./context";
import { icon, make, setHidden } from "./make";
import { fillNodes, linkButton, nameNodes } from "./names";

/** Code points of the earlier answer that are shown before it is used; the field shows it whole then. */
const SHOWN_MAX = 200;

/** What the person answered to the same question before. A press fills it in; nothing is sent by that. */
export class EarlierOffer {
	readonly element = make("div", { class: "earlier", hidden: true });
	readonly #context: PanelContext;
	readonly #use: (response: string) => void;
	#shown: EarlierData | undefined;

	constructor(context: PanelContext, use: (response: string) => void) {
		this.#context = context;
		this.#use = use;
	}

	/** Undefined: nothing is offered, or nothing any more. */
	update(earlier: EarlierData | undefined): void {
		setHidden(this.element, earlier === undefined);
		const before = this.#shown;
		this.#shown = earlier;
		if (earlier === undefined || (before?.at === earlier.at && before.response === earlier.response)) return;
		this.element.replaceChildren(icon("history", "soft"), this.#sentence(earlier), this.#button());
	}

	#sentence({ response, agent, at }: EarlierData): HTMLElement {
		const { texts, page } = this.#context;
		const date = new Intl.DateTimeFormat(page.language, { dateStyle: "medium" }).format(at);
		const names = {
			date: [date],
			agent: nameNodes(texts, agent),
			text: nameNodes(texts, beginning(response, SHOWN_MAX)),
		};
		return make("p", { class: "caption" }, ...fillNodes(texts.earlierAnswer, names));
	}

	#button(): HTMLElement {
		const { texts, live } = this.#context;
		return linkButton(texts.useEarlier, () => {
			if (this.#shown === undefined) return;
			this.#use(this.#shown.response);
			live.say(texts.earlierUsed);
		});
	}
}
