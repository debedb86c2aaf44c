import {
	chmodSync,
	linkSync,
	lstatSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { sha256, stateFiles, thisMachine, userFiles } from "../../../src/agents/apply";
import { codex } from "../../../src/agents/codex";
import type { Edit } from "../../../src/agents/fileChanges";
import { type EditPreview, FileEdits } from "../../../src/agents/fileEdits";
import type { ByFile } from "../../../src/agents/integration";
import { FIXTURES } from "./codexFixtures";

const roots: string[] = [];
afterEach(() => {
	for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true });
});

/** A home of its own with Codex's folder in it; nothing here is a stand-in but the path of the bridge. */
function home(config?: string | Buffer): {
	root: string;
	file: string;
	state: string;
	edits: FileEdits;
	/** What was set aside, and the changes of what all windows share. */
	told: readonly string[];
} {
	const root = mkdtempSync(join(tmpdir(), "parley-edits-"));
	roots.push(root);
	const [state, file] = [join(root, "state"), join(root, "home/.codex/config.toml")];
	if (config !== undefined) {
		mkdirSync(join(root, "home/.codex"), { recursive: true });
		writeFileSync(file, config);
	}
	const told: string[] = [];
	const edits = new FileEdits({
		exclusively(run) {
			told.push("locked");
			return run();
		},
		onSetAside: (path) => void told.push(path),
		machine: { ...thisMachine, platform: "linux", home: join(root, "home"), env: {} },
		files: userFiles,
		state: stateFiles(state),
		entry: { command: join(state, "bin/parley-bridge"), args: [] },
		hash: sha256,
	});
	return { root, file, state, edits, told };
}

const way = codex([]).way as ByFile;
const preview = (edits: FileEdits, want: Edit["want"]): EditPreview => edits.preview("codex", way, want);
function run(edits: FileEdits, want: Edit["want"]): unknown {
	const shown = preview(edits, want);
	return shown.kind === "edit" ? edits.apply(shown.edit) : shown;
}
const refusal = (edits: FileEdits): unknown => {
	const shown = preview(edits, "connected");
	return shown.kind === "refused" ? shown.why.kind : shown.kind;
};

describe("connecting and disconnecting a file", () => {
	it.each(Object.entries(FIXTURES))("gives %s back byte for byte, and leaves nothing of ours behind", (_, text) => {
		const { edits, file, state } = home(text);
		const before = readFileSync(file);
		expect(run(edits, "connected")).toBeUndefined();
		expect(readFileSync(file, "utf8")).toContain("[mcp_servers.parley]");
		expect(run(edits, "disconnected")).toBeUndefined();
		expect(readFileSync(file)).toEqual(before);
		expect(readdirSync(state)).toEqual(["backups"]);
		expect(readdirSync(join(state, "backups"))).toEqual([]);
		expect(readdirSync(join(file, ".."))).toEqual(["config.toml"]);
	});

	it("makes file and folder where there are none, closed to others, and removes both again", () => {
		const { edits, file, root } = home();
		mkdirSync(join(root, "home"));
		run(edits, "connected");
		expect([statSync(file).mode & 0o777, statSync(join(file, "..")).mode & 0o777]).toEqual([0o600, 0o700]);
		run(edits, "disconnected");
		expect(readdirSync(join(root, "home"))).toEqual([]);
	});

	it("keeps a folder that it made where something else is in it by now", () => {
		const { edits, file, root } = home();
		mkdirSync(join(root, "home"));
		run(edits, "connected");
		writeFileSync(join(file, "../auth.json"), "{}");
		run(edits, "disconnected");
		expect(readdirSync(join(file, ".."))).toEqual(["auth.json"]);
	});

	it("takes out only ours from a file that was written to since", () => {
		const { edits, file } = home("a = 1\n");
		run(edits, "connected");
		writeFileSync(file, `${readFileSync(file, "utf8")}\n[projects."/w"]\ntrust_level = "trusted"\n`);
		run(edits, "disconnected");
		expect(readFileSync(file, "utf8")).toBe('a = 1\n\n[projects."/w"]\ntrust_level = "trusted"\n');
	});

	it("takes out only ours from a file that we made and somebody wrote to since", () => {
		const { edits, file, root } = home();
		mkdirSync(join(root, "home"));
		run(edits, "connected");
		writeFileSync(file, `model = "x"\n${readFileSync(file, "utf8")}`);
		run(edits, "disconnected");
		expect(readFileSync(file, "utf8")).toBe('model = "x"\n');
	});

	it("gives the first bytes back after it was connected twice", () => {
		const text = "a = 1";
		const { edits, file } = home(text);
		run(edits, "connected");
		writeFileSync(file, readFileSync(file, "utf8").replace("parley-bridge", "old-bridge"));
		run(edits, "connected");
		run(edits, "disconnected");
		expect(readFileSync(file, "utf8")).toBe(text);
	});

	it("takes ours out by its meaning where journal or backup are lost", () => {
		const { edits, file, state } = home("a = 1\n");
		run(edits, "connected");
		rmSync(join(state, "backups"), { recursive: true });
		run(edits, "disconnected");
		expect(readFileSync(file, "utf8")).toBe("a = 1\n");
	});

	it("sets a journal aside that it does not understand, and goes on", () => {
		const { edits, file, state, told } = home("a = 1\n");
		run(edits, "connected");
		writeFileSync(join(state, "journal.json"), '{"v":1,"edits":[{"backup":"../../etc/passwd"}]}');
		run(edits, "disconnected");
		expect([readFileSync(file, "utf8"), readdirSync(state).sort()]).toEqual([
			"a = 1\n",
			["backups", "journal.json.corrupt"],
		]);
		const aside = join(state, "journal.json.corrupt");
		// Connecting, the look that finds it, disconnecting.
		expect(told).toEqual(["locked", "locked", aside, "locked"]);
	});

	it("touches neither the file nor a journal that cannot be read, and says why", () => {
		const { edits, file, state } = home("a = 1\n");
		run(edits, "connected");
		const shown = preview(edits, "disconnected");
		if (shown.kind !== "edit") throw new Error(shown.kind);
		const [journal, connected] = [join(state, "journal.json"), readFileSync(file, "utf8")];
		rmSync(journal);
		// A link to itself cannot be read even by the administrator, but could be replaced.
		symlinkSync(journal, journal);
		const reason = expect.stringContaining("ELOOP") as string;
		expect(preview(edits, "disconnected")).toEqual({
			kind: "refused",
			file: "journal.json",
			why: { kind: "unreadable", file: "journal.json", reason },
		});
		expect(edits.apply(shown.edit)).toEqual({ kind: "unwritable", file, reason });
		expect([readFileSync(file, "utf8"), lstatSync(journal).isSymbolicLink()]).toEqual([connected, true]);
	});

	it("does nothing a second time", () => {
		const { edits } = home("a = 1\n");
		run(edits, "connected");
		expect(preview(edits, "connected")).toEqual({ kind: "unchanged" });
		run(edits, "disconnected");
		expect(preview(edits, "disconnected")).toEqual({ kind: "unchanged" });
	});

	it("keeps a link, and the mode of the file that it leads to", () => {
		const { edits, file, root } = home("a = 1\n");
		const real = join(root, "dotfiles.toml");
		writeFileSync(real, "b = 2\n");
		chmodSync(real, 0o640);
		rmSync(file);
		symlinkSync(real, file);
		run(edits, "connected");
		expect([
			lstatSync(file).isSymbolicLink(),
			statSync(real).mode & 0o777,
			readFileSync(real, "utf8").startsWith("b = 2\n\n#"),
		]).toEqual([true, 0o640, true]);
		run(edits, "disconnected");
		expect([lstatSync(file).isSymbolicLink(), statSync(real).mode & 0o777, readFileSync(real, "utf8")]).toEqual([
			true,
			0o640,
			"b = 2\n",
		]);
	});

	it("closes its own files to others: a configuration may hold keys", () => {
		const { edits, state } = home('key = "secret"\n');
		run(edits, "connected");
		const [backup = ""] = readdirSync(join(state, "backups"));
		const modes = ["", "backups", "journal.json", `backups/${backup}`].map(
			(path) => statSync(join(state, path)).mode & 0o777,
		);
		expect(modes).toEqual([0o700, 0o700, 0o600, 0o600]);
	});
});

