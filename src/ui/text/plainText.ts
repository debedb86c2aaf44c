import { oneLine } from "./oneLine";
import { visible } from "./visible";

/** What may stand where VS Code draws text as it is (title and placeholder of a QuickPick, accessible names). */
export function plainText(text: string): string {
	return visible(oneLine(text));
}
