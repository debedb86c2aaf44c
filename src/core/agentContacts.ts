/** Is told what agents do in this window, by the id of the agent. */
export interface AgentContacts {
	/** Its bridge has introduced itself. */
	onHandshake(agentId: string): void;
	/** It has called a tool. */
	onCall(agentId: string): void;
}
