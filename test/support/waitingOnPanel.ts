import { panelSnapshot } from "../../src/ui/panelSnapshot";
import type { DeskFixture } from "./deskFixture";

/** The ids that the panel shows as waiting; what else it shows does not matter here. */
export function waitingOnPanel({ desk, clock }: DeskFixture): readonly string[] {
	const snapshot = panelSnapshot({
		now: clock.now(),
		desk,
		broker: { kind: "running", since: 0 },
		terminals: { isOpen: () => true, holds: () => true },
		approvals: { parts: () => ({}) as never },
		attachments: { parts: () => ({}) as never },
		url: (path) => path,
		told: new Set(),
		shown: [],
		history: { total: 0 } as never,
		folds: {} as never,
		spotlight: undefined,
		chime: 0,
	});
	return snapshot.waiting.map(({ id }) => id);
}
