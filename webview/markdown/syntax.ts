/** What of Markdown is shown. Anything else stays as the text that it is: HTML, images, references, other link targets. */
export type Block =
	| { readonly kind: "paragraph"; readonly inlines: readonly Inline[] }
	| { readonly kind: "heading"; readonly inlines: readonly Inline[] }
	| { readonly kind: "code"; /** What stands after the opening fence. */ readonly info: string; readonly text: string }
	| { readonly kind: "quote"; readonly blocks: readonly Block[] }
	| { readonly kind: "table"; readonly head: TableRow; readonly rows: readonly TableRow[] }
	| { readonly kind: "list"; readonly items: readonly ListItem[] };

export interface ListItem {
	/** As it was written; undefined: a bullet. */
	readonly number: number | undefined;
	readonly blocks: readonly Block[];
}

export type TableRow = readonly (readonly Inline[])[];

export type Inline =
	/** May hold line breaks. */
	| { readonly kind: "text"; readonly text: string }
	| { readonly kind: "code"; readonly text: string }
	| { readonly kind: "strong" | "emphasis"; readonly inlines: readonly Inline[] }
	/** `href` is http or https. */
	| { readonly kind: "link"; readonly inlines: readonly Inline[]; readonly href: string }
	| FileReference;

/** `src/main.ts:12` */
export interface FileReference {
	readonly kind: "file";
	readonly text: string;
	readonly path: string;
	/** From 1. */
	readonly line: number;
	/** It was written as code. */
	readonly isCode: boolean;
}
