/** How Parley's MCP server reaches one agent CLI. Everything here is pure: the machine is an argument. */
export interface AgentIntegration {
	readonly id: AgentId;
	/** The name a person reads, "Claude Code". */
	readonly label: string;
	detect(machine: Machine): Detection;
	readonly way: ByEnvironment | ByFile;
	/** Where the variables of {@link way} cannot be set, because somebody else has taken them. */
	readonly fallback?: ByFile;
}

/** As the `--agent` argument of the bridge says it. */
export type AgentId =
	| "claude-code"
	| "codex"
	| "opencode"
	| "kilo"
	| "gemini"
	| "qwen"
	| "pi"
	| "grok"
	| "dsh"
	| "copilot"
	| "droid"
	| "cline"
	| "continue"
	| "kimi"
	| "goose"
	| "hermes"
	| "crush"
	| "cursor"
	| "amp"
	| "kiro";

/** What an integration may see of the machine. Paths are absolute. */
export interface Machine {
	/** Node's `process.platform`. */
	readonly platform: string;
	readonly home: string;
	readonly env: Readonly<Record<string, string | undefined>>;
	/** Undefined: nothing is there or it cannot be seen. */
	kindOf(path: string): "file" | "folder" | undefined;
	/** Undefined: there is no such file, or it cannot be read as text. */
	readText(path: string): string | undefined;
	/** The names in a folder; none where there is no such folder. */
	namesIn(folder: string): readonly string[];
}

/** `program` is undefined where only the agent's own folder tells that it is in use. */
export type Detection = { readonly kind: "absent" } | { readonly kind: "found"; readonly program: string | undefined };

/** Starts the bridge, without a shell. `env` is what the entry must set for that (Windows: the editor's own program). */
export interface ServerEntry {
	readonly command: string;
	readonly args: readonly string[];
	readonly env?: Readonly<Record<string, string>>;
}

/** For a CLI that variables alone tell of a further server. */
export interface ByEnvironment {
	readonly kind: "environment";
	/**
	 * Files of our own below the state folder that the variables name. `hasPrompts`: the agent's own permission prompts come
	 * into the editor; the paths are the same either way.
	 */
	files(entry: ServerEntry, hasPrompts: boolean): readonly StateFile[];
	/** Below the state folder: which version of ours has written those files. */
	readonly versionFile: string;
	/** `version`: what the program says of itself, undefined where that is not known. */
	plan(machine: Machine, stateRoot: string, version: string | undefined, entry: ServerEntry): EnvironmentPlan;
}

export interface StateFile {
	/** Below the state folder, with `/`. */
	readonly path: string;
	readonly text: string;
}

export type EnvironmentPlan =
	| {
			readonly kind: "ready";
			readonly changes: readonly EnvironmentChange[];
			readonly note?: EnvironmentNote;
			/** They bring the tools alone: the agent then does not tell of its turns. */
			readonly turnless?: Turnless;
	  }
	| { readonly kind: "refused"; readonly why: EnvironmentRefusal };

/** One variable of new terminals. */
export interface EnvironmentChange {
	readonly variable: string;
	/** `append`: behind what the variable holds already; `value` brings its own separator. */
	readonly how: "set" | "append";
	readonly value: string;
}

/** The variables are set, but this installation does not look at them yet. */
export interface EnvironmentNote {
	readonly kind: "tooOld";
	readonly version: string;
	readonly needs: string;
}

export type Turnless =
	/** Its plug-in package is not in all of its folders, and loading ours would make it wait for that at its start. */
	| { readonly kind: "noPackage" }
	/** Somebody else has set the only variable that can bring a plug-in along. */
	| { readonly kind: "taken"; readonly variable: string };

export type EnvironmentRefusal =
	/** The agent's own settings set the same variable and win over the terminal's; `add` belongs into that value. */
	| { readonly kind: "overridden"; readonly variable: string; readonly file: string; readonly add: string }
	/** An administrator's policy makes the agent refuse to start with such a variable. */
	| { readonly kind: "forbidden"; readonly variable: string; readonly file: string; readonly policy: string }
	/** Somebody else has set the variable, which holds one value only. `file`: what that value leads to, else the variable. */
	| { readonly kind: "taken"; readonly variable: string; readonly file: string };

/** For a CLI that needs one entry in a file of the user's, and perhaps more in others: its hooks, a rule that allows our tools. */
export interface ByFile extends FilePart {
	readonly kind: "file";
	readonly also?: readonly FilePart[];
}

/** What of ours goes into one file of the user's. */
export interface FilePart {
	/** The entry is whole without it: it only spares the user a question, and not every file takes it. */
	readonly isExtra?: true;
	path(machine: Machine): string;
	/** `current` is undefined where there is no file. */
	plan(current: string | undefined, entry: ServerEntry, want: "connected" | "disconnected"): EditPlan;
	state(current: string | undefined, entry: ServerEntry): EntryState;
}

export type EditPlan =
	| { readonly kind: "unchanged" }
	| { readonly kind: "write"; readonly text: string }
	/** The whole file was ours. */
	| { readonly kind: "remove" }
	| { readonly kind: "refused"; readonly why: EditRefusal };

export type EditRefusal =
	/** `line` counts from 1. */
	| { readonly kind: "unparsable"; readonly line: number; readonly reason: string }
	/** An entry of our name that starts something else. */
	| { readonly kind: "foreign"; readonly name: string }
	/** Our entry, but written in a way that can't be edited without touching what is not ours. */
	| { readonly kind: "reshaped"; readonly name: string };

export type EntryState = "absent" | "current" | "outdated" | "disabled" | "foreign" | "unreadable";
