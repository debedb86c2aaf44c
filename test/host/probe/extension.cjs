// Loads Parley's bundle before VS Code does and puts a wrapper around it: VS Code then activates the real thing through
// it. Tests read what was seen, and can activate Parley again with the context that VS Code made for it.
const { join } = require("node:path");
const vscode = require("vscode");

exports.activate = () => {
	const { extensionPath, packageJSON } = vscode.extensions.getExtension("parley-dev.parley");
	const main = require.resolve(join(extensionPath, packageJSON.main));
	const broker = join(extensionPath, "dist/broker.cjs");
	const parley = require(main);
	const hasLoadedBroker = () => broker in require.cache;
	const seen = { context: undefined, activations: [], hasLoadedBroker, deactivate: () => parley.deactivate() };
	seen.activate = (context) => {
		const before = cpuMs();
		const result = parley.activate(context);
		const syncMs = cpuMs() - before;
		seen.context = context;
		seen.activations.push({ syncMs, hadLoadedBroker: hasLoadedBroker() });
		return result;
	};
	require.cache[main].exports = { activate: seen.activate, deactivate: seen.deactivate };
	return seen;
};

/** The time that this thread was computing: unlike wall time it does not grow with what else the machine does. */
function cpuMs() {
	const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage();
	return (user + system) / 1000;
}
