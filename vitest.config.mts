import { defineConfig } from "vitest/config";
import { CountedReporter } from "./test/support/gate/countedReporter.mjs";

/** The gate's report, where `--outputFile.json=…` names its file; a reporter named there would be the only one. */
const json = process.argv.some((word) => word.startsWith("--outputFile.json=")) ? ["json"] : [];

export default defineConfig({
	test: {
		reporters: ["default", new CountedReporter(), ...json],
		projects: [
			{ test: { name: "unit", include: ["test/unit/**/*.test.ts", "test/fuzz/**/*.test.ts"] } },
			// The wire ring starts the built bundles as processes: its files run one after the other on two cores.
			{
				test: {
					name: "wire",
					include: ["test/wire/**/*.test.ts", "test/soak/**/*.test.ts"],
					testTimeout: 30_000,
					hookTimeout: 30_000,
					fileParallelism: false,
				},
			},
		],
	},
});
