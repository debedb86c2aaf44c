import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	utimesSync,
	writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { HistoryEntry } from "../../../src/core/history";
import { bootId } from "../../../src/node/bootId";
import { FileHistoryStore } from "../../../src/node/historyStore";

let folder: string;
let path: string;
let told: string[];

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "parley-history-"));
	path = join(folder, "workspace.json");
	told = [];
});

afterEach(() => rmSync(folder, { recursive: true }));

function store(): FileHistoryStore {
	const tell = (message: string): number => told.push(message);
	return new FileHistoryStore(path, { debug: tell, info: tell, warn: tell, error: tell });
}

function entry(id: string): HistoryEntry {
	return {
		kind: "question",
		id,
		at: 1_000,
		source: { agentId: "codex", agentLabel: "Codex", folder: undefined, folderPath: undefined, terminal: "zsh" },
		question: "Which port?",
		choices: ["80", "8080"],
		outcome: { reason: "response", response: "8080" },
		isPrivate: false,
	};
}

const add =
	(id: string) =>
	(entries: readonly HistoryEntry[]): readonly HistoryEntry[] => [...entries, entry(id)];

test("what one window adds the other reads and keeps", () => {
	const [one, two] = [store(), store()];
	expect(one.read()).toEqual([]);
	one.update(add("a"));
	two.update(add("b"));
	one.update(add("c"));
	expect(two.read()).toEqual([entry("a"), entry("b"), entry("c")]);
	expect(readdirSync(folder)).toEqual(["workspace.json"]);
	expect(statSync(path).mode & 0o777).toBe(0o600);
});

describe("what may be written soon", () => {
	const ids = (entries: readonly HistoryEntry[]): readonly string[] => entries.map(({ id }) => id);
	const written = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

	test("is read at once, and written in one go, in its order, over what another window has written meanwhile", async () => {
		const [own, other] = [store(), store()];
		own.update(add("a"));
		own.updateSoon(add("b"));
		own.updateSoon(add("c"));
		expect([ids(own.read()), ids(other.read())]).toEqual([["a", "b", "c"], ["a"]]);
		other.update(add("d"));
		expect(ids(own.read())).toEqual(["a", "d", "b", "c"]);
		const { ino } = statSync(path);
		await written();
		expect(ids(other.read())).toEqual(["a", "d", "b", "c"]);
		expect(statSync(path).ino).not.toBe(ino);
		expect(ids(own.read())).toEqual(["a", "d", "b", "c"]);
	});

	test("is written once, whether by its time, by the end or by a change that cannot wait", async () => {
		const own = store();
		own.updateSoon(add("a"));
		own.flush();
		expect(ids(store().read())).toEqual(["a"]);
		own.updateSoon(add("b"));
		own.update((entries) => entries.filter(({ id }) => id !== "a"));
		expect(ids(store().read())).toEqual(["b"]);
		own.updateSoon(add("c"));
		await written();
		own.flush();
		await written();
		expect([ids(own.read()), ids(store().read())]).toEqual([
			["b", "c"],
			["b", "c"],
		]);
	});

	test("is told when it cannot be written, and does not keep what comes later from being written", async () => {
		const own = store();
		rmSync(folder, { recursive: true });
		own.updateSoon(add("a"));
		await written();
		expect(told).toEqual(["The history could not be written"]);
		mkdirSync(folder);
		own.updateSoon(add("b"));
		await written();
		expect(ids(store().read())).toEqual(["b"]);
	});
});

test("a change that throws changes nothing and lets go of the lock", () => {
	const own = store();
	own.update(add("a"));
	const failing = (): never => {
		throw new Error("no");
	};
	expect(() => own.update(failing)).toThrow("no");
	own.update(add("b"));
	expect(own.read()).toHaveLength(2);
});

test.each(["", "{", '{"v":2,"entries":[]}', '{"v":1,"entries":[{"kind":"question"}]}'])(
	"a file that holds %j is set aside and told once, and a fresh one begins",
	(text) => {
		writeFileSync(path, text);
		const own = store();
		own.update(add("a"));
		expect(own.read()).toEqual([entry("a")]);
		expect(told).toEqual(["workspace.json could not be read; it is kept as workspace.json.corrupt"]);
		expect(readFileSync(`${path}.corrupt`, "utf8")).toBe(text);
	},
);

