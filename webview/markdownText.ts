import type { Source } from "../src/protocol/snapshot";
import type { PanelContext } from "./context";
import { make } from "./make";
import { renderMarkdown } from "./markdown/render";

/** The text of an agent as a card shows it; names of hidden characters go to `hidden`. */
export function markdownText(
	context: PanelContext,
	text: string,
	source: Source,
	hidden: string[],
	id?: string,
): HTMLElement {
	const around = {
		texts: context.texts,
		root: source.root,
		openFile: (path: string, line: number) => context.post({ kind: "open-file", session: source.session, path, line }),
	};
	return make("div", { class: "md", id }, ...renderMarkdown(text, around, hidden));
}
