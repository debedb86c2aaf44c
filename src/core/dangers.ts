/** Classes of acts that are never remembered: they can be allowed once or denied. */
const DANGERS = [
	"recursiveDelete",
	"privilege",
	"historyRewrite",
	"diskOrOwnership",
	"credentials",
	"downloadToShell",
	"publish",
	"destructiveSql",
	"serviceControl",
	/** What runs cannot be told from the text: a program or code that is computed, decoded or read from a pipe. */
	"computedCommand",
] as const;
export type Danger = (typeof DANGERS)[number];

/** Each once, in the order in which they are shown. */
export function inOrder(dangers: ReadonlySet<Danger>): readonly Danger[] {
	return DANGERS.filter((danger) => dangers.has(danger));
}
