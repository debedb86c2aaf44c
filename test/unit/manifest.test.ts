import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SECOND_MS, TIME_LIMIT_MS } from "../../src/core/limits";
import { ATTENTION_MODES, SETTINGS } from "../../src/editor/settingKeys";
import { MCP_PROVIDER } from "../../src/editor/mcpProviderId";
import { COMMANDS, PANEL_CONTAINER, PANEL_VIEW, WAITING_CONTEXT, type WalkthroughStep } from "../../src/ui/commands";

interface Setting {
	readonly scope: string;
	readonly default: unknown;
	readonly enum?: readonly string[];
	readonly minimum?: number;
	readonly maximum?: number;
}

interface Manifest {
	readonly contributes: {
		readonly commands: readonly { command: string; title: string; category: string; enablement?: string }[];
		readonly keybindings: readonly { command: string; key?: string; mac: string; when: string }[];
		readonly viewsContainers: Readonly<Record<string, readonly { id: string; icon: string }[]>>;
		readonly views: Readonly<Record<string, readonly { id: string; type: string; icon: string }[]>>;
		readonly menus: Readonly<Record<string, readonly { command: string; when: string }[]>>;
		readonly walkthroughs: readonly {
			steps: readonly { media: { svg: string }; completionEvents: readonly string[] }[];
		}[];
		readonly mcpServerDefinitionProviders: readonly { id: string; label: string }[];
		readonly configuration: { readonly properties: Readonly<Record<string, Setting>> };
	};
}

const root = join(import.meta.dirname, "../..");
const text = read("package.json");
const { contributes } = JSON.parse(text) as Manifest;
const english = JSON.parse(read("package.nls.json")) as Record<string, string>;
const chinese = JSON.parse(read("package.nls.zh-cn.json")) as Record<string, string>;

function read(file: string): string {
	return readFileSync(join(root, file), "utf8");
}

