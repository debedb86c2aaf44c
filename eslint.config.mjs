import tseslint from "typescript-eslint";

/** Words that hide what a file is for. */
const vagueNames = "(utils?|helpers?|common|misc|manager|index)";

/**
 * Where VS Code draws text, it renders something in it: links in notifications, icons in rows, Markdown in tooltips,
 * control characters in terminals. Each such sink has one file, which makes every text safe.
 */
const sinks = [
	{ file: "src/ui/notify.ts", names: "show(Information|Warning|Error)Message" },
	{
		file: "src/ui/quickPick.ts",
		names: "createQuickPick|showQuickPick|createInputBox|showInputBox|showWorkspaceFolderPick",
	},
	{ file: "src/ui/statusBar.ts", names: "createStatusBarItem|setStatusBarMessage" },
	{ file: "src/ui/tooltip.ts", names: "MarkdownString|appendMarkdown|appendText" },
	{ file: "src/editor/terminals.ts", names: "sendText" },
	{ file: undefined, names: "withProgress|createTreeView|appendCodeblock|executeTerminalCommand" },
];
const onlyIn = (others) =>
	others.flatMap(({ file, names }) => {
		const message =
			file === undefined ? "No text of ours is drawn this way." : `Only ${file} does this: it makes texts safe.`;
		return [
			{ selector: `MemberExpression > Identifier.property[name=/^(${names})$/]`, message },
			{ selector: `NewExpression > Identifier.callee[name=/^(${names})$/]`, message },
			{ selector: `ObjectPattern > Property > Identifier.key[name=/^(${names})$/]`, message },
			{ selector: `MemberExpression > Literal.property[value=/^(${names})$/]`, message },
		];
	});

export default tseslint.config(
	{ ignores: ["dist/", "out/", "artifacts/", "coverage/", "node_modules/"] },
	{ linterOptions: { reportUnusedDisableDirectives: "error", noInlineConfig: true } },
	{
		files: ["src/**/*.ts", "webview/**/*.ts", "test/**/*.ts"],
		extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
		languageOptions: {
			parserOptions: {
				project: ["./tsconfig.json", "./webview/tsconfig.json", "./test/tsconfig.json"],
				tsconfigRootDir: import.meta.dirname,
			},
		},
		rules: {
			eqeqeq: "error",
			"no-console": "error",
			"max-lines": ["error", { max: 300 }],
			"@typescript-eslint/consistent-type-imports": "error",
			"@typescript-eslint/no-non-null-assertion": "error",
			"@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
			"@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
			"@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
			// The SDK's low-level Server is for "advanced use cases"; the broker's own list and call handlers are one.
			"@typescript-eslint/no-deprecated": [
				"error",
				{ allow: [{ from: "package", name: "Server", package: "@modelcontextprotocol/sdk" }] },
			],
			"no-restricted-exports": ["error", { restrictDefaultExports: { direct: true, named: true, defaultFrom: true } }],
			"no-restricted-imports": [
				"error",
				{ patterns: [{ regex: `(^|/)${vagueNames}$`, message: "Name the file after its one idea." }] },
			],
		},
	},
	{
		// The core knows neither Node, nor VS Code, nor time.
		files: ["src/core/**/*.ts"],
		rules: {
			"no-restricted-globals": [
				"error",
				"Date",
				"setTimeout",
				"setInterval",
				"console",
				"process",
				"AbortSignal",
				"crypto",
			],
		},
	},
	{ files: ["src/**/*.ts"], rules: { "no-restricted-syntax": ["error", ...onlyIn(sinks)] } },
	...sinks
		.filter(({ file }) => file !== undefined)
		.map(({ file }) => ({
			files: [file],
			rules: { "no-restricted-syntax": ["error", ...onlyIn(sinks.filter((sink) => sink.file !== file))] },
		})),
	{
		files: ["test/**/*.ts", "vitest.config.mts"],
		rules: { "@typescript-eslint/no-non-null-assertion": "off", "no-console": "off" },
	},
	{
		files: ["**/*.mjs", "**/*.cjs"],
		extends: [tseslint.configs.base],
		rules: { eqeqeq: "error", "no-var": "error", "prefer-const": "error" },
	},
);
