// The stdio → HTTP bridges that people use, beside Parley's: versions, where they lie, and how each is started. They are no
// dependency of the project; one command puts them into the cache that also holds the VS Code server of the tests.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { cacheDir } from "../support/host/installed.mjs";

const PINS = { "mcp-remote": "0.15.1", supergateway: "4.0.0", "mcp-proxy": "6.7.19" };
const folder = join(
	cacheDir(),
	"bridges",
	Object.entries(PINS)
		.map(([name, version]) => `${name}-${version}`)
		.join("+"),
);
const inModules = (path) => join(folder, "node_modules", path);
const packages = Object.entries(PINS).map(([name, version]) => `${name}@${version}`);

export const HOW_TO_INSTALL = `npm install --prefix '${folder}' --ignore-scripts --no-audit --no-fund ${packages.join(" ")}`;

/** Its command line can only serve a stdio server over HTTP: the other way is in its library. */
const MCP_PROXY = `import { startStdioServer, ServerType } from ${JSON.stringify(inModules("mcp-proxy/dist/index.mjs"))};
const requestInit = { headers: { authorization: "Bearer " + process.argv[2] } };
await startStdioServer({ serverType: ServerType.HTTPStream, url: process.argv[1], transportOptions: { requestInit } });`;

/** Each: what is looked for, and the arguments of the Node that runs it. */
const PEERS = {
	"mcp-remote": {
		file: inModules("mcp-remote/dist/proxy.js"),
		args: (file, url, token) => [
			...[file, url, "--allow-http", "--transport", "http-only"],
			...["--header", `Authorization: Bearer ${token}`],
		],
	},
	supergateway: {
		file: inModules("supergateway/dist/index.js"),
		args: (file, url, token) => [file, "--streamableHttp", url, "--oauth2Bearer", token, "--logLevel", "none"],
	},
	"mcp-proxy": {
		file: inModules("mcp-proxy/dist/index.mjs"),
		args: (_, url, token) => ["--input-type=module", "-e", MCP_PROXY, url, token],
	},
};

/** The names of those that are installed. */
export const installedPeers = Object.keys(PEERS).filter((name) => existsSync(PEERS[name].file));

export const missingPeers = Object.keys(PEERS).filter((name) => !installedPeers.includes(name));

export function peerArguments(name, { url, token }) {
	return PEERS[name].args(PEERS[name].file, url, token);
}
