// Keeps dead weight out of the bundles, by module path. A target that an update of its package moved fails the build.
import { readFile } from "node:fs/promises";

/** Each: which modules, what stands for them, and why nothing of them is missed. */
const ofBroker = [
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

const ofPanel = [
	{
		// The numbers of keys, as events had them once: nothing here asks for them, but an enum is never shaken off.
		target: file("@microsoft/fast-web-utilities/dist/key-codes.js"),
		contents: async (path) =>
			(await readFile(path, "utf8")).replace(/^export var KeyCodes;[^]*?^\}\)\(KeyCodes.*$/m, ""),
	},
	{
		// Style sheets and markup in template strings, which no minifier looks into.
		target: /[\\/](webview-ui-toolkit[\\/].*\.styles|fast-foundation[\\/].*\.template)\.js$/,
		contents: async (path) => (await readFile(path, "utf8")).replace(/\n\s+/g, "\n"),
	},
];

export const lean = pluginOf(ofBroker);
export const leanPanel = pluginOf(ofPanel);

function pluginOf(diet) {
	return {
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
}

/** Matches the path of a package's file, with the separators of any platform. */
function file(path) {
	const parts = ["node_modules", ...path.split("/")].map((part) => part.replaceAll(".", "\\."));
	return new RegExp(`[\\\\/]${parts.join("[\\\\/]")}$`);
}
