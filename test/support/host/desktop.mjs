import { existsSync, realpathSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

/**
 * The executable of an installed desktop VS Code: `VSCODE_EXECUTABLE`, else the one that the `code` of the PATH belongs
 * to. Undefined where there is none, or no display to open it on.
 */
export function desktopExecutable(env = process.env, platform = process.platform) {
	if (platform === "linux" && !env.DISPLAY && !env.WAYLAND_DISPLAY) return undefined;
	if (env.VSCODE_EXECUTABLE) return env.VSCODE_EXECUTABLE;
	const script = platform === "win32" ? "code.cmd" : "code";
	for (const folder of (env.PATH ?? "").split(delimiter)) {
		const path = join(folder, script);
		if (!folder || !existsSync(path)) continue;
		const found = electronOf(realpathSync(path), platform);
		if (existsSync(found)) return found;
	}
	return undefined;
}

/** `code` is a script in the installation's `bin` folder; runTests() needs the program itself. */
function electronOf(script, platform) {
	const bin = dirname(script);
	if (platform === "darwin") return join(bin, "../../../MacOS/Electron");
	return join(bin, platform === "win32" ? "../Code.exe" : "../code");
}
