import { readFileSync } from "node:fs";
import { basename } from "node:path";
import type { Log } from "../core/ports";
import { setAside } from "./setAside";

/**
 * The JSON document of that path as `parse` reads it; undefined where there is none. What cannot be parsed is set aside
 * as `.corrupt`, so that it is told once and a fresh one can begin. Throws when it is there and cannot be read or moved.
 */
export function readDocument<T>(path: string, parse: (raw: unknown) => T | undefined, log: Log): T | undefined {
	return readStored(path, (text) => parse(parseJson(text)), log);
}

/** The same for a file that is no single JSON document. */
export function readStored<T>(path: string, parse: (text: string) => T | undefined, log: Log): T | undefined {
	const text = readText(path);
	if (text === undefined) return undefined;
	const document = parse(text);
	if (document !== undefined) return document;
	setAside(path);
	log.warn(`${basename(path)} could not be read; it is kept as ${basename(path)}.corrupt`);
	return undefined;
}

function readText(path: string): string | undefined {
	try {
		return readFileSync(path, "utf8");
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
		throw error;
	}
}

/** Undefined for what is no JSON. */
export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
