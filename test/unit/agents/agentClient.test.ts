import { mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { findClient } from "../../../src/node/agentClient";
import { findPlace } from "../../../src/node/place";
import { FakeProcesses } from "../../support/fakeProcesses";

let processes: FakeProcesses;

/** As measured: Codex in two terminals; the daemon is a child of the first client and starts the bridges of both. */
const SHELLS = { first: 10, second: 20 };
const BRIDGES = { first: 13, second: 14 };

beforeEach(() => {
	processes = new FakeProcesses();
	processes.add(SHELLS.first, { parent: 1, cwd: "/a", command: ["bash"] });
	processes.add(11, { parent: SHELLS.first, cwd: "/a", command: ["/opt/codex/bin/codex"] });
	processes.add(12, { parent: 11, cwd: "/a", hasTerminal: false, command: ["/opt/codex/bin/codex", "app-server"] });
	processes.add(BRIDGES.first, { parent: 12, cwd: "/a", hasTerminal: false, ports: [1, 9] });
	processes.add(BRIDGES.second, { parent: 12, cwd: "/b", hasTerminal: false, ports: [2, 9] });
	processes.add(SHELLS.second, { parent: 1, cwd: "/b", command: ["bash"] });
	processes.add(21, { parent: SHELLS.second, cwd: "/b", command: ["/opt/codex/bin/codex"] });
});

describe("an agent's own program", () => {
	it("is found by its folder under the terminal that it runs in", async () => {
		expect(await findClient({ agent: "codex", cwd: "/b" }, [SHELLS.second], processes)).toEqual({
			pid: 21,
			startedAt: 21,
			shell: SHELLS.second,
		});
	});

	it.each([
		["in another folder", { agent: "codex", cwd: "/c" }, [SHELLS.first, SHELLS.second]],
		["of another agent", { agent: "claude-code", cwd: "/b" }, [SHELLS.first, SHELLS.second]],
		["in a terminal of another window", { agent: "codex", cwd: "/b" }, [SHELLS.first]],
	])("is not one %s", async (_, question, shells) => {
		expect(await findClient(question, shells, processes)).toBeUndefined();
	});

	it("is never the daemon, although that is a child of a client", async () => {
		processes.add(11, { parent: SHELLS.first, cwd: "/elsewhere", command: ["/opt/codex/bin/codex"] });
		expect(await findClient({ agent: "codex", cwd: "/a" }, [SHELLS.first], processes)).toBeUndefined();
	});

	it("is the one that was started last", async () => {
		processes.add(22, { parent: SHELLS.first, cwd: "/b", command: ["codex"], startedAt: 5 });
		processes.add(23, { parent: SHELLS.second, cwd: "/b", command: ["codex"], startedAt: 50 });
		const shells = [SHELLS.first, SHELLS.second];
		expect(await findClient({ agent: "codex", cwd: "/b" }, shells, processes)).toMatchObject({ pid: 23 });
	});

	it.each([
		[["node", "/opt/bin/codex"]],
		[["/usr/bin/node", "--no-warnings", "/opt/lib/codex.js", "resume"]],
		[["codex", "-C", "/b"], "/somewhere"],
		[["codex", "--cd=../b"], "/somewhere"],
	])("is known by %j", async (command, cwd = "/b") => {
		processes.add(21, { parent: SHELLS.second, cwd, command });
		expect(await findClient({ agent: "codex", cwd: "/b" }, [SHELLS.second], processes)).toMatchObject({ pid: 21 });
	});

	it.each(["real", "link"])(
		"is found in a folder that it was told by a link, asked for by its %s path",
		async (asked) => {
			const folder = realpathSync(mkdtempSync(join(tmpdir(), "parley-client-")));
			const link = `${folder}-link`;
			symlinkSync(folder, link);
			try {
				processes.add(21, { parent: SHELLS.second, cwd: "/b", command: ["codex", "-C", link] });
				const question = { agent: "codex", cwd: asked === "link" ? link : folder };
				expect(await findClient(question, [SHELLS.second], processes)).toMatchObject({ pid: 21 });
			} finally {
				rmSync(link);
				rmSync(folder, { recursive: true });
			}
		},
	);

	it.each([[["vim", "codex"]], [["bash", "-c", "codex"]], [["codex-helper"]], [["node"]], [[]]])(
		"is not %j",
		async (command: string[]) => {
			processes.add(21, { parent: SHELLS.second, cwd: "/b", command });
			expect(await findClient({ agent: "codex", cwd: "/b" }, [SHELLS.second], processes)).toBeUndefined();
		},
	);
});

describe("the place of a session that a daemon started", () => {
	const place = (pid: number, port: number, cwd: string, shells: readonly number[]): ReturnType<typeof findPlace> =>
		findPlace(
			{ agent: "codex", cwd, pid, remotePort: port, localPort: 9 },
			{
				platform: "linux",
				processes,
				folders: [],
				terminals: shells.map((processId) => ({ name: `terminal ${processId}`, processId })),
			},
		);

	it("is the terminal of its own client, not the one that the daemon's ancestry leads to", async () => {
		expect(await place(BRIDGES.second, 2, "/b", [SHELLS.first, SHELLS.second])).toMatchObject({
			verification: "verified",
			terminal: { processId: SHELLS.second },
		});
	});

	it("is refuted in a window that has only the daemon's first terminal", async () => {
		expect(await place(BRIDGES.second, 2, "/b", [SHELLS.first])).toMatchObject({
			verification: "refuted",
			terminal: undefined,
		});
	});

	it("stays with the first client for the session of that one", async () => {
		expect(await place(BRIDGES.first, 1, "/a", [SHELLS.first])).toMatchObject({
			verification: "verified",
			terminal: { processId: SHELLS.first },
		});
	});
});
