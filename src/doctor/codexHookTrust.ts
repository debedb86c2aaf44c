import { isTable, parseToml } from "../agents/toml";

/** Whether Codex runs our hooks: it skips every hook that its user has not trusted, without a word. */
export type HookTrust =
	| { readonly kind: "none" }
	| { readonly kind: "trusted" }
	/** The events whose hook is not trusted, as Codex names them. */
	| { readonly kind: "untrusted"; readonly events: readonly string[] };

/** What starts our hooks: `… hook codex <event>`, whether as one command line or as words. */
const OURS = /\bhook\b["',\s\\]+codex\b/;

/**
 * From Codex's own `hooks.json` and `config.toml`. Codex keeps the trust under the file, the event and the place of the hook
 * in it; the hash there is over the definition and is Codex's own to compare.
 */
export function codexHookTrust(hooksPath: string, hooksText: string, configText: string): HookTrust {
	const ours = ourHooks(hooksText);
	if (ours.length === 0) return { kind: "none" };
	const parsed = parseToml(configText);
	const hooks = parsed.kind === "table" ? parsed.table["hooks"] : undefined;
	const state = isTable(hooks) ? hooks["state"] : undefined;
	const isTrusted = (key: string): boolean => {
		const entry = isTable(state) ? state[key] : undefined;
		return isTable(entry) && typeof entry["trusted_hash"] === "string" && entry["enabled"] !== false;
	};
	const events = ours
		.filter(({ event, group, index }) => !isTrusted(`${hooksPath}:${snakeCase(event)}:${group}:${index}`))
		.map(({ event }) => event);
	return events.length === 0 ? { kind: "trusted" } : { kind: "untrusted", events: [...new Set(events)] };
}

interface HookPlace {
	readonly event: string;
	readonly group: number;
	readonly index: number;
}

function ourHooks(text: string): readonly HookPlace[] {
	let raw: unknown;
	try {
		raw = JSON.parse(text);
	} catch {
		return [];
	}
	const events = isTable(raw) && isTable(raw["hooks"]) ? raw["hooks"] : {};
	return Object.entries(events).flatMap(([event, groups]) =>
		listOf(groups).flatMap((definition, group) =>
			listOf(isTable(definition) ? definition["hooks"] : undefined).flatMap((hook, index) =>
				OURS.test(JSON.stringify(hook)) ? [{ event, group, index }] : [],
			),
		),
	);
}

function listOf(value: unknown): readonly unknown[] {
	return Array.isArray(value) ? value : [];
}

function snakeCase(event: string): string {
	return event.replace(/(?<=[a-z])[A-Z]/g, "_$&").toLowerCase();
}
