import { renameSync, rmSync } from "node:fs";

/**
 * Keeps what cannot be understood as `.corrupt`, in the place of whatever was kept before, a folder too. Its new path.
 * Throws when it cannot be moved.
 */
export function setAside(path: string): string {
	const aside = `${path}.corrupt`;
	rmSync(aside, { recursive: true, force: true });
	renameSync(path, aside);
	return aside;
}
