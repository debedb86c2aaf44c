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
	readonly #elsewhere: () => Iterable<string>;

	/** The folder is there, closed to other users. `elsewhere`: the documents of other windows and workspaces, as texts. */
	constructor(folder: string, now: () => number, elsewhere: () => Iterable<string>) {
		this.folder = folder;
		this.#now = now;
		this.#elsewhere = elsewhere;
		this.#removeOld();
	}

	pathOf(id: string, type: ImageType): string {
		return join(this.folder, `${id}.${EXTENSIONS[type]}`);
	}

	add(id: string, type: ImageType, bytes: Uint8Array): void {
		this.#makeRoom(bytes.length);
		replaceFile(this.pathOf(id, type), bytes);
	}

	remove(id: string): void {
		for (const extension of Object.values(EXTENSIONS)) this.#remove(`${id}.${extension}`);
	}

	keepOnly(ids: ReadonlySet<string>): void {
		const names = this.#files().map(({ name }) => name);
		const left = new Set(names.map(idOf).filter((id) => !ids.has(id)));
		if (left.size === 0) return;
		for (const text of this.#elsewhere()) {
			for (const id of left) if (text.includes(id)) left.delete(id);
		}
		for (const name of names) if (left.has(idOf(name))) this.#remove(name);
	}

	#removeOld(): void {
		try {
			this.#makeRoom(0);
		} catch {
			// Whoever attaches an image is told.
		}
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

function idOf(name: string): string {
	return name.slice(0, name.indexOf("."));
}
