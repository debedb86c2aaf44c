import tseslint from "typescript-eslint";

/** Words that hide what a file is for. */
const vagueNames = "(utils?|helpers?|common|misc|manager|index)";

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
	{
		files: ["test/**/*.ts", "vitest.config.ts"],
		rules: { "@typescript-eslint/no-non-null-assertion": "off", "no-console": "off" },
	},
	{
		files: ["**/*.mjs", "**/*.cjs"],
		extends: [tseslint.configs.base],
		rules: { eqeqeq: "error", "no-var": "error", "prefer-const": "error" },
	},
);