describe("refusing a file, which stays as it is", () => {
	it("is a folder", () => {
		const { edits, file } = home("");
		rmSync(file);
		mkdirSync(file);
		expect(refusal(edits)).toBe("notAFile");
	});

	it("lies below something that is no folder", () => {
		const { edits, root } = home();
		writeFileSync(join(root, "home"), "");
		expect(refusal(edits)).toBe("unreadable");
	});

	it("is a link to nothing", () => {
		const { edits, file, root } = home("");
		rmSync(file);
		symlinkSync(join(root, "gone"), file);
		expect(refusal(edits)).toBe("danglingLink");
	});

	it("is a link to itself", () => {
		const { edits, file } = home("");
		rmSync(file);
		symlinkSync(file, file);
		expect(refusal(edits)).toBe("unreadable");
	});

	it("has a second name", () => {
		const { edits, file, root } = home("");
		linkSync(file, join(root, "second"));
		expect(refusal(edits)).toBe("hardLinked");
	});

	it("may not be written", () => {
		const { edits, file } = home("");
		chmodSync(file, 0o444);
		expect(refusal(edits)).toBe("readOnly");
	});

	it("is huge", () => {
		const { edits } = home("#".repeat(1024 * 1024 + 1));
		expect(refusal(edits)).toBe("tooLarge");
	});

	it("is no text", () => {
		const { edits } = home(Buffer.from([0x61, 0xff, 0xfe]));
		expect(refusal(edits)).toBe("notText");
	});

	it("cannot be parsed", () => {
		const { edits } = home("a = 1\n= broken\n");
		expect(preview(edits, "connected")).toMatchObject({ kind: "refused", why: { kind: "unparsable", line: 2 } });
	});

	it.each([
		["changed", "a = 2\n"],
		["removed", undefined],
	])("was %s after it was shown", (_, now) => {
		const { edits, file, state } = home("a = 1\n");
		const shown = preview(edits, "connected");
		if (shown.kind !== "edit") throw new Error(shown.kind);
		if (now === undefined) rmSync(file);
		else writeFileSync(file, now);
		expect(edits.apply(shown.edit)).toEqual({ kind: "changed", file });
		expect([readdirSync(join(file, "..")).length, readdirSync(state)]).toEqual([
			now === undefined ? 0 : 1,
			["backups"],
		]);
	});

	it("appeared after it was shown as new", () => {
		const { edits, file, root } = home();
		mkdirSync(join(root, "home"));
		const shown = preview(edits, "connected");
		if (shown.kind !== "edit") throw new Error(shown.kind);
		mkdirSync(join(file, ".."));
		writeFileSync(file, "theirs = 1\n");
		expect(edits.apply(shown.edit)).toEqual({ kind: "changed", file });
		expect(readFileSync(file, "utf8")).toBe("theirs = 1\n");
	});

	it("lies in a state folder that cannot be written", () => {
		const { edits, file, state } = home("a = 1\n");
		mkdirSync(state);
		writeFileSync(join(state, "backups"), "");
		expect(run(edits, "connected")).toMatchObject({ kind: "unwritable", file });
		expect(readFileSync(file, "utf8")).toBe("a = 1\n");
	});
});
