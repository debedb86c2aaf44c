import { WINDOW_VARIABLE } from "../wire/protocol";

/**
 * The rendezvous files that this window's restored terminals name, so that it can be found there again after a reload.
 * `environmentOf` reads the variables a process was started with; undefined where that cannot be read.
 */
export async function restoredWindows(
	terminals: readonly { readonly processId: number }[],
	environmentOf: (pid: number) => Promise<Readonly<Record<string, string>> | undefined>,
): Promise<readonly string[]> {
	const all = await Promise.all(terminals.map(({ processId }) => environmentOf(processId)));
	return [...new Set(all.map((variables) => variables?.[WINDOW_VARIABLE]).filter((path) => path !== undefined))];
}
