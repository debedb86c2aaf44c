import type { L10n } from "../ui/l10n";
import { bridgeTrip, type Trip } from "./bridgeTrip";
import type { Examination, Finding } from "./examine";

/** A window that has just started looks for ten seconds for the terminal of whoever comes. */
const WITHIN_MS = 20_000;

/** Starts the bridge for real. `trip` is undefined where there is no bridge or no window to reach yet. */
export function tripExamination(l10n: L10n, trip: Trip | undefined): Examination {
	const isIdle = trip !== undefined && trip.window === undefined;
	return {
		id: "bridge.roundTrip",
		title: isIdle ? l10n.t("Start of the bridge") : l10n.t("Way from an agent to this window"),
		withinMs: WITHIN_MS,
		run: () => (trip === undefined ? notNow(l10n) : roundTrip(l10n, trip)),
	};
}

function notNow(l10n: L10n): Finding {
	return { status: "info", detail: l10n.t("Not examined: nobody listens.") };
}

async function roundTrip(l10n: L10n, trip: Trip): Promise<Finding> {
	const end = await bridgeTrip(trip);
	if (end.kind === "failed") {
		return {
			status: "failed",
			detail: l10n.t("The bridge was started as an agent starts it, and failed: {0}", end.why),
			remedy: l10n.t("Let Parley write the bridge anew, then restart the agents that run."),
			repair: { kind: "reinstallBridge" },
		};
	}
	if (trip.window === undefined) {
		return {
			status: "ok",
			detail: l10n.t("The bridge starts and stays idle, as it does outside of VS Code ({0} ms).", end.ms),
		};
	}
	if (end.tools.length === 0) {
		return {
			status: "failed",
			detail: l10n.t("The bridge starts, but did not reach this window: it offers no tools."),
			remedy: l10n.t("Start Parley again. If that does not help, the log says why."),
			repair: { kind: "restart" },
		};
	}
	const tools = end.tools.join(", ");
	return {
		status: "ok",
		detail: l10n.t("The bridge was started and reached this window in {0} ms: {1}.", end.ms, tools),
	};
}
