import { COMMANDS } from "./commands";
import type { L10n } from "./l10n";
import type { Notify } from "./notify";
import { notificationPart } from "./text/notificationText";

/** Parley could not start in this window. `reason` is one line that a person can read; `run` runs a command of ours. */
export async function tellFailure(
	l10n: L10n,
	notify: Notify,
	reason: string,
	run: (command: string) => Thenable<unknown>,
): Promise<void> {
	const message = l10n.t("Parley is not running in this window: {0}", notificationPart(reason));
	const pressed = await notify("error", message, [
		{ label: l10n.t("Start again"), command: COMMANDS.restart },
		{ label: l10n.t("Run Doctor"), command: COMMANDS.doctor },
	]);
	if (pressed !== undefined) await run(pressed.command);
}
