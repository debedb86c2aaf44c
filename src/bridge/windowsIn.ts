import { readdirSync } from "node:fs";
import { join } from "node:path";
import { RENDEZVOUS_NAME, type Rendezvous } from "../wire/rendezvous";
import { readWindow } from "./readWindow";

/** The windows of which a file in the `run` folder tells. Not all need be alive. */
export function windowsIn(run: string): readonly { readonly path: string; readonly window: Rendezvous }[] {
	return namesIn(run)
		.filter((name) => RENDEZVOUS_NAME.test(name))
		.map((name) => join(run, name))
		.flatMap((path) => {
			const window = readWindow(path);
			return window === undefined ? [] : [{ path, window }];
		});
}

function namesIn(folder: string): readonly string[] {
	try {
		return readdirSync(folder);
	} catch {
		return [];
	}
}