describe("the manifest", () => {
	it("has the commands that the code registers, with the titles of the contract", () => {
		const titles = contributes.commands.map(({ command, title }) => [command, english[title.slice(1, -1)]]);
		expect(contributes.commands.map(({ command }) => command).sort()).toEqual(Object.values(COMMANDS).sort());
		expect(titles).toEqual(
			expect.arrayContaining([
				["parley.answerQuestion", "Answer Question…"],
				["parley.answerOldest", "Answer the Oldest Question"],
				["parley.dismissQuestion", "Dismiss Question"],
				["parley.keepOpen", "Keep Open"],
				["parley.showInbox", "Show Inbox"],
				["parley.focusPanel", "Focus Panel"],
				["parley.showTerminal", "Show Terminal"],
				["parley.askSample", "Ask a Sample Question"],
				["parley.status", "Status"],
				["parley.exportHistory", "Export History…"],
				["parley.clearHistory", "Clear History"],
				["parley.showLog", "Show Log"],
				["parley.restart", "Restart"],
				["parley.copyDiagnostics", "Copy Diagnostics"],
			]),
		);
		expect(new Set(contributes.commands.map(({ category }) => category))).toEqual(new Set(["Parley"]));
	});

	it("has the settings that the code reads, with scopes that a workspace cannot widen", () => {
		const { properties } = contributes.configuration;
		expect(Object.keys(properties).sort()).toEqual(Object.values(SETTINGS).sort());
		expect(Object.fromEntries(Object.entries(properties).map(([key, { scope }]) => [key, scope]))).toMatchObject({
			"parley.attention": "window",
			"parley.question.timeLimit": "window",
			"parley.history.enabled": "window",
			"parley.history.reuse": "window",
			"parley.terminalIntegration": "application",
			"parley.attachOutsideTerminals": "application",
			"parley.agents": "application",
		});
	});

	it("has the defaults and bounds of the code", () => {
		const { properties } = contributes.configuration;
		expect(properties[SETTINGS.timeLimit]).toMatchObject({
			default: TIME_LIMIT_MS.default / SECOND_MS,
			minimum: TIME_LIMIT_MS.min / SECOND_MS,
			maximum: TIME_LIMIT_MS.max / SECOND_MS,
		});
		expect(properties[SETTINGS.attention]).toMatchObject({ default: ATTENTION_MODES[0], enum: [...ATTENTION_MODES] });
	});

	it("runs only its own commands by keys and menus", () => {
		const ids: readonly string[] = Object.values(COMMANDS);
		const menus = Object.values(contributes.menus).flat();
		expect([...menus, ...contributes.keybindings].filter(({ command }) => !ids.includes(command))).toEqual([]);
	});

	it("has keys that VS Code leaves free, and answers by key only while something waits", () => {
		expect(contributes.keybindings.map(({ command, key, mac }) => [command, key, mac])).toEqual([
			[COMMANDS.answerOldest, "ctrl+k q", "cmd+k q"],
			[COMMANDS.answerOldest, undefined, "alt+cmd+a"],
			[COMMANDS.focusPanel, "ctrl+k a", "cmd+k a"],
		]);
		const answering = contributes.keybindings.filter(({ command }) => command === COMMANDS.answerOldest);
		const ways = answering.flatMap(({ when }) => when.split(" || "));
		expect(ways.filter((way) => !way.startsWith(`${WAITING_CONTEXT} && `))).toEqual([]);
	});

	it("leaves Cmd+K to terminals and the debug console, which macOS clears with it", () => {
		const chords = contributes.keybindings.filter(({ mac }) => mac.startsWith("cmd+k "));
		const onMac = chords.flatMap(({ when }) => when.split(" || ").filter((way) => !way.includes("!isMac")));
		const elsewhere = "!terminalFocus && focusedView != 'workbench.panel.repl.view'";
		expect([onMac.length, onMac.filter((way) => !way.endsWith(elsewhere))]).toEqual([2, []]);
	});

	it("has its keys in the README", () => {
		const names: Readonly<Record<string, string>> = { ctrl: "Ctrl", cmd: "Cmd", alt: "Option" };
		const drawn = contributes.keybindings
			.flatMap(({ key, mac }) => [key, mac])
			.filter((key) => key !== undefined)
			.map((key) => key.replaceAll(/\w+/g, (name) => `<kbd>${names[name] ?? name.toUpperCase()}</kbd>`));
		expect(drawn.filter((keys) => !read("README.md").includes(keys))).toEqual([]);
	});

	it("has the panel's view, with an icon", () => {
		const [view] = contributes.views[PANEL_CONTAINER] ?? [];
		const [container] = contributes.viewsContainers["activitybar"] ?? [];
		expect([view?.id, view?.type, container?.id]).toEqual([PANEL_VIEW, "webview", PANEL_CONTAINER]);
		expect([view?.icon, container?.icon].map((icon) => existsSync(join(root, icon ?? "nowhere")))).toEqual([
			true,
			true,
		]);
	});

	it("has each of its texts in both languages, and no other", () => {
		const used = [...text.matchAll(/"%([^%"]+)%"/g)].map(([, key]) => key);
		const keys = [...new Set(used)].sort();
		expect([Object.keys(english).sort(), Object.keys(chinese).sort()]).toEqual([keys, keys]);
	});

	it("says nothing to people but by a key, and what it says in Chinese is Chinese", () => {
		const written = [...text.matchAll(/"(?:title|description|altText|label|contents)": "([^"%][^"]*)"/g)];
		expect(written.map(([, words]) => words).filter((words) => words !== "Parley")).toEqual([]);
		const foreign = Object.entries(chinese).filter(([, words]) => !/\p{Script=Han}/u.test(words) && words !== "Parley");
		expect(foreign).toEqual([]);
	});

	it("has a walkthrough whose steps are done by what they ask for, each with a picture in the theme's colours", () => {
		const steps = contributes.walkthroughs.flatMap((each) => each.steps);
		const reached: readonly WalkthroughStep[] = ["sampleAnswered", "agentStarted"];
		expect(steps.map(({ completionEvents }) => completionEvents)).toEqual([
			[`onContext:parley.${reached[0]}`],
			[`onCommand:${COMMANDS.connectAgents}`],
			[`onContext:parley.${reached[1]}`],
			[`onSettingChanged:${SETTINGS.attention}`, "onCommand:workbench.action.openSettings"],
		]);
		const colours = steps.flatMap(({ media }) => [...read(media.svg).matchAll(/(?:fill|stroke)="([^"]+)"/g)]);
		expect(
			colours.map(([, colour]) => colour).filter((each) => !/^(?:none|var\(--vscode-.*\))$/.test(each ?? "")),
		).toEqual([]);
	});

	it("is described for the Marketplace by words alone: nothing there is loaded from a network", () => {
		const pictures = [...read("README.md").matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, path]) => path ?? "");
		expect([/https?:/.test(text), pictures.filter((path) => !existsSync(join(root, path)))]).toEqual([false, []]);
	});

	it("has the provider of servers that the code registers", () => {
		expect(contributes.mcpServerDefinitionProviders).toEqual([{ id: MCP_PROVIDER, label: "Parley" }]);
	});
});
