import type { HistoryQuery } from "./snapshot";

/** Our own commands that the panel has a button for. No other can be run from it. */
export const PANEL_COMMANDS = [
	"askSample",
	"connectAgents",
	"openWalkthrough",
	"restart",
	"showLog",
	"manageTrust",
	"exportHistory",
] as const;
export type PanelCommand = (typeof PANEL_COMMANDS)[number];

/** What can be copied as text; an id of that kind goes with it. */
export const COPYABLE = ["draft", "plan", "history"] as const;
export type Copyable = (typeof COPYABLE)[number];

/** What the panel can say to the host, by kind. Each is the person's act, except `ready`. */
export interface IntentFields {
	/** The page has loaded and wants a snapshot. */
	ready: unknown;
	answer: { readonly id: string; readonly response: string };
	dismiss: { readonly id: string };
	/** Keep open. */
	extend: { readonly id: string };
	draft: { readonly id: string; readonly text: string; readonly choice: string | undefined };
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