describe("a lock", () => {
	const lock = (): string => `${path}.lock`;
	const holder = (change: object): void =>
		writeFileSync(lock(), JSON.stringify({ pid: process.ppid, bootId: bootId(), host: hostname(), ...change }));

	async function gonePid(): Promise<number> {
		const child = spawn(process.execPath, ["-e", ""]);
		await once(child, "exit");
		return child.pid ?? 0;
	}

	test("of a running window is respected: the change fails soon instead of freezing the window", () => {
		holder({});
		const start = performance.now();
		expect(() => store().update(add("a"))).toThrow("another window holds workspace.json.lock");
		expect(performance.now() - start).toBeLessThan(1_000);
		expect(existsSync(lock())).toBe(true);
	});

	test("is taken from a process that is gone", async () => {
		holder({ pid: await gonePid() });
		store().update(add("a"));
		expect([store().read().length, existsSync(lock())]).toEqual([1, false]);
	});

	test("is taken from an earlier start of the machine", () => {
		holder({ bootId: "another" });
		store().update(add("a"));
		expect(store().read()).toHaveLength(1);
	});

	test("of another machine's or container's process is taken by age only", async () => {
		holder({ host: "another", pid: await gonePid() });
		expect(() => store().update(add("a"))).toThrow();
		const old = Date.now() / 1_000 - 11;
		utimesSync(lock(), old, old);
		store().update(add("a"));
		expect(store().read()).toHaveLength(1);
	});

	test("that is being written is waited for, and taken when nobody goes on with it", () => {
		writeFileSync(lock(), "");
		expect(() => store().update(add("a"))).toThrow();
		const old = Date.now() / 1_000 - 11;
		utimesSync(lock(), old, old);
		store().update(add("a"));
		expect(store().read()).toHaveLength(1);
	});

	test("is taken although another that took it died at that very moment", async () => {
		const pid = await gonePid();
		holder({ pid });
		writeFileSync(`${lock()}.break`, JSON.stringify({ pid, bootId: bootId(), host: hostname() }));
		store().update(add("a"));
		expect(readdirSync(folder)).toEqual(["workspace.json"]);
	});
});

test("windows in processes of their own, of which one is killed again and again, lose nothing of what was told", async () => {
	const program = join(folder, "window.cjs");
	await build({
		stdin: {
			contents: `
				import { FileHistoryStore } from "./historyStore";
				const [, , path, name, count] = process.argv;
				const log = { debug() {}, info() {}, warn: console.log, error: console.log };
				const store = new FileHistoryStore(path, log);
				const entry = (id) => (${JSON.stringify(entry(""))});
				for (let index = 0; index < Number(count); ) {
					try {
						store.update((entries) => [...entries, { ...entry(), id: name + index }]);
						console.log("done " + name + index++);
					} catch (error) {
						if (!/another window holds/.test(error.message)) throw error;
					}
				}`,
			resolveDir: join(import.meta.dirname, "../../../src/node"),
			loader: "ts",
		},
		bundle: true,
		platform: "node",
		format: "cjs",
		outfile: program,
		logLevel: "warning",
	});
	const done: string[] = [];
	const run = (name: string, count: number): ChildProcess => {
		const child = spawn(process.execPath, [program, path, name, String(count)], {
			stdio: ["ignore", "pipe", "inherit"],
		});
		let text = "";
		child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
		child.once("close", () => done.push(...text.split("\n").filter((line) => line.startsWith("done "))));
		return child;
	};
	const whole = [run("a", 60), run("b", 60), run("c", 60)];
	for (let round = 0; round < 5; round++) {
		const victim = run(`v${round}-`, 1_000);
		await once(victim.stdout!, "data");
		victim.kill("SIGKILL");
		await once(victim, "close");
	}
	const codes = await Promise.all(
		whole.map(async (child) => (child.exitCode ?? (await once(child, "close"))[0]) as number),
	);
	expect(codes).toEqual([0, 0, 0]);
	const kept = new Set(
		store()
			.read()
			.map(({ id }) => `done ${id}`),
	);
	expect(done.filter((line) => !kept.has(line))).toEqual([]);
	expect(done.length).toBeGreaterThan(180);
	expect(told).toEqual([]);
}, 60_000);
