// Drives the packaged extension (dist/parley.vsix) in the real workbench, as a person would. `node test/ui/run.mjs
// reload` runs only the files whose name holds that word.
import { runTestFiles } from "../support/gate/runTestFiles.mjs";

// That one mostly waits.
runTestFiles(import.meta.dirname, process.argv.slice(2), ["late.test.mjs"]);
