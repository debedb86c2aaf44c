import { openAgents } from "./agentFacts";
import type { DoctorFacts } from "./facts";
import type { AgentStanding } from "./report";

/** One entry per agent that is here or is connected, in the order of the catalogue. */
export async function agentStandings(facts: DoctorFacts): Promise<readonly AgentStanding[]> {
	const { place, version, lastHandshake, lastCall } = facts;
	if (place === undefined) return [];
	const source = openAgents(place.state.root, place.bridge, version);
	const here = source.connections.agents().filter(({ state, isOurs }) => state !== "notInstalled" || isOurs);
	return Promise.all(
		here.map(async (agent): Promise<AgentStanding> => {
			const program = source.programOf(agent.id);
			return {
				agent,
				program,
				version: program === undefined ? undefined : await source.versionOf(program),
				handshakeAt: lastHandshake(agent.id),
				callAt: lastCall(agent.id),
			};
		}),
	);
}
