import { describe, expect, it } from "vitest";
import { agentCatalogue } from "../../../src/agents/catalogue";
import type { FilePart } from "../../../src/agents/integration";
import { agentOf } from "../../../src/core/agents";
import { entry, fakeMachine } from "./fakeMachine";

const agents = agentCatalogue();

/** Every part that an agent may have in files, by its path. */
const parts: readonly (readonly [string, FilePart])[] = agents.flatMap(({ id, way, fallback }) =>
	[way, fallback]
		.flatMap((each) => (each?.kind === "file" ? [each, ...(each.also ?? [])] : []))
		.map((part): [string, FilePart] => [`${id}: ${part.path(fakeMachine())}`, part]),
);

describe("the catalogue", () => {
	it("calls each agent what its cards call it", () => {
		expect(agents.map(({ id, label }) => [id, label])).toEqual(agents.map(({ id }) => [id, agentOf(id).label]));
	});

	it("has each agent once, and no file in two ways", () => {
		expect(new Set(agents.map(({ id }) => id)).size).toBe(agents.length);
		expect(new Set(parts.map(([name]) => name)).size).toBe(parts.length);
	});

	it("finds none on a machine that has none", () => {
		const machine = fakeMachine({}, { env: { PATH: "/usr/bin" } });
		const found = agents.filter((agent) => agent.detect(machine).kind === "found");
		expect(found.map(({ id }) => id)).toEqual([]);
	});
});

describe.each(parts)("what %s gets", (_, part) => {
	it("is taken for absent where there is nothing, and leaves nothing alone", () => {
		expect([part.state(undefined, entry), part.plan(undefined, entry, "disconnected")]).toEqual([
			"absent",
			{ kind: "unchanged" },
		]);
	});

	it("never throws, and never changes what it cannot read", () => {
		for (const text of [
			"{",
			"[",
			"= 1",
			"- a\n b: [",
			"\u0000",
			'{"a": "\ud800"}',
			"\uFEFF",
			"<xml/>",
			"'",
			"a: *b",
			"(((",
		]) {
			for (const want of ["connected", "disconnected"] as const) {
				const { kind } = part.plan(text, entry, want);
				const state = part.state(text, entry);
				if (state === "unreadable") expect([text, want, kind]).toEqual([text, want, "refused"]);
				if (want === "disconnected") expect([text, kind]).not.toEqual([text, "write"]);
			}
		}
	});
});
