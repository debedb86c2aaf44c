import { commands, env, l10n, type Uri } from "vscode";
import type { Clock } from "./core/clock";
import { Desk } from "./core/desk";
import { type Disposable, DisposableStore } from "./core/lifetime";
import type { Ids, Log } from "./core/ports";
import { editorExcerpt } from "./editor/editorExcerpt";
import { saveDocument } from "./editor/saveDocument";
import type { Settings } from "./editor/settings";
import type { Terminals } from "./editor/terminals";
import { windowFocus } from "./editor/windowFocus";
import { BundledCommands } from "./node/bundledCommands";
import { realPath } from "./node/realPath";
import { COMMANDS, WAITING_CONTEXT } from "./ui/commands";
import { DeskSurfaces } from "./ui/deskSurfaces";
import type { DiffEditor } from "./ui/diffEditor";
import { notify } from "./ui/notify";
import { Panel } from "./ui/panel";
import type { PersonActs } from "./ui/personActs";
import type { Presence } from "./ui/presence";
import { QuickPickList } from "./ui/quickPick";
import { runPanelCommand } from "./ui/runPanelCommand";
import type { SideView } from "./ui/sideView";
import type { Stores } from "./windowLife";

/** What stands in the window before its desk does, and outlives it. */
export interface DeskWindow {
	readonly extensionUri: Uri;
	/** The folder of the bundles. */
	readonly dist: string;
	readonly clock: Clock;
	readonly ids: Ids;
	readonly log: Log;
	readonly settings: Settings;
	readonly presence: Presence;
	readonly terminals: Terminals;
	readonly sideView: SideView;
	readonly diffEditor: DiffEditor;
}

export interface OpenedDesk {
	readonly desk: Desk;
	/** What the person can do by commands. */
	readonly acts: PersonActs;
	/** Everything that shows the desk, but for the panel. */
	readonly surfaces: Disposable;
	/** For the side view. */
	readonly panel: Panel;
}

/** A desk over these stores, and what shows it. The entry of its own bundle: activation does not load it. */
export function openDesk(window: DeskWindow, stores: Stores): OpenedDesk {
	const { clock, ids, log, settings, presence, terminals, sideView, diffEditor } = window;
	const isPosix = process.platform !== "win32";
	const shellCommands = new BundledCommands(window.dist, log);
	const desk = new Desk({ clock, ids, log, commands: shellCommands, isPosix, ...stores, settings });
	const surfaces = new DisposableStore();
	const dates = new Intl.DateTimeFormat(env.language, { dateStyle: "medium", timeStyle: "short" });
	const { acts } = surfaces.add(
		new DeskSurfaces(
			{
				l10n,
				clock,
				ids,
				log,
				notify,
				cards: sideView,
				newList: (listener) => new QuickPickList(listener),
				saveDocument,
				date: (at) => dates.format(at),
				showText: (name, text) => diffEditor.text(name, text),
				focus: windowFocus,
				showTerminal: (processId) => terminals.show(processId),
				attention: () => settings.attention(),
				connectAgents: () => void commands.executeCommand(COMMANDS.connectAgents),
				examine: () => void commands.executeCommand(COMMANDS.doctor),
				pressedLate: (id) => void commands.executeCommand(COMMANDS.answerQuestion, id),
				reached: (step) => void pulse(`parley.${step}`),
				setWaiting: (isWaiting) => void commands.executeCommand("setContext", WAITING_CONTEXT, isWaiting),
			},
			desk,
		),
	);
	const panel = new Panel(desk, {
		extensionUri: window.extensionUri,
		clock,
		ids,
		log,
		l10n,
		language: env.language,
		broker: presence,
		terminals,
		realPath,
		excerpt: (wish, place) => editorExcerpt(realPath, wish, place),
		images: stores.images.folder,
		diffEditor,
		sound: { isOn: () => settings.sound(), onDidChange: settings.onDidChange },
		run: (command) => runPanelCommand(log, command),
	});
	return { desk, acts, surfaces, panel };
}

/**
 * A walkthrough hears of contexts from when a window first opens one, and never of one that was set by then (VS Code
 * 1.139, `sessionEvents` of its service): so each time is told anew.
 */
async function pulse(context: string): Promise<void> {
	await commands.executeCommand("setContext", context, true);
	await commands.executeCommand("setContext", context, false);
}
