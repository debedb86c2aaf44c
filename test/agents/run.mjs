// The real agents, typed into terminals of the real workbench, connected by Parley's own commands, against a scripted
// model. `node test/agents/run.mjs codex` runs only the files whose name holds that word.
import { runTestFiles } from "../support/gate/runTestFiles.mjs";

// The one mostly waits, the other needs no workbench.
runTestFiles(import.meta.dirname, process.argv.slice(2), ["longWaits.test.mjs", "outside.test.mjs"]);
