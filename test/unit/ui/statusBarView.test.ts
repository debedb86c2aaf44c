import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { OtherWindow } from "../../../src/core/otherWindow";
import type { PresenceState } from "../../../src/ui/presence";
import type { L10n } from "../../../src/ui/l10n";
import { type StatusBarFacts, statusBarView } from "../../../src/ui/statusBarView";
import { DeskFixture, introOf } from "../../support/deskFixture";
import { english } from "./english";

let fixture: DeskFixture;

beforeEach(() => {
	fixture = new DeskFixture();
});

function view(state: PresenceState = { kind: "running", since: 0 }, connected = 0, others: OtherWindow[] = []) {
	return statusBarView(english, { state, items: fixture.desk.inbox.items, connected, others }, fixture.clock.now());
}

describe("the status bar", () => {
	it.each<[PresenceState, string, string, string]>([
		[{ kind: "starting" }, "loading~spin", "Parley", "Parley is starting"],
		[{ kind: "running", since: 0 }, "comment-discussion", "Parley", "Ready. No agent is connected."],
		[{ kind: "untrusted" }, "workspace-untrusted", "Parley off", "Off in Restricted Mode"],
	])("says in one look how Parley is: %o", (state, icon, text, why) => {
		expect(view(state)).toEqual({
			icon,
			text,
			background: undefined,
			label: `${text}: ${why}`,
			tooltip: [{ text: why }],
			staysMs: undefined,
		});
	});

	it("counts the connected agents", () => {
		expect([1, 2].map((connected) => view(undefined, connected).tooltip[0]?.text)).toEqual([
			"Ready. 1 agent connected.",
			"Ready. 2 agents connected.",
		]);
	});

	it("says why Parley stopped and offers to start it again", () => {
		expect(view({ kind: "stopped", reason: "no port is free" })).toMatchObject({
			icon: "error",
			text: "Parley stopped",
			background: "error",
			tooltip: [{ text: "no port is free" }, { text: "Start again", command: { id: "parley.restart" } }],
		});
	});

	it("counts what waits, with the time of what closes first and a link to each", () => {
		const first = fixture.ask(fixture.open(), { question: "Which database?\nThere are three." });
		fixture.clock.advance(80_000);
		const place = { ...introOf().place, terminal: undefined, folder: undefined, cwd: "/srv/api" };
		const second = fixture.ask(fixture.open({ key: "f".repeat(32), place }), { question: "Which port?" });
		expect(view()).toEqual({
			icon: "question",
			text: "2 waiting · 3:40",
			background: undefined,
			label: "Parley: 2 items waiting, the next closes in 3 minutes 40 seconds",
			tooltip: [
				{
					text: "Claude Code (claude · web-shop): Which database?",
					command: { id: "parley.answerQuestion", argument: first.id },
				},
				{
					text: "Claude Code (/srv/api): Which port?",
					command: { id: "parley.answerQuestion", argument: second.id },
				},
			],
			staysMs: 10_000,
		});
	});

	it("warns in the last minute that a question closes, and that a draft is kept", () => {
		fixture.ask(fixture.open());
		fixture.clock.advance(262_000);
		expect(view()).toMatchObject({
			icon: "warning",
			text: "1 waiting · 0:38",
			background: "warning",
			label: "Parley: 1 item waiting, the next closes in 38 seconds",
			tooltip: [
				{ text: "closes in 38 s, your draft is kept" },
				{ text: "Claude Code (claude · web-shop): Which port?" },
			],
			staysMs: 1_000,
		});
	});

	it("shows no time for what waits for its agent after a reload", () => {
		fixture.ask(fixture.open());
		fixture.reload();
		expect(view()).toMatchObject({
			text: "1 waiting · reconnecting",
			label: "Parley: 1 item waiting",
			staysMs: undefined,
		});
	});

	it("shows the time of what waits for the person beside what waits for its agent", () => {
		const { id } = fixture.ask(fixture.open(), undefined, fixture.call("first"));
		fixture.desk.clarifications.extend(id);
		fixture.ask(fixture.open({ key: "f".repeat(32) }));
		fixture.reload();
		const back = fixture.open({ inFlight: ["first"] });
		fixture.clarify(back, undefined, fixture.call("first"));
		expect(view().text).toBe("2 waiting · 10:00");
	});

	it("says who only says that it is an agent", () => {
		fixture.ask(fixture.open({ place: { ...introOf().place, verification: "refuted" } }));
		expect(view().tooltip[0]?.text).toBe("not verified: says it is Claude Code (claude · web-shop): Which port?");
	});

	it("leads to the inbox for what a tooltip cannot hold", () => {
		for (let key = 0; key < 12; key++) fixture.ask(fixture.open({ key: key.toString(16).padStart(32, "0") }));
		const { tooltip } = view();
		expect([tooltip.length, tooltip.at(-1)]).toEqual([11, { text: "2 more…", command: { id: "parley.showInbox" } }]);
	});

	it("tells what waits in the person's other windows, below what waits here, also where nothing does", () => {
		const others = [
			{ folders: ["api"], count: 2 },
			{ folders: [], count: 1 },
			{ folders: ["a".repeat(20), "b".repeat(20)], count: 3 },
		];
		const elsewhere = `Other windows: api 2, no folder 1, ${"a".repeat(20)} + ${"b".repeat(6)}… 3`;
		expect(view(undefined, 1, others)).toMatchObject({
			text: "Parley",
			label: `Parley: Ready. 1 agent connected. · ${elsewhere}`,
			tooltip: [{ text: "Ready. 1 agent connected." }, { text: elsewhere }],
		});
		fixture.ask(fixture.open());
		expect(view(undefined, 1, others.slice(0, 1))).toMatchObject({
			label: "Parley: 1 item waiting, the next closes in 5 minutes · Other windows: api 2",
			tooltip: [{ text: "Claude Code (claude · web-shop): Which port?" }, { text: "Other windows: api 2" }],
		});
	});

	it("names no more other windows than a person can take in", () => {
		const others = Array.from({ length: 12 }, (_, at) => ({ folders: [`f${at}`], count: 1 }));
		expect(view(undefined, 0, others).tooltip.at(-1)?.text).toMatch(/^Other windows: f0 1, .*, f9 1, …$/);
	});
});

