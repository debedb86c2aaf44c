import { existsSync, readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type ExtensionContext, extensions } from "vscode";
import { stateFolderPath } from "../../src/node/stateFolder";
import { parseRendezvous, type Rendezvous } from "../../src/wire/rendezvous";

/** What the probe saw and can do (test/host/probe). */
interface Probe {
	readonly context: ExtensionContext | undefined;
	readonly activations: readonly { readonly syncMs: number; readonly hadLoadedBroker: boolean }[];
	readonly hasLoadedBroker: () => boolean;
	readonly activate: (context: ExtensionContext) => unknown;
	readonly deactivate: () => Promise<void>;
}

export const STATE = stateFolderPath(process.env, process.platform, homedir());

export function parleyExtension() {
	const found = extensions.getExtension("parley-dev.parley");
	if (found === undefined) throw new Error("Parley is not installed");
	return found;
}

export async function probe(): Promise<Probe> {
	const found = extensions.getExtension<Probe>("parley-dev.parley-probe");
	if (found === undefined) throw new Error("the probe is not installed");
	return found.activate();
}

/** The rendezvous file of this very window, if it has one: it names this process. */
export function rendezvousOfThisWindow(): { readonly path: string; readonly content: Rendezvous } | undefined {
	const run = join(STATE, "run");
	if (!existsSync(run)) return undefined;
	for (const name of readdirSync(run).filter((each) => each.endsWith(".json"))) {
		const path = join(run, name);
		const content = parseRendezvous(readFileSync(path, "utf8"));
		if (content?.pid === process.pid) return { path, content };
	}
	return undefined;
}

/** Activates Parley if VS Code has not yet, and waits until agents can find this window. */
export async function listeningWindow(): Promise<{ readonly path: string; readonly content: Rendezvous }> {
	await parleyExtension().activate();
	return until("this window's rendezvous file", rendezvousOfThisWindow);
}

/** Reads again and again until there is something. */
export async function until<T>(what: string, read: () => T | undefined | Promise<T | undefined>): Promise<T> {
	const end = Date.now() + 15_000;
	for (;;) {
		const value = await read();
		if (value !== undefined && value !== false) return value;
		if (Date.now() > end) throw new Error(`not in time: ${what}`);
		await pause(50);
	}
}
