import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { connect, disconnect, entry, way, written } from "./codexFixtures";

describe("any configuration", () => {
	const comment = fc.stringMatching(/^[ \t]*(#[ -~\u4e00-\u9fff]{0,20})?$/);
	const key = fc.oneof(
		fc.stringMatching(/^[a-z]{1,4}$/),
		fc.string({ maxLength: 6 }).map((name) => JSON.stringify(name).replaceAll("\x7f", "")),
	);
	const value = fc.oneof(
		fc.integer().map(String),
		fc.string({ maxLength: 12 }).map((text) => JSON.stringify(text).replaceAll("\x7f", "")),
		fc.constantFrom(
			'"""\n[mcp_servers.parley]\n\\""""',
			"'''\n#[x]\n'''",
			'[ "]", # no\n\t[1],\n]',
			'{ "}" = "#", x = [{ y = 1 }] }',
			"1979-05-27",
		),
	);
	const pair = fc
		.tuple(key, value, comment)
		.map(([name, content, end]) => `${name} = ${content}${end === "" ? "" : ` ${end}`}`);
	const header = fc.array(key, { minLength: 1, maxLength: 3 }).map((path) => `[${path.join(" . ")}]`);
	const arrayHeader = key.map((name) => `[[${name}]]`);
	const document = fc
		.tuple(
			fc.array(fc.oneof(comment, pair, pair, header, arrayHeader), { maxLength: 14 }),
			fc.constantFrom("\n", "\r\n"),
			fc.boolean(),
			fc.boolean(),
		)
		.map(
			([lines, eol, isEnded, hasBom]) =>
				(hasBom ? "\uFEFF" : "") + lines.join("\n").replaceAll("\n", eol) + (isEnded ? eol : ""),
		)
		.filter((text) => way.state(text, entry) === "absent");

	it("comes back byte for byte, and means the same plus our entry in between", () => {
		fc.assert(
			fc.property(document, (text) => {
				const plan = connect(text);
				if (plan.kind === "refused") {
					// Only where `mcp_servers` is something that can't take a table.
					expect(plan.why.kind).toBe("reshaped");
					return;
				}
				const connected = written(plan);
				expect(way.state(connected, entry)).toBe("current");
				expect(written(disconnect(connected))).toBe(text);
			}),
			{ numRuns: 1_000 },
		);
	});

	it("keeps what was put before and behind our block", () => {
		fc.assert(
			fc.property(document, document, (before, behind) => {
				const plan = connect(before);
				fc.pre(plan.kind === "write");
				const joined = plan.text.replace(/(?<!\n)$/, "\n") + behind.replace("\uFEFF", "");
				fc.pre(way.state(joined, entry) === "current");
				const disconnected = disconnect(joined);
				fc.pre(disconnected.kind === "write");
				const rest = disconnected.text;
				const trim = (text: string): string => text.replaceAll(/\r?\n/g, "\n").trim();
				expect(rest.startsWith(before.trimEnd())).toBe(true);
				expect(trim(rest).endsWith(trim(behind.replace("\uFEFF", "")))).toBe(true);
			}),
			{ numRuns: 500 },
		);
	});
});
