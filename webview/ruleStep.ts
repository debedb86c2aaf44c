import type { ApprovalData, RuleCover, RuleStepData } from "../src/protocol/snapshot";
import { KIND_TEXTS } from "./actTexts";
import type { PanelContext } from "./context";
import type { DecisionActs, DecisionPart } from "./decisionPart";
import { DraftTeller } from "./draftTeller";
import { button } from "./elements";
import { refuseLongText } from "./longText";
import { icon, make, setAttribute, setHidden, setText } from "./make";
import { fillNodes, linkButton } from "./names";
import { ruleChecks, ruleFacts } from "./ruleFacts";
import { isSendKey } from "./sendKey";

const PROBLEMS = { "no-match": "noMatch", "too-wide": "tooWide", "not-stored": "notStored" } as const;

interface Wanted {
	readonly covers: RuleCover | undefined;
	readonly pattern: string | undefined;
}

/** The rule before it is stored: for whom and where it holds, what it covers, what it would have done before. */
export class RuleStep implements DecisionPart {
	readonly element: HTMLFormElement;
	readonly #context: PanelContext;
	readonly #acts: DecisionActs;
	readonly #heading: HTMLElement;
	readonly #inputs: ReadonlyMap<RuleCover, HTMLInputElement>;
	readonly #field: HTMLInputElement;
	readonly #own: HTMLElement;
	readonly #checks = make("ul", { class: "checks" });
	readonly #checked: HTMLElement;
	readonly #why: HTMLElement;
	readonly #whyText = make("span");
	readonly #save: HTMLButtonElement;
	readonly #teller: DraftTeller<Wanted>;
	#data: ApprovalData;
	#step: RuleStepData;
	#shownChecks = "";

