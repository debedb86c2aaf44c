import { sha256, stateFiles, thisMachine, userFiles, versionOf } from "./apply";
import { agentCatalogue } from "./catalogue";
import { AgentConnections } from "./connections";
import type { ServerEntry } from "./integration";

/** All agents of this machine, as they can be connected to the bridge that `entry` starts. The entry of its own bundle. */
export function openConnections(stateRoot: string, entry: ServerEntry): AgentConnections {
	return new AgentConnections({
		integrations: agentCatalogue(),
		machine: thisMachine,
		files: userFiles,
		state: stateFiles(stateRoot),
		stateRoot,
		entry,
		hash: sha256,
		versionOf,
	});
}
