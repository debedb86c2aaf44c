import { realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { ShellDoctorBundle } from "../wire/shellCheck";

/** `--check`: prints how Parley stands on this machine. It ends with 1 where something is broken, and with 0 otherwise. */
export async function runCheck(script: string): Promise<void> {
	try {
		// A bundle of its own beside the bridge, which stays as small as every start of an agent needs it.
		const bundle = join(dirname(realpathSync(script)), "agents.cjs");
		const { doctors } = createRequire(bundle)(bundle) as ShellDoctorBundle;
		const { text, isHealthy } = await doctors.checkFromShell(script);
		process.stdout.write(text);
		process.exitCode = isHealthy ? 0 : 1;
	} catch (error) {
		process.stderr.write(`parley-bridge: ${error instanceof Error ? error.message : String(error)}\n`);
		process.exitCode = 1;
	}
}
