import type { AgentConnections, ListedAgent } from "../agents/connections";

/** Takes our entries out of all files of the person's. What has to stay is told, a line each. */
export async function disconnectAll(connections: AgentConnections): Promise<readonly string[]> {
	const stays: string[] = [];
	for (const agent of connections.agents().filter(({ isOurs }) => isOurs)) {
		const reason = await disconnect(agent, connections).catch(String);
		if (reason !== undefined) stays.push(`${agent.label}: ${reason}`);
	}
	return stays;
}

async function disconnect({ id }: ListedAgent, connections: AgentConnections): Promise<string | undefined> {
	const prepared = await connections.prepare(id, "disconnected");
	if (prepared.kind === "refused") return `${prepared.file}: ${JSON.stringify(prepared.why)}`;
	const refusal = connections.carryOut(prepared);
	return refusal && JSON.stringify(refusal);
}
