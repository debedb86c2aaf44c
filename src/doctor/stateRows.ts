import { accessSync, constants, readFileSync } from "node:fs";
import { join } from "node:path";
import { editorNodes } from "../node/editorNodes";
import { type BridgeVersion, isOlder, readVersion } from "../node/installBridge";
import type { StateFolder } from "../node/stateFolder";
import { BRIDGE_PROTOCOL } from "../wire/protocol";
import type { L10n } from "../ui/l10n";
import type { Examination, Finding } from "./examine";
import { isThere, privacyFault } from "./privacy";

export interface InstalledBridge {
	readonly state: StateFolder;
	/** Of this extension. */
	readonly version: string;
	/** The bridge that came with it; undefined where there is none to compare with. */
	readonly source: string | undefined;
	readonly platform: NodeJS.Platform;
}

/** What lies on the disk for agents to start: the folder, the bridge in it, and something that the bridge can run on. */
export function stateExaminations(l10n: L10n, installed: InstalledBridge): readonly Examination[] {
	return [
		{ id: "state.folder", title: l10n.t("State folder"), run: () => folder(l10n, installed) },
		{ id: "bridge.files", title: l10n.t("Bridge"), run: () => files(l10n, installed) },
		{ id: "bridge.node", title: l10n.t("Node for the bridge"), run: () => node(l10n, installed) },
	];
}

const REINSTALL = { kind: "reinstallBridge" } as const;

function folder(l10n: L10n, { state }: InstalledBridge): Finding {
	const remedy = l10n.t("Let Parley make the folder anew, or close it yourself to all other users.");
	for (const path of Object.values<string>({ ...state })) {
		const fault = isThere(path) ? privacyFault(l10n, path, "folder") : l10n.t("{0} is missing.", path);
		if (fault !== undefined) return { status: "failed", detail: fault, remedy, repair: REINSTALL };
	}
	return { status: "ok", detail: l10n.t("{0} is there and closed to other users.", state.root) };
}

function files(l10n: L10n, { state, version, source, platform }: InstalledBridge): Finding {
	const remedy = l10n.t("Let Parley write the bridge anew, then restart the agents that run.");
	const failed = (detail: string): Finding => ({ status: "failed", detail, remedy, repair: REINSTALL });
	const bridge = join(state.bin, "bridge.cjs");
	const launcher = join(state.bin, "parley-bridge");
	for (const path of platform === "win32" ? [bridge] : [bridge, launcher]) {
		if (!isThere(path)) return failed(l10n.t("{0} is missing, so agents cannot start the bridge.", path));
		const fault = privacyFault(l10n, path, "file");
		if (fault !== undefined) return failed(fault);
	}
	if (platform !== "win32" && !isExecutable(launcher)) {
		return failed(l10n.t("{0} is not executable, so agents cannot start the bridge.", launcher));
	}
	const there = readVersion(state);
	if (there === undefined) return failed(l10n.t("{0} does not say which version the bridge has.", state.bin));
	const ours: BridgeVersion = { protocol: BRIDGE_PROTOCOL, version };
	if (isOlder(there, ours)) {
		return failed(l10n.t("The bridge is of version {0}, and this is Parley {1}.", there.version, version));
	}
	if (there.version === version && source !== undefined && !readFileSync(bridge).equals(readFileSync(source))) {
		return failed(l10n.t("{0} is not the one that came with this Parley.", bridge));
	}
	const detail =
		there.version === version
			? l10n.t("Version {0}, in {1}.", there.version, state.bin)
			: l10n.t("Version {0}, written by another editor, in {1}.", there.version, state.bin);
	return { status: "ok", detail };
}

function node(l10n: L10n, { state, platform }: InstalledBridge): Finding {
	if (platform === "win32") {
		return { status: "info", detail: l10n.t("Each agent’s entry names the editor’s own program.") };
	}
	const nodes = editorNodes(state);
	const used = nodes.find(({ isThere }) => isThere);
	if (used !== undefined) return { status: "ok", detail: l10n.t("{0}, of {1}.", used.path, used.editor) };
	const [gone] = nodes;
	return {
		// The launcher then looks for one on the agent's PATH.
		status: "warning",
		detail:
			gone === undefined
				? l10n.t("No editor has told the bridge which Node to run on.")
				: l10n.t("{0}, which the bridge was to run on, is gone.", gone.path),
		remedy: l10n.t("Let Parley write the bridge anew: it names this editor’s own Node."),
		repair: REINSTALL,
	};
}

function isExecutable(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}
