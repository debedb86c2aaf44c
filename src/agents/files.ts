/** What the connecting of agents does to the machine; `apply.ts` is the one that really does it. */
export interface Files {
	/** Follows links. A file that is not there yet is fine: its `text` is undefined. */
	read(path: string): UserFile | FileRefusal;
	/**
	 * Replaces the whole file in one step, if it still is what was read; undefined text removes it. Mode and owner stay.
	 * Undefined: done. After a refusal the file is untouched.
	 */
	replace(file: UserFile, text: string | undefined): FileRefusal | undefined;
	/** Removes those of the folders that are empty, innermost first. */
	removeEmpty(folders: readonly string[]): void;
}

/** A file of the user's as it was read. */
export interface UserFile {
	readonly kind: "file";
	/** The real path: no link is left in it. */
	readonly path: string;
	readonly text: string | undefined;
	/** The folders above the file that are not there yet, outermost first. */
	readonly missingFolders: readonly string[];
}

export interface FileRefusal {
	readonly kind:
		| "notAFile"
		/** A symbolic link to nothing. */
		| "danglingLink"
		/** The file has a second name (hard link) that would keep the old content. */
		| "hardLinked"
		| "readOnly"
		| "tooLarge"
		/** Not UTF-8. */
		| "notText"
		| "unreadable"
		/** Somebody wrote the file after it was read. */
		| "changed"
		| "unwritable";
	readonly file: string;
	/** What the system says, for `unreadable` and `unwritable`. */
	readonly reason?: string;
}

/** Parley's own state folder. Paths are below it, with `/`; every write is whole or not at all. */
export interface StateFiles {
	/** Undefined: not there. Throws where it is there and cannot be read. */
	read(path: string): string | undefined;
	/** Throws where it cannot be written. */
	write(path: string, text: string): void;
	remove(path: string): void;
	/** Keeps a file that cannot be understood under another name; gives its whole path. */
	setAside(path: string): string;
}
