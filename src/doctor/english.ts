import type { L10n } from "../ui/l10n";

/** For a shell: the English text is the key. */
export const ENGLISH: L10n = {
	t: (message, ...args) => message.replace(/\{(\d+)\}/g, (place, at: string) => String(args[Number(at)] ?? place)),
};
