import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { resolveCliArgsFromVSCodeExecutablePath } from "@vscode/test-electron";
import { quietSettings } from "../support/host/settings.mjs";
import { mustRun } from "../support/prepare.mjs";

/** Opens the scene in the desktop VS Code, with a profile of its own; resolves when its window was closed. */
export async function showOnDesktop(executable, scene) {
	const profile = join(scene.home, "profile");
	mkdirSync(join(profile, "User"), { recursive: true });
	writeFileSync(join(profile, "User/settings.json"), JSON.stringify(quietSettings));
	const folders = [`--user-data-dir=${profile}`, `--extensions-dir=${join(scene.home, "extensions")}`];
	const [cli, ...cliArgs] = resolveCliArgsFromVSCodeExecutablePath(executable, { reuseMachineInstall: true });
	for (const file of Object.values(scene.packages)) mustRun(cli, [...cliArgs, ...folders, "--install-extension", file]);
	console.log("VS Code opens. The demo ends when you close its window.");
	const sandbox = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
	const window = spawn(
		executable,
		[...folders, ...sandbox, "--disable-workspace-trust", "--new-window", scene.folder],
		{
			env: { ...process.env, ...scene.env },
			stdio: "ignore",
		},
	);
	await new Promise((resolve, reject) => window.once("error", reject).once("exit", resolve));
}
