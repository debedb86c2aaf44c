import type { Desk } from "../core/desk";
import type { Place, Session } from "../core/sessions";
import { draftText } from "../core/unsentDrafts";
import type { Copyable, IntentHandlers } from "../protocol/intents";
import { parseUnifiedDiff } from "../protocol/unifiedDiff";
import { wholeAct } from "./actText";
import { diffSides } from "./diffSides";
import { historyText, planMarkdown } from "./panelCopies";
import type { ExcerptWish, ReadExcerpt } from "./panelAttachments";
import type { PanelDeps } from "./panelDeps";

type Acts = Omit<IntentHandlers, "ready" | "no-sound" | "collapse" | "show-history" | ApprovalIntent | AttachIntent>;
type ApprovalIntent = "allow-once" | "deny" | "allow-always" | "decide-in-terminal" | "step";
type AttachIntent = "attach-selection" | "attach-file" | "attach-image" | "remove-image";

/** What reaches out of Parley. */
export interface PanelEffects {
	/** Onto the clipboard. */
	writeText(text: string): Thenable<void>;
	/** Opens a file that an agent named, if it lies in this workspace; `line` from 1. */
	openFile(place: Place, path: string, line: number): Thenable<void>;
	/** Reads the active editor; its path is told as a session in that place finds it. */
	excerpt(wish: ExcerptWish, place: Place): ReadExcerpt;
	/** Shows a change of that file side by side; who wants it stands in the title. */
	showDiff(agent: string, path: string, before: string, after: string): Thenable<void>;
}

type ActDeps = Pick<PanelDeps, "clock" | "log" | "terminals" | "run">;

/** What the person can do in the panel. An act on something that is gone does nothing: the page is a moment behind. */
export class PanelActs {
	readonly handlers: Acts;
	readonly #desk: Desk;
	readonly #deps: ActDeps;
	readonly #effects: PanelEffects;

	constructor(desk: Desk, deps: ActDeps, effects: PanelEffects) {
		this.#desk = desk;
		this.#deps = deps;
		this.#effects = effects;
		const { clarifications, approvals, plans, history } = desk;
		this.handlers = {
			answer: ({ id, response, images }) => void clarifications.answer(id, response, images),
			dismiss: ({ id }) => void clarifications.dismiss(id),
			extend: ({ id }) => {
				if (!clarifications.extend(id)) approvals.extend(id);
			},
			draft: ({ id, text, choice }) => clarifications.setDraft(id, { text, choice }),
			"discard-draft": ({ id }) => clarifications.discardDraft(id),
			"hand-over": ({ id, on }) => clarifications.setHandOver(id, on),
			copy: ({ what, id }) => this.#copy(what, id),
			"send-to-terminal": ({ id }) => this.#sendToTerminal(id),
			"reveal-terminal": ({ session }) => this.#revealTerminal(session),
			"open-file": ({ session, path, line }) => this.#openFile(session, path, line),
			"open-diff": ({ id, file }) => this.#openDiff(id, file),
			"remove-plan": ({ id }) => plans.remove(id),
			"remove-history": ({ id }) => history.remove(id),
			"set-private": ({ id, on }) => history.setPrivate(id, on),
			command: ({ command }) => deps.run(command),
		};
	}

	#copy(what: Copyable, id: string): void {
		const text = this.#textOf(what, id);
		if (text !== undefined) this.#settle("copying", this.#effects.writeText(text));
	}

	#textOf(what: Copyable, id: string): string | undefined {
		switch (what) {
			case "draft": {
				const draft = this.#desk.clarifications.drafts.find((each) => each.id === id);
				return draft && draftText(draft);
			}
			case "plan": {
				const card = this.#desk.plans.cards.find((each) => each.id === id);
				if (card === undefined) return undefined;
				const isLive = this.#session(card.sessionId)?.state === "live";
				return planMarkdown(card, isLive ? this.#deps.clock.now() : undefined);
			}
			case "approval": {
				const approval = this.#desk.approvals.open.find((each) => each.id === id);
				return approval && wholeAct(approval.act);
			}
			case "history": {
				const entry = this.#desk.history.entries.find((each) => each.id === id);
				return entry && historyText(entry);
			}
		}
	}

	#sendToTerminal(id: string): void {
		const draft = this.#desk.clarifications.drafts.find((each) => each.id === id);
		const terminal = draft?.session.intro.place.terminal;
		// Asked again here: the page may be behind, and another program may have that terminal by now.
		if (draft === undefined || terminal === undefined || !this.#deps.terminals.holds(draft.session)) return;
		this.#deps.terminals.type(terminal.processId, draftText(draft));
	}

	#revealTerminal(sessionId: string): void {
		const terminal = this.#session(sessionId)?.intro.place.terminal;
		if (terminal !== undefined) this.#deps.terminals.show(terminal.processId);
	}

	#openFile(sessionId: string, path: string, line: number): void {
		const place = this.#session(sessionId)?.intro.place;
		if (place !== undefined) this.#settle("opening a file", this.#effects.openFile(place, path, line));
	}

	#openDiff(id: string, index: number): void {
		const approval = this.#desk.approvals.open.find((each) => each.id === id);
		if (approval === undefined) return;
		const file = parseUnifiedDiff(wholeAct(approval.act))?.[index];
		if (file === undefined) return;
		const { before, after } = diffSides(file);
		const { label } = approval.session.intro.agent;
		this.#settle("opening a diff", this.#effects.showDiff(label, file.path, before, after));
	}

	#session(id: string): Session | undefined {
		return this.#desk.sessions.all.find((session) => session.id === id);
	}

	#settle(what: string, act: Thenable<void>): void {
		act.then(undefined, (error: unknown) => this.#deps.log.error(`${what} failed`, error));
	}
}
