import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { AGENTS, entry, fileWith, fixturesOf, wayOf, windowsEntry, written } from "./yamlFixtures";

describe.each(Object.entries(AGENTS))("connecting %s", (_, agent) => {
	const way = wayOf(agent);
	const connect = (text: string | undefined, start = entry) => way.plan(text, start, "connected");
	const disconnect = (text: string | undefined) => way.plan(text, entry, "disconnected");

	it("writes one entry into a new file", () => {
		expect(written(connect(undefined))).toBe(agent.written);
	});

	it("says on Windows how the editor's program runs as Node", () => {
		const text = written(connect("", windowsEntry));
		expect(JSON.stringify(parse(text, { logLevel: "silent" }))).toContain('"ELECTRON_RUN_AS_NODE":"1"');
		expect(text).toContain('"C:\\\\Users\\\\me\\\\Parley\\\\bin\\\\bridge.cjs"');
		expect(way.state(text, windowsEntry)).toBe("current");
	});

	it.each(Object.entries(fixturesOf(agent)))("only adds to %s, and takes out again what it added", (_, text) => {
		const connected = written(connect(text));
		let at = 0;
		for (const character of connected) if (character === text.charAt(at)) at++;
		expect(at).toBe(text.length);
		expect([way.state(connected, entry), connect(connected)]).toEqual(["current", { kind: "unchanged" }]);
		const isEmptyList = agent.key === undefined && !/^\s*(?:\[|- )/m.test(text);
		expect(written(disconnect(connected))).toBe(isEmptyList ? withBrackets(text) : text);
	});

	it("uses the file's own line breaks", () => {
		const result = written(connect("# mine\r\n"));
		expect(result.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
	});

	it("puts its entry last among the others, before what stands behind them", () => {
		const text = written(connect(fileWith(agent, agent.others)));
		expect(text.startsWith(fileWith(agent, agent.others))).toBe(true);
	});

	it.each([
		["in a block", agent.foreign],
		["without a value", agent.form === "map" ? "parley:\n" : agent.foreign],
	])("refuses a foreign entry of our name %s, and leaves it alone", (_, foreign) => {
		const text = fileWith(agent, foreign + agent.others);
		expect(connect(text)).toMatchObject({ kind: "refused", why: { kind: "foreign" } });
		expect(disconnect(text)).toEqual({ kind: "unchanged" });
		expect(way.state(text, entry)).toBe("foreign");
	});

	it("updates an outdated entry where it stands, and touches nothing else", () => {
		const others = fileWith(agent, agent.others);
		const connected = written(connect(others));
		const outdated = `${connected.replace("parley-bridge", "old-bridge").replace("4000", "3000")}# behind\n`;
		expect(way.state(outdated, entry)).toBe("outdated");
		const updated = written(connect(outdated));
		expect(updated.startsWith(others)).toBe(true);
		expect(updated.endsWith("# behind\n")).toBe(true);
		expect(written(disconnect(updated))).toBe(`${others}# behind\n`);
	});

	it.each([
		["", agent.written],
		["of others", written(connect(fileWith(agent, agent.others)))],
	])("takes an edited entry out of a file %s", (_, text) => {
		const edited = text.replace('"/state/bin/parley-bridge"', "'/state/bin/parley-bridge' # mine\n");
		const rest = text === agent.written ? (agent.key === undefined ? "[]\n" : "") : fileWith(agent, agent.others);
		expect(written(disconnect(edited))).toBe(rest);
	});

	it("does nothing where there is no entry", () => {
		expect([disconnect(undefined), disconnect(fileWith(agent, agent.others))]).toEqual([
			{ kind: "unchanged" },
			{ kind: "unchanged" },
		]);
	});

	it("refuses a file that is broken at any place, and never writes", () => {
		const lines = written(connect(fileWith(agent, agent.others))).split("\n");
		for (const i of lines.keys()) {
			const broken = lines.toSpliced(i, 0, '"').join("\n");
			expect(connect(broken)).toMatchObject({ kind: "refused", why: { kind: "unparsable" } });
			expect(disconnect(broken)).toMatchObject({ kind: "refused", why: { kind: "unparsable" } });
			expect(way.state(broken, entry)).toBe("unreadable");
		}
	});

	it.each([
		["tabs", "\ta: 1\n", 1, "Tabs are not allowed as indentation"],
		["a key twice", "a: 1\nb: 2\na: 3\n", 3, "Map keys must be unique"],
		["a second document", "a: 1\n---\nb: 1\n", 2, "a second document begins here"],
	])("refuses %s, and says where", (_, text, line, reason) => {
		expect(connect(text)).toEqual({ kind: "refused", why: { kind: "unparsable", line, reason } });
	});

	it.each(Object.entries(unusable(agent.key)))("refuses %s, because nothing can be added to that", (_, text) => {
		expect(connect(text)).toMatchObject({ kind: "refused", why: { kind: "reshaped" } });
		expect(disconnect(text)).toEqual({ kind: "unchanged" });
	});

	it("refuses to rewrite an entry that others refer to", () => {
		const text = agent.written.replace(/"4000"|"60"/, '&limit "1"');
		expect(text).toContain("&limit");
		expect(connect(text)).toMatchObject({ kind: "refused", why: { kind: "reshaped" } });
		expect(disconnect(text)).toMatchObject({ kind: "refused", why: { kind: "reshaped" } });
	});
});

function unusable(key: string | undefined): Record<string, string> {
	if (key === undefined)
		return { "a root that is no list": "a: 1\n", "a null": "~\n", "a marked list": "&a\n- b: 1\n" };
	return {
		"a root that is no map": "- 1\n",
		"a text in the place of servers": `${key}: none\n`,
		"an alias": `a: &a {b: {c: 1}}\n${key}: *a\n`,
		"an anchor": `${key}: &a {b: {c: 1}}\nd: *a\n`,
		"a merge beside it": `a: &a {b: {c: 1}}\n<<: *a\n`,
		"a written null": `${key}: ~\n`,
	};
}

/** Programs refuse an empty file where they look for a list. */
function withBrackets(text: string): string {
	const eol = text.includes("\r\n") ? "\r\n" : "\n";
	if (text === "" || text === "\uFEFF") return `${text}[]${eol}`;
	return text.endsWith("\n") ? `${text}[]${eol}` : `${text}${eol}[]`;
}
