import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { whoListens } from "../node/rendezvousHello";
import { readSlot } from "../node/rendezvousRecord";
import type { StateFolder } from "../node/stateFolder";
import type { L10n } from "../ui/l10n";
import { WINDOW_VARIABLE } from "../wire/protocol";
import { RENDEZVOUS_NAME } from "../wire/rendezvous";
import type { Examination, Finding } from "./examine";
import { isThere, privacyFault } from "./privacy";

/** What an agent that is started in this shell would find. */
export async function thisShell(l10n: L10n, state: StateFolder, window: string | undefined): Promise<Finding> {
	if (window === undefined) {
		const detail = l10n.t(
			"{0} is not set: an agent that is started here stays without Parley’s tools.",
			WINDOW_VARIABLE,
		);
		return { status: "info", detail };
	}
	const isHere = dirname(window) === state.run && RENDEZVOUS_NAME.test(basename(window));
	const found = isHere && isThere(window) ? await windowAt(l10n, window) : undefined;
	if (found?.status === "ok") {
		return { status: "ok", detail: l10n.t("{0} leads to a window that is open.", WINDOW_VARIABLE) };
	}
	return {
		status: "warning",
		detail: l10n.t("{0} names {1}, where no window can be reached now.", WINDOW_VARIABLE, window),
		remedy: l10n.t("Open a new terminal and start the agent there."),
	};
}

/** The windows of which the state folder tells. */
export function windowExaminations(l10n: L10n, { run }: StateFolder): readonly Examination[] {
	const names = isThere(run) ? readdirSync(run).filter((name) => RENDEZVOUS_NAME.test(name)) : [];
	if (names.length === 0) {
		const finding: Finding = { status: "info", detail: l10n.t("No window has written where it is.") };
		return [{ id: "windows.none", title: l10n.t("Open windows"), run: () => finding }];
	}
	return names.map((name) => ({
		id: `window.${basename(name, ".json")}`,
		title: name,
		run: () => windowAt(l10n, join(run, name)),
	}));
}

async function windowAt(l10n: L10n, path: string): Promise<Finding> {
	const remedy = l10n.t("Run “Parley: Restart” in that window.");
	const fault = privacyFault(l10n, path, "file");
	if (fault !== undefined) {
		return { status: "failed", detail: l10n.t("{0} Bridges do not believe such a file.", fault), remedy };
	}
	const { record } = readSlot(path);
	if (record === undefined) {
		return { status: "failed", detail: l10n.t("{0} does not say where a broker listens.", path), remedy };
	}
	if (record.state !== "open") {
		const wasClosed = record.state === "freed";
		const detail = wasClosed
			? l10n.t("That window was closed.")
			: l10n.t("That window is starting, or Parley has stopped in it.");
		return { status: "info", detail };
	}
	const { port, window } = record;
	switch (await whoListens(window)) {
		case "window":
			return {
				status: "ok",
				detail: l10n.t("It listens on 127.0.0.1, port {0}, and has proved to be that window.", port),
			};
		case "silent":
			return {
				status: "warning",
				detail: l10n.t("Port {0} took the connection and gave no answer within a second.", port),
				remedy,
			};
		case "nobody":
			return { status: "info", detail: l10n.t("Nobody answers on port {0}: that window has gone.", port) };
		case "stranger":
			return { status: "failed", detail: l10n.t("Another program answers on port {0}.", port), remedy };
	}
}
