import type { HookEnd } from "../../wire/hookMessages";
import type { Fields } from "../jsonRpc";

/** What an agent's hook tells, in our own words. */
export type HookEvent =
	/** Decided here and now, without a window: the line for standard output. */
	| { readonly kind: "answer"; readonly line: string }
	| { readonly kind: "begin"; readonly ids: HookIds }
	| { readonly kind: "end"; readonly ids: HookIds; readonly how: HookEnd["how"] }
	| { readonly kind: "tool"; readonly ids: HookIds; readonly tool: string; readonly input: unknown }
	| {
			readonly kind: "permission";
			readonly ids: HookIds;
			readonly tool: string;
			readonly input: unknown;
			/** Where it would run; undefined: the agent does not tell. */
			readonly workdir: string | undefined;
			/** The terminal shows nothing to answer until this hook ends. */
			readonly blocksTerminal: boolean;
	  };

export interface HookIds {
	readonly sessionId?: string;
	readonly turnId?: string;
	readonly cwd?: string;
}

/** How one agent speaks with its hooks. Lines go to standard output as they are. */
export interface Dialect {
	/** Undefined: nothing of it concerns us. `input` is what the agent wrote to standard input. */
	read(event: string, input: Fields): HookEvent | undefined;
	/** Adds the text to the prompt that was just sent. */
	context(text: string): string;
	/** Left out where its hooks cannot allow anything. */
	readonly permission?: PermissionWords;
}

export interface PermissionWords {
	/** Lets the tool run this one time. */
	readonly allow: string;
	/** Refuses the tool; the message goes to the agent. */
	deny(message: string): string;
	/** Shown in the terminal while the person is asked. */
	readonly waiting?: string;
}

/** A text that is there and not empty. */
export function textOf(value: unknown): string | undefined {
	return typeof value === "string" && value !== "" ? value : undefined;
}

export function idsOf(sessionId: unknown, turnId: unknown, cwd: unknown): HookIds {
	const [session, turn, folder] = [textOf(sessionId), textOf(turnId), textOf(cwd)];
	return {
		...(session === undefined ? {} : { sessionId: session }),
		...(turn === undefined ? {} : { turnId: turn }),
		...(folder === undefined ? {} : { cwd: folder }),
	};
}
