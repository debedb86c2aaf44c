/** What a hook does to the outside. */
export interface HookOutput {
	/** Writes a line for the agent. */
	say(line: string): void;
	/** A person is asked: the hook may now take this long. */
	waitFor(ms: number): void;
}
