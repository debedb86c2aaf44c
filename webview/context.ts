import type { Intent } from "../src/protocol/intents";
import type { Page, Texts } from "../src/protocol/page";
import type { FoldMemory } from "./foldMemory";
import type { Live } from "./live";

/** What every part of the panel needs of the whole. */
export interface PanelContext {
	readonly page: Page;
	readonly texts: Texts;
	readonly live: Live;
	readonly folds: FoldMemory;
	readonly post: (intent: Intent) => void;
	/** Milliseconds since the epoch by the host's clock. */
	readonly now: () => number;
}
