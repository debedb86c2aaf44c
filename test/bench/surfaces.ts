import type { Clock } from "../../src/core/clock";
import type { Desk } from "../../src/core/desk";
import { PanelFeed } from "../../src/ui/panelFeed";
import { Presence } from "../../src/ui/presence";
import { StatusBar } from "../../src/ui/statusBar";
import * as stub from "./editorStub";

/** How often each of them was drawn. */
export interface Drawn {
	snapshots: number;
	badges: number;
	statusBars: number;
}

/** The desk on an open panel and in the status bar, over an editor that counts only. */
export function showDesk(desk: Desk, clock: Clock): () => Drawn {
	const nothing = (): void => undefined;
	const log = { debug: nothing, info: nothing, warn: nothing, error: console.error };
	const presence = new Presence({ kind: "starting" });
	const terminals = {
		isOpen: () => true,
		holds: () => true,
		onDidChange: () => ({ dispose: nothing }),
		show: () => true,
		type: () => true,
	};
	const effects = {
		writeText: () => Promise.resolve(),
		openFile: () => Promise.resolve(),
		showDiff: () => Promise.resolve(),
		excerpt: () => ({ refused: "no-editor", name: "" }) as const,
	};
	const feed = new PanelFeed(
		desk,
		{
			clock,
			log,
			broker: presence,
			terminals,
			sound: { isOn: () => false, onDidChange: () => ({ dispose: nothing }) },
			run: nothing,
		},
		effects,
	);
	new StatusBar({ t: (message) => message }, clock, presence, {
		all: [],
		onDidChange: () => ({ dispose: nothing }),
		tell: nothing,
	});
	presence.become({ kind: "running", since: clock.now() }, desk);
	const drawn = { snapshots: 0, badges: 0 };
	let shownCount = 0;
	feed.use({
		isVisible: true,
		url: (path) => path,
		// As the message to the webview does.
		post: (snapshot) => {
			structuredClone(snapshot);
			drawn.snapshots++;
		},
		// As the panel does, which draws no count that it shows already.
		showCount: (count) => {
			if (count !== shownCount) drawn.badges++;
			shownCount = count;
		},
	});
	feed.receive({ kind: "ready" });
	return () => ({ ...drawn, statusBars: stub.texts.count });
}
