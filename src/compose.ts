import { createRequire } from "node:module";
import { hostname } from "node:os";
import { join } from "node:path";
import { commands, env, type ExtensionContext, l10n, Uri, window, workspace } from "vscode";
import { AgentConnecting } from "./agentConnecting";
import { composeDoctor } from "./composeDoctor";
import type { Clock } from "./core/clock";
import type { Desk } from "./core/desk";
import { type Disposable, DisposableStore } from "./core/lifetime";
import { variablesIn } from "./editor/collectionVariables";
import { McpProvider } from "./editor/mcpProvider";
import { OutputLog } from "./editor/outputLog";
import { Settings } from "./editor/settings";
import { TaskProcesses } from "./editor/taskProcesses";
import { Terminals } from "./editor/terminals";
import { TerminalVariables } from "./editor/variables";
import { editorNode, editorText, extensionVersion, workspaceFolders, workspaceUri } from "./editor/windowFacts";
import { windowFocus } from "./editor/windowFocus";
import { bootId } from "./node/bootId";
import { SystemClock } from "./node/clock";
import { RandomIds } from "./node/ids";
import { WaitingCounts } from "./node/waitingCounts";
import type { openDesk } from "./openDesk";
import { writeSharedSettings } from "./startWindow";
import { PANEL_VIEW } from "./ui/commands";
import { DiffEditor } from "./ui/diffEditor";
import { factLines } from "./ui/facts";
import { notify } from "./ui/notify";
import type { PersonActs } from "./ui/personActs";
import { Presence } from "./ui/presence";
import { pickMany, QuickPickList } from "./ui/quickPick";
import { registerCommands } from "./ui/registerCommands";
import { SideView } from "./ui/sideView";
import { StatusBar } from "./ui/statusBar";
import { tellFailure } from "./ui/tellFailure";
import { tellRulesUnreadable } from "./ui/tellRulesUnreadable";
import { type Stores, WindowLife } from "./windowLife";

/** A terminal whose shell never starts never tells its process: the start waits for it no longer than this. */
const TERMINALS_MS = 1_000;

export interface Parley {
	/** The window goes away; what waits stays stored. */
	close(): Promise<void>;
}

