// The size budgets of what ships. Run after `npm run package`; prints each size and exits 1 if one is over.
import { readdirSync, statSync } from "node:fs";

const KIB = 1024;
const BUDGETS_KIB = {
	"dist/extension.cjs": 90,
	"dist/desk.cjs": 165,
	"dist/broker.cjs": 750,
	"dist/bridge.cjs": 40,
	"dist/agents.cjs": 270,
	"dist/uninstall.cjs": 12,
	"dist/posixCommands.cjs": 120,
	"dist/panel.js": 200,
	"dist/parley.vsix": 500,
};

const faults = readdirSync("dist").filter((name) => name.endsWith(".map"));
for (const name of faults) console.log(`dist/${name}: source maps do not ship`);
for (const [path, budget] of Object.entries(BUDGETS_KIB)) {
	const size = statSync(path).size / KIB;
	const isOver = size > budget;
	console.log(`${path}: ${size.toFixed(1)} of ${budget} KiB${isOver ? " – over" : ""}`);
	if (isOver) faults.push(path);
}
process.exitCode = faults.length > 0 ? 1 : 0;
