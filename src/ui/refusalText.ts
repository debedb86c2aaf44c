import type { Refusal } from "../agents/connections";
import type { L10n } from "./l10n";

/** Why an agent cannot be connected or disconnected as things are, and what its user can do. */
export function refusalText(l10n: L10n, agent: string, why: Refusal, file: string): string {
	switch (why.kind) {
		case "unparsable":
			return l10n.t("{0} cannot be read: line {1}, {2}. It was left as it is.", file, why.line, why.reason);
		case "foreign":
			return l10n.t(
				"{0} has an entry “{1}” that is not Parley’s. Rename or remove it, then connect again.",
				file,
				why.name,
			);
		case "reshaped":
			return l10n.t(
				"The entry “{0}” in {1} must be edited by hand: what is around it would change too.",
				why.name,
				file,
			);
		case "overridden":
			return l10n.t(
				"{0} does not see what Parley sets: {1} sets {2} and wins. Add {3} to that value, then connect again.",
				agent,
				file,
				why.variable,
				why.add,
			);
		case "forbidden":
			return l10n.t(
				"{0} may not be connected this way: {1} sets {2}, and {0} does not start where {3} is set.",
				agent,
				file,
				why.policy,
				why.variable,
			);
		case "taken":
			return l10n.t("{0} cannot be connected by variables alone: somebody else uses {1} already.", agent, why.variable);
		case "notAFile":
			return l10n.t("{0} is no file.", file);
		case "danglingLink":
			return l10n.t("{0} is a link to a file that is not there.", file);
		case "hardLinked":
			return l10n.t("{0} has a second name (hard link), which would keep the old content.", file);
		case "readOnly":
			return l10n.t("{0} is read-only.", file);
		case "tooLarge":
			return l10n.t("{0} is larger than 1 MB.", file);
		case "notText":
			return l10n.t("{0} is not UTF-8 text.", file);
		case "changed":
			return l10n.t("{0} was changed meanwhile. It was left as it is; try again.", file);
		case "unreadable":
			return l10n.t("{0} cannot be read: {1}", file, why.reason ?? "");
		case "unwritable":
			return l10n.t("{0} cannot be written: {1}", file, why.reason ?? "");
	}
}