/** Puts everything together. The surfaces stand when it returns; the broker follows by itself. */
export function compose(context: ExtensionContext): Parley {
	const owned = new DisposableStore();
	const log = owned.add(new OutputLog());
	const clock = new SystemClock();
	const ids = new RandomIds();
	const settings = owned.add(new Settings(log));
	const presence = owned.add(new Presence(workspace.isTrusted ? { kind: "starting" } : { kind: "untrusted" }));
	const terminals = owned.add(new Terminals());
	const tasks = owned.add(new TaskProcesses());
	const sideView = owned.add(new SideView());
	owned.add(window.registerWebviewViewProvider(PANEL_VIEW, sideView));
	const counts = owned.add(
		new WaitingCounts({ clock, log, folders: () => workspaceFolders().map(({ name }) => name) }),
	);
	owned.add(new StatusBar(l10n, clock, presence, counts));

	const dist = context.asAbsolutePath("dist");
	const diffEditor = owned.add(new DiffEditor());
	let acts: PersonActs | undefined;
	const { extensionUri } = context;
	const deskWindow = { extensionUri, dist, clock, ids, log, settings, presence, terminals, sideView, diffEditor };
	const openDeskOver = (stores: Stores): { readonly desk: Desk; readonly surfaces: Disposable } => {
		const bundle = createRequire(__filename)(join(dist, "desk.cjs")) as { readonly openDesk: typeof openDesk };
		const opened = bundle.openDesk(deskWindow, stores);
		acts = opened.acts;
		sideView.use(opened.panel);
		return opened;
	};

	const variables = owned.add(
		new TerminalVariables(
			context.environmentVariableCollection,
			l10n.t("Tells agents which window they belong to."),
			() => settings.terminalIntegration(),
		),
	);
	const version = extensionVersion(context);
	const openFile = async (path: string): Promise<void> => {
		await commands.executeCommand("vscode.open", Uri.file(path));
	};
	const agents = owned.add(
		new AgentConnecting({
			l10n,
			log,
			notify,
			pickMany,
			dist,
			version,
			editor: editorNode().editor,
			collection: context.environmentVariableCollection,
			isOn: () => settings.terminalIntegration(),
			switches: settings.agents,
			preview: ({ file, text }, title) => diffEditor.diff(file.path, file.text ?? "", text ?? "", title),
			openFile,
		}),
	);
	const life = new WindowLife({
		clock,
		ids,
		log,
		presence,
		switches: settings.agents,
		openDesk: openDeskOver,
		terminalsKnown: atMost(clock, TERMINALS_MS, terminals.ready),
		facts: {
			version,
			dist,
			editor: editorNode(),
			isRemote: env.remoteName !== undefined,
			workspaceUri: workspaceUri(),
			isTrusted: () => workspace.isTrusted,
			folders: workspaceFolders,
			terminals: () => terminals.all,
			tasks: () => tasks.all,
		},
		rulesUnreadable: (what) => {
			tellRulesUnreadable(l10n, notify, what).catch((error: unknown) =>
				log.error("a message could not be shown", error),
			);
		},
		placeTaken: (place) => {
			const { state, slot } = place;
			variables.use(slot.path);
			const owner = { pid: process.pid, bootId: bootId(), host: hostname() };
			counts.use({ folder: state.waiting, name: slot.name, owner });
			writeSharedSettings(state, settings.attachOutsideTerminals());
			agents.use(place);
		},
		failed: (reason) => {
			const run = (command: string): Thenable<unknown> => commands.executeCommand(command);
			tellFailure(l10n, notify, reason, run).catch((error: unknown) =>
				log.error("the failure could not be told", error),
			);
		},
	});
	owned.add(
		settings.onDidChange(() => {
			variables.refresh();
			agents.refresh();
			if (life.place !== undefined) writeSharedSettings(life.place.state, settings.attachOutsideTerminals());
		}),
	);
	owned.add(
		workspace.onDidChangeWorkspaceFolders(() => {
			life.broker?.publish();
			counts.refresh();
		}),
	);
	owned.add(
		windowFocus.onDidChange(() => {
			life.broker?.look();
			// Another window may have connected an agent meanwhile.
			agents.refresh();
			counts.refresh();
		}),
	);
	const mcpProvider = owned.add(new McpProvider("Parley", version, () => life.broker));
	owned.add(
		presence.onDidChange(() => {
			mcpProvider.refresh();
			if (presence.state.kind === "running") agents.offer();
		}),
	);
	const { doctor, examining } = composeDoctor(
		{
			l10n,
			version,
			dist,
			log,
			notify,
			switches: settings.agents,
			now: () => clock.now(),
			presence: () => presence.state,
			desk: () => presence.desk,
			place: () => life.place,
			broker: () => life.broker,
			isIntegrated: () => settings.terminalIntegration(),
			variables: () => variablesIn(context.environmentVariableCollection),
			shells: () => terminals.all.map(({ processId }) => processId),
			restart: () => life.restart(),
			reinstallBridge: () => life.reinstallBridge(),
			connect: (agent) => agents.connect?.connectOnly(agent) ?? Promise.resolve(),
			openFile,
		},
		owned,
	);
	owned.add(
		registerCommands({
			l10n,
			log,
			presence,
			notify,
			cards: sideView,
			collapsePlans: () => sideView.collapsePlans(),
			newList: (listener) => new QuickPickList(listener),
			acts: () => acts,
			connect: () => agents.connect,
			restart: () => life.restart(),
			doctor,
			status: {
				now: () => clock.now(),
				hasVariables: () => settings.terminalIntegration(),
				agents: () => examining.agents(),
				facts: () =>
					factLines(l10n, {
						version,
						editor: editorText(),
						state: presence.state,
						port: life.broker?.port,
						slot: life.place?.slot.path,
						desk: presence.desk,
					}),
			},
		}),
	);

	// In a turn of the loop of its own: VS Code goes on with the other extensions before the broker is loaded.
	if (workspace.isTrusted) setImmediate(() => void life.restart());
	else {
		life.stayOff();
		owned.add(workspace.onDidGrantWorkspaceTrust(() => void life.restart()));
	}
	return {
		async close() {
			await life.close();
			owned.dispose();
		},
	};
}

/** Waits for the promise, but no longer than that. */
function atMost(clock: Clock, ms: number, promise: Promise<void>): Promise<void> {
	return new Promise((resolve) => {
		const timer = clock.after(ms, resolve);
		void promise.finally(() => {
			timer.dispose();
			resolve();
		});
	});
}
