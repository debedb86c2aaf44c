import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { documentsElsewhere } from "../../../src/node/imageMentions";
import { openStateFolder } from "../../../src/node/stateFolder";

let root: string;
beforeEach(() => {
	root = mkdtempSync(join(tmpdir(), "parley-mentions-"));
});
afterEach(() => {
	rmSync(root, { recursive: true });
});

it("images are named by the histories of all workspaces and the sessions of all other windows", () => {
	const state = openStateFolder(join(root, "parley"));
	for (const slot of ["w1", "w2"]) {
		mkdirSync(join(state.windows, slot));
		writeFileSync(join(state.windows, slot, "s.json"), `a session of ${slot}`);
	}
	writeFileSync(join(state.history, "k.json"), "a history");
	// The store's lock stands there as a folder while somebody writes.
	mkdirSync(join(state.history, "k.json.lock"));
	expect([...documentsElsewhere(state, "w1")].sort()).toEqual(["a history", "a session of w2"]);
});
