import type { ApprovalStep, HistoryQuery, RuleCover } from "./snapshot";

/** Our own commands that the panel has a button for. No other can be run from it. */
export const PANEL_COMMANDS = [
	"askSample",
	"connectAgents",
	"manageApprovals",
	"openWalkthrough",
	"restart",
	"doctor",
	"manageTrust",
	"exportHistory",
] as const;
export type PanelCommand = (typeof PANEL_COMMANDS)[number];

/** What can be copied as text; an id of that kind goes with it. */
export const COPYABLE = ["draft", "plan", "history", "approval"] as const;
export type Copyable = (typeof COPYABLE)[number];

/**
 * UTF-16 units of a text in an intent. Longer ones are no act of a person: an answer has at most 16,000 characters of at
 * most 2 units.
 */
export const TEXT_MAX = 65_536;

/** What the panel can say to the host, by kind. Each is the person's act, except `ready` and `no-sound`. */
export interface IntentFields {
	/** The page has loaded and wants a snapshot. */
	ready: unknown;
	/** A sound was due, and the page may not sound. */
	"no-sound": unknown;
	answer: {
		readonly id: string;
		readonly response: string;
		/** Those that the page shows, by id. */
		readonly images: readonly string[];
	};
	dismiss: { readonly id: string };
	"allow-once": { readonly id: string };
	deny: { readonly id: string; /** To the agent. */ readonly message: string | undefined };
	/** Stores the rule that the page shows, then allows. */
	"allow-always": { readonly id: string; readonly covers: RuleCover; readonly pattern: string | undefined };
	/** Gives the decision back to the agent's own prompt. */
	"decide-in-terminal": { readonly id: string };
	/** Undefined: back to the plain decision. */
	step: { readonly id: string; readonly step: ApprovalStep | undefined };
	/** Shows a change of the request in VS Code's diff editor; `file` counts from 0. */
	"open-diff": { readonly id: string; readonly file: number };
	/** Keep open: a question or an approval. */
	extend: { readonly id: string };
	draft: { readonly id: string; readonly text: string; readonly choice: string | undefined };
	/** Puts what is selected in the editor at the end of the draft, which goes along. */
	"attach-selection": { readonly id: string; readonly text: string };
	/** The same with the whole file. */
	"attach-file": { readonly id: string; readonly text: string };
	"attach-image": { readonly id: string; readonly name: string; readonly data: Uint8Array };
	"remove-image": { readonly id: string; readonly image: string };
	"discard-draft": { readonly id: string };
	"hand-over": { readonly id: string; readonly on: boolean };
	copy: { readonly what: Copyable; readonly id: string };
	/** Types the draft of that expired question into its terminal, without Enter. */
	"send-to-terminal": { readonly id: string };
	"reveal-terminal": { readonly session: string };
	/** A path as an agent wrote it, relative to the session's folder or inside it. */
	"open-file": {
		readonly session: string;
		readonly path: string;
		/** From 1. */
		readonly line: number;
	};
	"remove-plan": { readonly id: string };
	"remove-history": { readonly id: string };
	/** Of an answered question in the history. */
	"set-private": { readonly id: string; readonly on: boolean };
	/** Undefined: the history section was folded. */
	"show-history": { readonly query: HistoryQuery | undefined };
	/** Of a card or a section. */
	collapse: { readonly id: string; readonly folded: boolean };
	command: { readonly command: PanelCommand };
}

export type IntentKind = keyof IntentFields;
export type Intent<K extends IntentKind = IntentKind> = { [P in K]: { readonly kind: P } & IntentFields[P] }[K];

/** One handler for each kind: a missing one does not compile. */
export type IntentHandlers = { readonly [K in IntentKind]: (intent: Intent<K>) => void };

export function handleIntent<K extends IntentKind>(handlers: IntentHandlers, intent: Intent<K>): void {
	handlers[intent.kind](intent);
}