	constructor(context: PanelContext, data: ApprovalData, step: RuleStepData, acts: DecisionActs) {
		const { texts, post } = context;
		const { id } = data;
		this.#context = context;
		this.#acts = acts;
		this.#data = data;
		this.#step = step;
		this.#teller = new DraftTeller((wanted) => post({ kind: "step", id, step: { kind: "rule", ...wanted } }));
		this.#heading = make("h4", { id: `${id}-rule`, tabindex: "-1" }, texts.allowFromNowOn);
		const covers: readonly RuleCover[] = step.pattern === undefined ? ["exact"] : ["exact", "pattern"];
		this.#inputs = new Map(covers.map((cover) => [cover, this.#radio(cover)]));
		this.#field = this.#patternField();
		const note = make("p", { class: "caption", id: `${id}-pattern` }, texts.patternNote);
		this.#own = make("div", { class: "own" }, this.#field, note);
		this.#checked = make("div", { class: "own" }, make("h4", { class: "caption" }, texts.checkedBefore), this.#checks);
		this.#why = make(
			"p",
			{ class: "hint strong", id: `${id}-rule-why`, hidden: true },
			icon("warning", "warn"),
			this.#whyText,
		);
		this.#save = make("button", { type: "submit", class: "btn primary" }, texts.saveRule);
		this.element = make(
			"form",
			{ class: "form", "aria-labelledby": this.#heading.id },
			this.#heading,
			ruleFacts(texts, step),
			this.#choices(covers),
			this.#own,
			this.#checked,
			...(step.scope.kind === "command" ? [make("p", { class: "hint" }, icon("info"), texts.scriptsChange)] : []),
			this.#kept(),
			this.#why,
			make(
				"div",
				{ class: "actions" },
				this.#save,
				button(texts.back, () => this.#back()),
			),
		);
		this.element.addEventListener("submit", (event) => {
			event.preventDefault();
			this.#submit();
		});
		this.update(data);
	}

	get isTyping(): boolean {
		return document.activeElement === this.#field;
	}

	update(data: ApprovalData): void {
		this.#data = data;
		if (data.step?.kind === "rule") this.#step = data.step;
		this.#show();
	}

	close(): boolean {
		return false;
	}

	focus(): void {
		this.#heading.focus();
	}

	flush(): void {
		this.#teller.flush();
	}

	dispose(): void {
		this.#teller.stop();
	}

	get #covers(): RuleCover | undefined {
		return [...this.#inputs].find(([, input]) => input.checked)?.[0];
	}

	get #wanted(): Wanted {
		return { covers: this.#covers, pattern: this.#step.pattern === undefined ? undefined : this.#field.value };
	}

	#show(): void {
		const { texts } = this.#context;
		const { checks, problem } = this.#step;
		setHidden(this.#own, this.#covers !== "pattern");
		const key = JSON.stringify(checks);
		if (key !== this.#shownChecks) {
			this.#shownChecks = key;
			this.#checks.replaceChildren(...ruleChecks(texts, checks));
		}
		setHidden(this.#checked, this.#covers === undefined || checks.length === 0);
		if (problem !== undefined) this.#explain(texts[PROBLEMS[problem]]);
		else if (this.#covers !== undefined) setHidden(this.#why, true);
		setAttribute(this.#save, "aria-disabled", this.#canSave ? undefined : "true");
		setAttribute(this.#field, "aria-invalid", isMissed(problem) ? "true" : undefined);
	}

	get #canSave(): boolean {
		return this.#covers !== undefined && this.#data.reconnecting === undefined && !isMissed(this.#step.problem);
	}

	#submit(): void {
		if (this.#acts.isClosed()) return;
		const why = this.#whyNot();
		if (why !== undefined) {
			this.#refuse(why);
			return;
		}
		const { covers, pattern } = this.#wanted;
		if (covers === undefined) return;
		this.flush();
		this.#acts.decided();
		this.#context.post({ kind: "allow-always", id: this.#data.id, covers, pattern });
	}

	#whyNot(): string | undefined {
		const { texts } = this.#context;
		if (this.#data.reconnecting !== undefined) return texts.cannotDecideYet;
		return this.#covers === undefined ? texts.chooseCover : undefined;
	}

	#back(): void {
		if (this.#acts.isClosed()) return;
		this.#teller.stop();
		this.#acts.stepped();
		this.#context.post({ kind: "step", id: this.#data.id, step: undefined });
	}

	#refuse(why: string): void {
		this.#explain(why);
		this.#context.live.say(why);
	}

	#explain(why: string): void {
		setText(this.#whyText, why);
		setHidden(this.#why, false);
	}

	#choices(covers: readonly RuleCover[]): HTMLElement {
		const { texts } = this.#context;
		const labels = { exact: texts[KIND_TEXTS[this.#data.act.kind].exactly], pattern: texts.likePattern };
		const rows = covers.flatMap((cover) => {
			const input = this.#inputs.get(cover);
			return input === undefined ? [] : [make("label", { class: "choice" }, input, make("span", {}, labels[cover]))];
		});
		return make("fieldset", { class: "choices", "aria-label": texts.ruleCovers }, ...rows);
	}

	#radio(cover: RuleCover): HTMLInputElement {
		const input = make("input", { type: "radio", name: `rule-${this.#data.id}` });
		input.checked = this.#step.covers === cover;
		input.addEventListener("change", () => this.#edited());
		return input;
	}

	#patternField(): HTMLInputElement {
		const { texts } = this.#context;
		const attributes = { class: "field mono", type: "text", "aria-label": texts.pattern, spellcheck: "false" };
		const field = make("input", { ...attributes, autocomplete: "off", "aria-describedby": `${this.#data.id}-pattern` });
		field.value = this.#step.pattern ?? "";
		field.addEventListener("input", () => this.#edited());
		refuseLongText(field, () => this.#refuse(texts.noMatch));
		field.addEventListener("blur", () => this.flush());
		field.addEventListener("keydown", (event) => {
			// The form's own submit takes an Enter of an input method too.
			if (event.key === "Enter" && !isSendKey(event)) event.preventDefault();
		});
		return field;
	}

	#edited(): void {
		this.#teller.update(this.#wanted);
		this.#show();
	}

	#kept(): HTMLElement {
		const { texts, post } = this.#context;
		const manage = linkButton(texts.manageApprovals, () => post({ kind: "command", command: "manageApprovals" }));
		return make(
			"p",
			{ class: "hint" },
			icon("info"),
			make("span", {}, ...fillNodes(texts.ruleKept, { manage: [manage] })),
		);
	}
}

/** Saving it once more would not help. */
function isMissed(problem: RuleStepData["problem"]): boolean {
	return problem === "no-match" || problem === "too-wide";
}
