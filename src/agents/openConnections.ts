import { sha256, stateFiles, thisMachine, userFiles, versionOf } from "./apply";
import { agentCatalogue } from "./catalogue";
import { AgentConnections, type ConnectionsDeps } from "./connections";

/** What the window brings along. */
type WindowDeps = Pick<
	ConnectionsDeps,
	"stateRoot" | "entry" | "version" | "editor" | "editors" | "hasPrompts" | "exclusively" | "onSetAside"
>;

/** All agents of this machine, as they can be connected to the bridge that `entry` starts. The entry of its own bundle. */
export function openConnections(deps: WindowDeps): AgentConnections {
	return new AgentConnections({
		...deps,
		integrations: agentCatalogue(),
		machine: thisMachine,
		files: userFiles,
		state: stateFiles(deps.stateRoot),
		hash: sha256,
		versionOf,
	});
}
