import { watch } from "node:fs";
import { basename, dirname } from "node:path";
import { type Disposable, toDisposable } from "../core/lifetime";

/**
 * Runs `look` after whatever happens in that file's place or to its folder; where the folder goes, that is the last that
 * is told. Where the system cannot watch, nothing ever seems to happen.
 */
export function watchPlace(path: string, look: () => void): Disposable {
	const names: readonly (string | null)[] = [null, basename(path), basename(dirname(path))];
	try {
		// Of the folder: a watch on the file would end with the file.
		const watcher = watch(dirname(path), { persistent: false }, (_, changed) => {
			if (names.includes(changed)) look();
		});
		watcher.on("error", () => watcher.close());
		return toDisposable(() => watcher.close());
	} catch {
		return toDisposable(() => undefined);
	}
}