it("the accessible name is whole in Chinese", () => {
	const bundle = JSON.parse(
		readFileSync(join(import.meta.dirname, "../../../l10n/bundle.l10n.zh-cn.json"), "utf8"),
	) as Record<string, string>;
	const chinese: L10n = { t: (message, ...args) => english.t(bundle[message] ?? message, ...args) };
	fixture.ask(fixture.open());
	fixture.ask(fixture.open({ key: "f".repeat(32) }));
	fixture.clock.advance(80_000);
	const { items } = fixture.desk.inbox;
	const label = (facts: Partial<StatusBarFacts>): string =>
		statusBarView(
			chinese,
			{ state: { kind: "running", since: 0 }, items: [], connected: 2, others: [], ...facts },
			fixture.clock.now(),
		).label;
	expect([
		label({ items, others: [{ folders: ["api"], count: 2 }] }),
		label({ items: items.slice(0, 1) }),
		label({}),
		label({ state: { kind: "starting" }, others: [{ folders: [], count: 1 }] }),
		label({ state: { kind: "stopped", reason: "EACCES" } }),
		label({ state: { kind: "untrusted" } }),
	]).toEqual([
		"Parley：2 项等你处理，下一项将在 3 分钟 40 秒后关闭 · 其他窗口：api 2",
		"Parley：1 项等你处理，下一项将在 3 分钟 40 秒后关闭",
		"Parley：就绪，已连接 2 个代理。",
		"Parley：Parley 正在启动 · 其他窗口：无文件夹 1",
		"Parley 已停止：EACCES",
		"Parley 已关闭：受限模式下已关闭",
	]);
});
