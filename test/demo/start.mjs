// `npm start`: opens VS Code with Parley and a demo agent in its terminal, which shows a plan, asks a question, and asks
// before it runs a command. `npm start -- --headless` has a scripted person decide and leaves pictures in artifacts/start/.
import { mustRun, prepareHost, preparePackages, root } from "../support/prepare.mjs";
import { makeScene } from "./scene.mjs";

preparePackages();
// From here on packages are there.
const { desktopExecutable } = await import("../support/host/desktop.mjs");
const isHeadless = process.argv.includes("--headless");
const desktop = isHeadless ? undefined : desktopExecutable();
if (!desktop) prepareHost("host");
mustRun("npm", ["run", "--silent", "package"]);
mustRun("npm", ["run", "--silent", "package:demo"]);

const scene = makeScene(root);
process.on("exit", () => scene.remove());
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit());
if (desktop) {
	const { showOnDesktop } = await import("./desktop.mjs");
	await showOnDesktop(desktop, scene);
} else {
	const { showInBrowser } = await import("./browser.mjs");
	await showInBrowser(scene, isHeadless);
}
process.exit();
