import { type Document, isCollection, isPair, LineCounter, parseAllDocuments, type ScalarTag } from "yaml";
import { isTooDeep, TOO_DEEP } from "./isTooDeep";

/** What a program's YAML has beyond the plain language. */
export interface YamlDialect {
	/** Programs in Python read 1.1, where `off` is a boolean. */
	readonly version: "1.1" | "1.2";
	/** Tags that are understood, and written again as they were. All others are kept in the text but not in values of ours. */
	readonly tags: readonly ScalarTag[];
}

export type ParsedYaml =
	| { readonly kind: "document"; readonly document: Document.Parsed | undefined }
	/** `line` counts from 1. */
	| { readonly kind: "broken"; readonly line: number; readonly reason: string };

/** `document` is undefined where there is nothing but comments and blanks. */
export function parseYaml(text: string, { version, tags }: YamlDialect): ParsedYaml {
	const lines = new LineCounter();
	const documents = parseAllDocuments(text, {
		version,
		customTags: [...tags],
		lineCounter: lines,
		keepSourceTokens: true,
		logLevel: "silent",
	});
	const [document, second] = documents;
	const errors = "empty" in documents ? documents.errors : documents.flatMap((each) => each.errors);
	const [error] = errors;
	if (error !== undefined) {
		const [first = ""] = error.message.split("\n");
		return { kind: "broken", line: lines.linePos(error.pos[0]).line, reason: first.replace(/ at line \d+.*$/, "") };
	}
	if (second !== undefined) {
		const line = lines.linePos(second.range[0]).line;
		return { kind: "broken", line, reason: "a second document begins here" };
	}
	if (isTooDeep<unknown>(document?.contents, childrenOf)) return { kind: "broken", line: 1, reason: TOO_DEEP };
	return { kind: "document", document };
}

function childrenOf(node: unknown): readonly unknown[] {
	if (isPair(node)) return [node.key, node.value];
	return isCollection(node) ? node.items : [];
}
