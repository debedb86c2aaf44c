import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { connect, disconnect, entry, way, written } from "./codexFixtures";
import { tomlDocument } from "./tomlDocuments";

describe("any configuration", () => {
	const document = tomlDocument.filter((text) => way.state(text, entry) === "absent");

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
