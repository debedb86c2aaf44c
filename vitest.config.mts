import { defineConfig } from "vitest/config";

export default defineConfig({
	test: {
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
