// Keeps dead weight out of the broker's bundle, by module path. A target that an update of its package moved fails the build.
import { readFile } from "node:fs/promises";

/** Each: which modules, what stands for them, and why nothing of them is missed. */
const diet = [
	{
		// Express loads it for express.json() and its kin. The broker reads and bounds bodies itself.
		target: file("body-parser/index.js"),
		contents: () => "module.exports = {};",
	},
	{
		// Nothing is served by file name: only what express itself looks up is left.
		target: file("mime-db/db.json"),
		contents: async (path) => {
			const database = JSON.parse(await readFile(path, "utf8"));
			const kept = ["application/json", "application/octet-stream", "text/event-stream", "text/html", "text/plain"];
			return JSON.stringify(Object.fromEntries(kept.map((type) => [type, database[type]])));
		},
	},
	{
		// The default validator of elicited answers. The broker elicits nothing and hands the SDK a validator of its own.
		target: file("@modelcontextprotocol/sdk/dist/esm/validation/ajv-provider.js"),
		contents: () => "export class AjvJsonSchemaValidator {}",
	},
];

export const lean = {
	name: "lean",
	setup(build) {
		const met = new Set();
		for (const { target, contents } of diet) {
			build.onLoad({ filter: target }, async ({ path }) => {
				met.add(target);
				return { contents: await contents(path), loader: path.endsWith(".json") ? "json" : "js" };
			});
		}
		build.onEnd(() => ({
			errors: diet
				.filter(({ target }) => !met.has(target))
				.map(({ target }) => ({ text: `lean: no module matches ${target}; its package has changed` })),
		}));
	},
};

/** Matches the path of a package's file, with the separators of any platform. */
function file(path) {
	const parts = ["node_modules", ...path.split("/")].map((part) => part.replaceAll(".", "\\."));
	return new RegExp(`[\\\\/]${parts.join("[\\\\/]")}$`);
}
