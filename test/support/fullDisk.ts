import { spawnSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";

/** A folder on which there is no room while a test says so. */
export interface FullDisk {
	fill(): void;
	free(): void;
	dispose(): void;
}

/** A file system of its own of a few megabytes, mounted there; undefined where that is not allowed. */
export function smallDisk(path: string): FullDisk | undefined {
	mkdirSync(path, { recursive: true });
	const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", "size=6m,mode=700", "tmpfs", path]);
	if (status !== 0) return undefined;
	const filler = join(path, "filler");
	return {
		fill() {
			const file = openSync(filler, "a");
			// The last bytes go one page at a time.
			for (const size of [65_536, 4_096, 1]) while (wrote(file, size));
			closeSync(file);
		},
		free: () => rmSync(filler, { force: true }),
		dispose: () => void spawnSync("umount", ["-l", path]),
	};
}

/** A folder in whose place lies a file: nothing can be written into it, by root either. */
export function blockedFolder(path: string): FullDisk {
	const aside = join(dirname(path), "aside");
	return {
		fill() {
			renameSync(path, aside);
			writeFileSync(path, "");
		},
		free() {
			rmSync(path);
			renameSync(aside, path);
		},
		dispose: () => undefined,
	};
}

function wrote(file: number, size: number): boolean {
	try {
		return writeSync(file, Buffer.alloc(size)) > 0;
	} catch {
		return false;
	}
}
