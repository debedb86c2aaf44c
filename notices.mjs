// Writes THIRD_PARTY_NOTICES.md from what really went into the bundles (esbuild's metafiles): name, version, licence text.
// `node notices.mjs --check` fails when the file is out of date.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const OUT = "THIRD_PARTY_NOTICES.md";
const METAFILES = readdirSync("dist").filter((file) => file.endsWith(".meta.json"));
if (METAFILES.length === 0) throw new Error("no metafiles: run `node esbuild.mjs --meta` first");

const folders = new Set();
for (const file of METAFILES) {
	const { inputs, outputs } = JSON.parse(readFileSync(join("dist", file), "utf8"));
	const shipped = new Set(Object.values(outputs).flatMap((output) => Object.keys(output.inputs)));
	for (const input of Object.keys(inputs)) {
		const match = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input);
		if (match && shipped.has(input)) folders.add(match[1]);
	}
}

const byName = new Map();
for (const folder of folders) {
	const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
	byName.set(`${name} ${version}`, { name, version, license, text: licenceText(folder) });
}
const packages = [...byName.values()].sort(
	(a, b) => a.name.localeCompare(b.name, "en") || a.version.localeCompare(b.version, "en"),
);

const document = [
	"# Third-party notices",
	"",
	"Parley's bundles contain the packages below.",
	...packages.map(({ name, version, license, text }) =>
		["", `## ${name} ${version}`, "", `Licence: ${license}`, "", "```text", text, "```"].join("\n"),
	),
	"",
].join("\n");

if (process.argv.includes("--check")) {
	if (!existsSync(OUT) || readFileSync(OUT, "utf8") !== document) {
		console.error(`${OUT} is out of date: run \`npm run notices\``);
		process.exit(1);
	}
} else {
	writeFileSync(OUT, document);
	console.log(`${OUT}: ${packages.length} packages`);
}

function licenceText(folder) {
	const file = readdirSync(folder).find((each) => /^(licen[cs]e|copying)(\.|-|$)/i.test(each));
	if (file) return readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n").trimEnd();
	return "(no licence file in the package; see the licence named above)";
}
