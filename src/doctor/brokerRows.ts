import { whoListens } from "../node/rendezvousHello";
import { parseRendezvous } from "../wire/rendezvous";
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import type { L10n } from "../ui/l10n";
import { askBroker } from "./askBroker";
import type { Examination, Finding } from "./examine";
import type { DoctorFacts } from "./facts";
import { isThere, privacyFault } from "./privacy";

/** Whether somebody listens, who it is, whom it lets in, and whether bridges are told where it is. */
export function brokerExaminations(l10n: L10n, facts: DoctorFacts): readonly Examination[] {
	return [
		{ id: "broker.running", title: l10n.t("Broker"), run: () => running(l10n, facts) },
		{ id: "broker.token", title: l10n.t("Access"), run: () => access(l10n, facts) },
		{ id: "rendezvous.file", title: l10n.t("Rendezvous file"), run: () => rendezvous(l10n, facts) },
	];
}

const RESTART = { kind: "restart" } as const;

async function running(l10n: L10n, { presence, place, broker }: DoctorFacts): Promise<Finding> {
	if (presence.kind === "untrusted") {
		return {
			status: "warning",
			detail: l10n.t("Parley is off in Restricted Mode."),
			remedy: l10n.t("Trust the folder of this window if you want agents to ask here."),
			repair: { kind: "trustFolder" },
		};
	}
	if (presence.kind === "starting") {
		const remedy = l10n.t("Run the Doctor again in a moment.");
		return { status: "warning", detail: l10n.t("Parley is still starting."), remedy };
	}
	const again = l10n.t("Start Parley again. If that does not help, the log says why.");
	if (presence.kind === "stopped" || broker === undefined || place === undefined) {
		const reason = presence.kind === "stopped" ? presence.reason : l10n.t("nobody listens");
		return { status: "failed", detail: l10n.t("Parley has stopped: {0}", reason), remedy: again, repair: RESTART };
	}
	const { url, token } = broker;
	const port = new URL(url).port;
	switch (await whoListens({ url, token, instance: place.instance })) {
		case "window":
			return {
				status: "ok",
				detail: l10n.t("It listens on 127.0.0.1, port {0}, and has proved to be this window.", port),
			};
		case "silent":
			return {
				status: "warning",
				detail: l10n.t("Port {0} took the connection and gave no answer within a second.", port),
				remedy: l10n.t("An extension may keep VS Code busy. Run the Doctor again."),
			};
		case "stranger":
			return {
				status: "failed",
				detail: l10n.t("Another program answers on port {0}.", port),
				remedy: again,
				repair: RESTART,
			};
		case "nobody":
			return {
				status: "failed",
				detail: l10n.t("Nobody answers on port {0} of 127.0.0.1.", port),
				remedy: again,
				repair: RESTART,
			};
	}
}

async function access(l10n: L10n, { broker }: DoctorFacts): Promise<Finding> {
	if (broker === undefined) return { status: "info", detail: l10n.t("Not examined: nobody listens.") };
	const { url, token } = broker;
	const remedy = l10n.t("Start Parley again, and report it with this report if it stays.");
	const [own, none, wrong] = await Promise.all([
		// Let in, and then refused because it names no session.
		askBroker(url, token),
		askBroker(url, undefined),
		askBroker(url, "0".repeat(64)),
	]);
	if (own !== 400) {
		const detail = l10n.t("The broker does not take the token of this window (status {0}).", own);
		return { status: "failed", detail, remedy, repair: RESTART };
	}
	if (none !== 401 || wrong !== 401) {
		const detail = l10n.t("The broker lets in who has no token (status {0}).", none === 401 ? wrong : none);
		return { status: "failed", detail, remedy, repair: RESTART };
	}
	return { status: "ok", detail: l10n.t("It lets in who has the token of this window, and nobody else.") };
}

function rendezvous(l10n: L10n, { place, broker }: DoctorFacts): Finding {
	if (place === undefined) return { status: "info", detail: l10n.t("Not examined: this window has none yet.") };
	const { slot, instance } = place;
	const remedy = l10n.t("Start Parley again: it writes the file anew.");
	const failed = (detail: string): Finding => ({ status: "failed", detail, remedy, repair: RESTART });
	if (!isThere(slot)) return failed(l10n.t("{0} is missing, so agents do not find this window.", slot));
	const fault = privacyFault(l10n, dirname(slot), "folder") ?? privacyFault(l10n, slot, "file");
	if (fault !== undefined) return failed(l10n.t("{0} Bridges do not believe such a file.", fault));
	const window = parseRendezvous(readFileSync(slot, "utf8"));
	if (window === undefined) return failed(l10n.t("{0} does not say where a broker listens.", slot));
	const isThisWindow = window.instance === instance && window.url === broker?.url && window.token === broker.token;
	if (!isThisWindow) return failed(l10n.t("{0} names another window than this one.", slot));
	return { status: "ok", detail: l10n.t("{0} names this window and is closed to other users.", slot) };
}
