import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { buildBundles, DoctorMachine } from "../support/doctorMachine";

let dist: string;
let machine: DoctorMachine;

beforeAll(async () => {
	dist = await buildBundles();
});
afterAll(() => rmSync(dist, { recursive: true }));
beforeEach(async () => {
	machine = await DoctorMachine.open(dist);
});
afterEach(() => machine.dispose());

describe.runIf(process.platform !== "win32")("parley-bridge --check", () => {
	interface Checked {
		readonly stdout: string;
		readonly stderr: string;
		readonly status: unknown;
	}

	async function check(words: readonly string[] = ["--check"], env: Record<string, string> = {}): Promise<Checked> {
		const child = spawn(join(machine.state.bin, "parley-bridge"), words, {
			env: { HOME: machine.home, PATH: `${join(machine.base, "programs")}:/usr/bin:/bin`, ...env },
		});
		let [stdout, stderr] = ["", ""];
		child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
		child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
		const [status] = (await once(child, "close")) as unknown[];
		return { stdout, stderr, status };
	}

	it("prints the same of what can be seen from a shell", async () => {
		const { stdout, stderr, status } = await check(["--check"], { PARLEY_WINDOW: machine.slot });
		expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
		for (const line of [
			"- **Works** This shell (shell.window): PARLEY_WINDOW leads to a window that is open.",
			"- **Works** State folder (state.folder): ~/.local/state/parley is there and closed to other users.",
			"- **Works** Bridge (bridge.files): Version 1.2.3, in ~/.local/state/parley/bin.",
			"## Codex",
			"- **Works** Connection (agent.codex.entry): Its entry is in ~/.codex/config.toml, ~/.codex/hooks.json.",
			"- **Warning** Last seen (agent.codex.seen):",
		]) {
			expect(stdout).toContain(line);
		}
		expect(stdout).toMatch(/window\.0123456789abcdef-1\): It listens on 127\.0\.0\.1, port \d+, and has proved/);
		expect(stdout).toMatch(/bridge\.roundTrip\): The bridge starts and stays idle/);
		expect(stdout).not.toContain(machine.rendezvous.token);
	});

	it("ends with 1 where something is broken, and says what", async () => {
		chmodSync(machine.slot, 0o644);
		const { stdout, status } = await check();
		expect(status).toBe(1);
		expect(stdout).toMatch(/\*\*Fault\*\* 0123456789abcdef-1\.json .*its mode is 644/);
	});

	it("sets nothing aside and writes nothing", async () => {
		writeFileSync(join(machine.state.root, "agents.json"), "{");
		const { stdout, status } = await check();
		expect([status, readFileSync(join(machine.state.root, "agents.json"), "utf8")]).toEqual([1, "{"]);
		expect(stdout).toMatch(/agent\.claude-code\.entry\): agents\.json cannot be read/);
	});

	it("takes no other word beside it", async () => {
		expect(await check(["--check", "--fix"])).toMatchObject({ status: 2, stdout: "" });
	});
});
