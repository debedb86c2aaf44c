import { dirname } from "node:path";
import { parseRendezvous, type Rendezvous } from "../wire/rendezvous";
import { isPrivateFolder, readPrivateFile } from "./privateFile";

/** What the window's file says now; undefined while the window is away or the file is not fit to be trusted. */
export function readWindow(path: string): Rendezvous | undefined {
	if (!isPrivateFolder(dirname(path))) return undefined;
	const text = readPrivateFile(path);
	return text === undefined ? undefined : parseRendezvous(text);
}
