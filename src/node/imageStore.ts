import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { ImageType } from "../core/answerImages";
import { HISTORY_KEPT_MS } from "../core/limits";
import type { ImageStore } from "../core/ports";
import { replaceFile } from "./replaceFile";

/** All images of this user together; a new one pushes out the oldest. */
const FOLDER_MAX_BYTES = 256 * 1024 * 1024;

const EXTENSIONS: Readonly<Record<ImageType, string>> = {
	"image/png": "png",
	"image/jpeg": "jpg",
	"image/gif": "gif",
	"image/webp": "webp",
};
/** Only such a name is ever removed. */
const OURS = /^[0-9a-f-]{36}\.(?:png|jpg|gif|webp)(?:\.[0-9a-f]+\.tmp)?$/;

/** A folder that all windows of the user share. A file goes with the history that mentions it, and with age. */
export class FolderImageStore implements ImageStore {
	readonly folder: string;
	readonly #now: () => number;

	/** The folder is there, closed to other users. */
	constructor(folder: string, now: () => number) {
		this.folder = folder;
		this.#now = now;
	}

	add(id: string, type: ImageType, bytes: Uint8Array): string {
		this.#makeRoom(bytes.length);
		const path = join(this.folder, `${id}.${EXTENSIONS[type]}`);
		replaceFile(path, bytes);
		return path;
	}

	remove(id: string): void {
		for (const extension of Object.values(EXTENSIONS)) this.#remove(`${id}.${extension}`);
	}

	#makeRoom(bytes: number): void {
		const oldest = this.#now() - HISTORY_KEPT_MS;
		let room = FOLDER_MAX_BYTES - bytes;
		for (const { name, size, at } of this.#files()) {
			room -= size;
			if (room < 0 || at < oldest) this.#remove(name);
		}
	}

	/** Newest first. */
	#files(): readonly { readonly name: string; readonly size: number; readonly at: number }[] {
		return readdirSync(this.folder)
			.filter((name) => OURS.test(name))
			.flatMap((name) => {
				// Another window may have removed it.
				const stats = statSync(join(this.folder, name), { throwIfNoEntry: false });
				return stats === undefined ? [] : [{ name, size: stats.size, at: stats.mtimeMs }];
			})
			.sort((a, b) => b.at - a.at);
	}

	#remove(name: string): void {
		try {
			rmSync(join(this.folder, name), { force: true });
		} catch {
			// It goes with a later one, by its age.
		}
	}
}
