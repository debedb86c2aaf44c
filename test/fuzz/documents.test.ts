import fc from "fast-check";
import { describe, expect } from "vitest";
import { CONSENTS } from "../../src/agents/consents";
import { JOURNAL } from "../../src/agents/journal";
import { isNewer, parseRules } from "../../src/core/ruleDocument";
import { parseStoredSession } from "../../src/core/stored";
import { parseStoredHistory } from "../../src/core/storedHistory";
import { parseRendezvous } from "../../src/wire/rendezvous";
import { DeskFixture, introOf } from "../support/deskFixture";
import { fuzz } from "./fuzz";
import { bent, json, nearly, text } from "./hostile";

/** What a window that was much used has stored. */
const { sessions, history, rules } = ((): { sessions: unknown[]; history: unknown; rules: unknown } => {
	const fixture = new DeskFixture();
	const session = fixture.open(introOf());
	fixture.desk.updatePlan(
		session,
		{ title: "T", plan: [{ id: "a", step: "A", status: "in_progress" }] },
		fixture.call(),
	);
	const first = fixture.ask(session, { question: "Which port?", choices: ["80"] });
	fixture.desk.clarifications.setDraft(first.id, { text: "8080", choice: undefined });
	fixture.desk.clarifications.dismiss(first.id);
	fixture.desk.clarifications.setDraft(fixture.ask(session).id, { text: "draft", choice: undefined });
	fixture.desk.approvals.deny(fixture.requested(session).id, "no");
	const { id, act } = fixture.requested(session);
	fixture.desk.approvals.allowAlways(id, { kind: "exact", action: act.action, detail: act.detail });
	fixture.requested(session, { kind: "command", action: "Run", detail: "npm test" });
	fixture.prompted(session);
	return {
		sessions: [...fixture.sessionStore.documents.values()].map((document) => JSON.parse(document) as unknown),
		history: JSON.parse(fixture.historyStore.text),
		rules: { v: 1, rules: JSON.parse(fixture.ruleStore.text) as unknown },
	};
})();

/** What was understood is understood again as the same, whatever else stood beside it. */
function expectStable(parse: (raw: unknown) => unknown, raw: unknown): void {
	const once = parse(raw);
	if (once === undefined) return;
	expect(Object.getPrototypeOf(once)).toBe(Object.prototype);
	const written = JSON.stringify(once);
	expect(JSON.stringify(parse(JSON.parse(written)))).toBe(written);
}

describe("a stored document", () => {
	const [session] = sessions;
	const known = [session, history, rules];
	const parsers = [parseStoredSession, parseStoredHistory, parseRules];

	fuzz("that is anything at all", json, (raw) => {
		for (const parse of parsers) expectStable(parse, raw);
		isNewer(raw);
	});

	for (const [index, name] of ["session", "history", "rules"].entries()) {
		const parse = parsers[index] ?? parseRules;
		fuzz(name, nearly(known[index]), (raw) => {
			expect(parse(known[index])).toBeDefined();
			expectStable(parse, raw);
		});
	}

	const journal = {
		v: 1,
		edits: [
			{
				agent: "codex",
				file: "/home/a/.codex/config.toml",
				backup: "backups/a-1",
				isMade: true,
				madeFolders: ["/a"],
				written: "0",
			},
		],
	};
	fuzz(
		"journal",
		fc.oneof(
			nearly(journal).map((raw) => JSON.stringify(raw)),
			bent(fc.constant(JSON.stringify(journal))),
			text,
		),
		(raw) => {
			for (const { backup } of JOURNAL.parse(raw) ?? []) {
				// It names files that are put back: none but our own.
				expect(backup === undefined || /^backups\/[a-z0-9-]+$/.test(backup)).toBe(true);
			}
		},
	);

	const consents = { v: 1, connected: ["codex"], offered: ["codex", "pi"] };
	fuzz(
		"consents",
		fc.oneof(
			nearly(consents).map((raw) => JSON.stringify(raw)),
			bent(fc.constant(JSON.stringify(consents))),
			text,
		),
		(raw) => {
			const parsed = CONSENTS.parse(raw);
			if (parsed !== undefined) expect(CONSENTS.parse(CONSENTS.format(parsed))).toEqual(parsed);
		},
	);
});

describe("a rendezvous file", () => {
	const good = {
		v: 1,
		url: "http://127.0.0.1:47600",
		token: "a".repeat(64),
		pid: 1,
		bootId: "b",
		host: "h",
		instance: "i",
		folders: ["/home/ada"],
		startedAt: 1,
	};
	const texts = fc.oneof(
		nearly(good).map((raw) => JSON.stringify(raw)),
		bent(fc.constant(JSON.stringify(good))),
		text,
	);

	fuzz("whatever it says, leads nowhere but to this machine, with a token that is one", texts, (raw) => {
		const parsed = parseRendezvous(raw);
		if (parsed === undefined) return;
		expect(parsed.url).toMatch(/^http:\/\/127\.0\.0\.1:\d{1,5}$/);
		expect(parsed.token).toMatch(/^[0-9a-f]{64}$/);
		expect(parseRendezvous(JSON.stringify(parsed))).toEqual(parsed);
	});
});
