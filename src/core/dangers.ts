/** A class of acts that is never remembered: it can be allowed once or denied. */
export type Danger =
	| "recursiveDelete"
	| "privilege"
	| "historyRewrite"
	| "diskOrOwnership"
	| "credentials"
	| "downloadToShell"
	| "publish"
	| "destructiveSql"
	| "serviceControl"
	/** What runs cannot be told from the text: a program or code that is computed, decoded or read from a pipe. */
	| "computedCommand";
