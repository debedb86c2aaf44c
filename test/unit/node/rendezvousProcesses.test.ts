import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterEach, beforeEach, expect, test } from "vitest";
import { bootId } from "../../../src/node/bootId";
import { openStateFolder, type StateFolder } from "../../../src/node/stateFolder";

let base: string;
let state: StateFolder;
let claimer: string;
let children: ChildProcessWithoutNullStreams[];

beforeEach(async () => {
	base = realpathSync(mkdtempSync(join(tmpdir(), "parley-slots-")));
	state = openStateFolder(join(base, "parley"));
	children = [];
	claimer = join(base, "claimer.cjs");
	await build({
		stdin: {
			contents: `
				import { bootId } from "./bootId";
				import { claimSlot } from "./rendezvous";
				import { openStateFolder } from "./stateFolder";
				import { hostname } from "node:os";
				process.stdin.resume();
				const owner = { pid: process.pid, bootId: bootId(), host: hostname(), instance: String(process.pid) };
				const options = { workspaceKey: "empty", restored: [], owner, now: Date.now, onSetAside() {} };
				claimSlot({ state: openStateFolder(process.argv[2]), ...options }).then((slot) => console.log(slot.name));
			`,
			resolveDir: join(import.meta.dirname, "../../../src/node"),
			loader: "ts",
		},
		bundle: true,
		platform: "node",
		format: "cjs",
		outfile: claimer,
		logLevel: "warning",
	});
});
afterEach(() => {
	for (const child of children) child.kill("SIGKILL");
	rmSync(base, { recursive: true, force: true });
});

/** An extension host of its own that claims a slot and then stays. */
async function claimed(): Promise<string> {
	const child = spawn(process.execPath, [claimer, state.root], { stdio: "pipe" });
	children.push(child);
	const [name] = (await once(child.stdout, "data")) as [Buffer];
	return name.toString().trim();
}

test("windows in processes of their own that open at once get slots of their own", async () => {
	const names = await Promise.all([claimed(), claimed(), claimed(), claimed(), claimed()]);
	expect(names.sort()).toEqual(["empty-1", "empty-2", "empty-3", "empty-4", "empty-5"]);
});

test("a lock that a killed window left is broken by the next one, once", async () => {
	await claimed();
	const [first] = children;
	first?.kill("SIGKILL");
	if (first !== undefined) await once(first, "exit");
	writeFileSync(join(state.run, "lock"), JSON.stringify({ pid: first?.pid, bootId: bootId(), host: hostname() }));
	const names = await Promise.all([claimed(), claimed(), claimed()]);
	expect(names.sort()).toEqual(["empty-1", "empty-2", "empty-3"]);
});
