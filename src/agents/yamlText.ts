import { Document, type ToStringOptions } from "yaml";
import type { YamlDialect } from "./yaml";

/** An entry as it is to be written; `key` in a map. */
export interface NewItem {
	readonly key: string | undefined;
	readonly value: unknown;
}

/** Texts in quotes: programs differ in which plain words they take for something else. */
const STYLE: ToStringOptions = {
	lineWidth: 0,
	defaultStringType: "QUOTE_DOUBLE",
	defaultKeyType: "PLAIN",
	doubleQuotedAsJSON: true,
	flowCollectionPadding: false,
};

/** The lines of a value as a block, without any indentation of their own. */
export function blockLines(value: unknown, dialect: YamlDialect, step: number): readonly string[] {
	return written(value, dialect, { ...STYLE, indent: step }).split("\n");
}

/** A value on one line, in braces or brackets. */
export function flowText(value: unknown, dialect: YamlDialect): string {
	return written(value, dialect, { ...STYLE, collectionStyle: "flow" });
}

function written(value: unknown, { version, tags }: YamlDialect, style: ToStringOptions): string {
	return new Document(value, { version, customTags: [...tags], aliasDuplicateObjects: false })
		.toString(style)
		.trimEnd();
}
