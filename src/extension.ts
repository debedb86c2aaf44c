import type { ExtensionContext } from "vscode";
import { compose, type Parley } from "./compose";

let parley: Parley | undefined;

export function activate(context: ExtensionContext): void {
	parley = compose(context);
}

export async function deactivate(): Promise<void> {
	await parley?.close();
	parley = undefined;
}
