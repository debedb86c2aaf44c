// Connects every agent that is found, as Parley's command does it, in the home that the environment names:
// `node connectAgents.cjs <bridge bundle> <doctor bundle>`. Prints the ids of those that are connected now, as JSON.
import { homedir } from "node:os";
import { openConnections } from "../../src/agents/openConnections";
import { installBridge } from "../../src/node/installBridge";
import { openStateFolder, stateFolderPath } from "../../src/node/stateFolder";

void connectAll(process.argv[2] ?? "", process.argv[3] ?? "");

async function connectAll(file: string, doctor: string): Promise<void> {
	const state = openStateFolder(stateFolderPath(process.env, process.platform, homedir()));
	const node = { editor: "bench", path: process.execPath, isElectron: false };
	const version = "0.0.0";
	const connections = openConnections({
		stateRoot: state.root,
		entry: installBridge(state, { file, doctor, version, node, now: Date.now() }, process.platform),
		version,
		exclusively: (run) => run(),
		onSetAside: () => undefined,
		editor: "vscode",
		editors: () => [],
		hasPrompts: () => false,
	});
	for (const { id, state } of connections.agents()) {
		if (state !== "notConnected") continue;
		const refusal = connections.carryOut(await connections.prepare(id, "connected"));
		if (refusal !== undefined) throw new Error(`${id}: ${refusal.kind}`);
	}
	const connected = connections.agents().filter(({ state }) => state === "connected");
	console.log(JSON.stringify(connected.map(({ label }) => label)));
}
