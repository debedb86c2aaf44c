/** Classes of acts that are never remembered: they can be allowed once or denied. */
const DANGERS = [
	"recursiveDelete",
	/** Deletes or discards something that is neither a folder nor rows of a table. */
	"forGood",
	"privilege",
	"historyRewrite",
	"diskOrOwnership",
	"credentials",
	"downloadToShell",
	"publish",
	"destructiveSql",
	"serviceControl",
	/** A setting, a hook or a file that other programs follow by themselves. */
	"laterCommands",
	/** What runs cannot be told from the text: a program or code that is computed, decoded or read from a pipe. */
	"computedCommand",
] as const;
export type Danger = (typeof DANGERS)[number];

/** Each once, in the order in which they are shown. */
export function inOrder(dangers: ReadonlySet<Danger>): readonly Danger[] {
	return DANGERS.filter((danger) => dangers.has(danger));
}
