/** The rules of CONTRIBUTING.md "Layout", held mechanically. Each folder names what it may import; all else is an error. */
const packages = (...names) => names.map((name) => `^node_modules/${name}/`);

const allowed = {
	core: ["^src/core/"],
	protocol: ["^src/protocol/", "^src/core/"],
	agents: ["^src/agents/", "^src/wire/notForSubAgents\\.ts$", ...packages("jsonc-parser", "smol-toml", "yaml")],
	wire: ["^src/wire/", "^src/core/"],
	broker: ["^src/broker/", "^src/core/", "^src/wire/", ...packages("express", "@modelcontextprotocol/sdk")],
	bridge: ["^src/bridge/", "^src/core/", "^src/wire/"],
	node: ["^src/node/", "^src/core/", "^src/wire/"],
	// Of the surfaces only what puts a reason into words.
	uninstall: ["^src/uninstall/", "^src/core/", "^src/wire/", "^src/agents/", "^src/node/"],
	doctor: [
		"^src/doctor/",
		"^src/core/",
		"^src/wire/",
		"^src/agents/",
		"^src/node/",
		"^src/ui/(l10n|refusalText)\\.ts$",
	],
	editor: ["^src/editor/", "^src/core/", "^src/wire/", "^vscode$"],
	ui: ["^src/ui/", "^src/core/", "^src/protocol/", "^src/agents/", "^src/doctor/", "^vscode$"],
};

/** Files of a folder that import more, or other things, than the rest of it. */
const apart = { agents: "^src/agents/apply\\.ts$", node: "^src/node/posixCommands\\.ts$" };

const mayUseNode = ["broker", "bridge", "node", "uninstall", "doctor"];

module.exports = {
	forbidden: [
		{ name: "no-circular", severity: "error", from: {}, to: { circular: true } },
		{ name: "no-orphans", severity: "error", from: { orphan: true, pathNot: "\\.d\\.ts$|tsconfig" }, to: {} },
		...Object.entries(allowed).map(([folder, paths]) => ({
			name: `${folder}-imports`,
			severity: "error",
			from: { path: `^src/${folder}/`, ...(Object.hasOwn(apart, folder) ? { pathNot: apart[folder] } : {}) },
			to: {
				pathNot: paths,
				...(mayUseNode.includes(folder) ? { dependencyTypesNot: ["core"] } : {}),
			},
		})),
		{
			name: "posix-commands-imports",
			severity: "error",
			from: { path: apart.node },
			to: { pathNot: ["^src/core/", ...packages("unbash")] },
		},
		{
			name: "only-edge-imports-vscode",
			severity: "error",
			from: { path: "^src/", pathNot: "^src/(editor|ui)/|^src/(extension|compose|composeDoctor|openDesk)\\.ts$" },
			to: { path: "^vscode$" },
		},
		{
			name: "webview-imports",
			severity: "error",
			from: { path: "^webview/", pathNot: "^webview/elements\\.ts$" },
			to: { pathNot: ["^webview/", "^src/protocol/"] },
		},
		{
			name: "toolkit-only-in-elements",
			severity: "error",
			from: { path: "^webview/elements\\.ts$" },
			to: { pathNot: ["^webview/", ...packages("@vscode/webview-ui-toolkit")] },
		},
	],
	options: {
		doNotFollow: { path: "node_modules" },
		tsPreCompilationDeps: true,
		tsConfig: { fileName: "tsconfig.json" },
		enhancedResolveOptions: {
			extensions: [".ts", ".js", ".mjs", ".css"],
			exportsFields: ["exports"],
			conditionNames: ["import", "require", "node"],
		},
	},
};
