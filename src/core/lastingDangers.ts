import type { Danger } from "./dangers";
import type { Invocation } from "./invocations";
import { isPlain } from "./programKinds";

/** Words by which tools of every kind name what cannot be brought back: `pg:reset`, `terminate-instances`, `--drop`. */
const FOR_GOOD =
	/ (?:(?:\S*[:.-])?(?:delete|destroy|terminate|reset|flush|purge|drop|wipe|nuke|erase|obliterate|deprovision)(?:[:-]\S*)?|del|rm|remove|forget|prune)(?= |$)/;
/** … and what leaves this machine. Not an option, as of builds (`--release`). */
const FOR_OTHERS = / (?:[^\s-]\S*[:.-])?(?:deploy|release|publish|ship|promote)(?:[:-]\S*)?(?= |$)/;

const DATABASE_CLIENTS = new Set(
	"psql mysql mariadb sqlite sqlite3 sqlcmd cockroach clickhouse-client duckdb".split(" "),
);

/** What any program says of itself, whatever it is. Git has words of its own; readers only look for them. */
export function lastingDangers(all: readonly Invocation[]): readonly Danger[] {
	const found: Danger[] = [];
	const first = all.filter(({ isFirst, program }) => isFirst && !isSpared(program));
	// Else it is a text of theirs: a message, something to look for.
	const isText = first.every(({ isInner }) => isInner);
	for (const { args, isInner } of first) {
		if (isInner && isText) continue;
		if (FOR_GOOD.test(args)) found.push("forGood");
		if (FOR_OTHERS.test(args)) found.push("publish");
	}
	if (all.some(readsStatements)) found.push("destructiveSql");
	return found;
}

function isSpared(program: string | undefined): boolean {
	return program === undefined || program === "git" || program === "hub" || isPlain(program);
}

/** The statements are in a file or come in from outside. */
function readsStatements({ program, args, isPiped, texts }: Invocation): boolean {
	if (program === undefined || !DATABASE_CLIENTS.has(program)) return false;
	return isPiped || texts !== "" || / (-\w*f|--file|\.read|source|\\i)/.test(args);
}

/** Files that a shell, a desktop, git, an editor or an agent reads by itself and runs or obeys. */
const START_UP = [
	/(?:^|[\s/\\"'=:~>(])\.(?:profile|bashrc|bash_(?:profile|login|logout|aliases)|z(?:shrc|shenv|profile|login|logout)|kshrc|cshrc|tcshrc|inputrc|xinitrc|xprofile|xsession(?:rc)?|vimrc|exrc|gitconfig|hgrc|pythonrc|rprofile|irbrc|pryrc|gdbinit|lldbinit|curlrc|wgetrc|tmux\.conf|screenrc|pam_environment|envrc|mcp\.json)(?![\w.-])/i,
	/(?:^|[\s/\\"'=:~>(])\.git[/\\](?:hooks|config|info|modules)|\.husky[/\\]|hooks[/\\](?:pre|post|commit|update)-?/i,
	/\.config[/\\](?:autostart|systemd|fish|nvim|git|environment\.d)|\.local[/\\](?:bin|share[/\\](?:applications|systemd))/i,
	/Library[/\\]Launch(?:Agents|Daemons)|Start Menu[/\\]|Microsoft\.PowerShell_profile|\$profile\b|authorized_keys/i,
	/\.(?:vscode|idea)[/\\]|\.(?:claude|codex|gemini|cursor|qwen|kimi|opencode)[/\\]/i,
	/(?:^|[\s"'=:>(])(?:\/private)?\/(?:etc|usr|bin|sbin|lib|boot|opt|root|Library|System)[/\\]/,
];
const WRITES =
	/(?<![=-])>(?!=)|(?:^|[\s;&|(/])(?:tee|cp|mv|ln|install|sed|ed|ex|vi|vim|nano|touch|chmod|rsync|scp|dd|curl|wget|tar|unzip|patch|rm|perl|python\d?|node|ruby|php|awk|truncate|copy|move|xcopy|mklink|(?:set|add|clear)-content|out-file|new-item|(?:copy|move)-item)\s|\s-[oO]|--output/i;

/** Whether a command, as far as its text tells, writes to such a file. */
export function writesStartUp(command: string): boolean {
	const plain = command.replaceAll(/["']|\\(?=\w*rc\b)/g, "");
	return WRITES.test(command) && namesStartUp(plain);
}

export function namesStartUp(text: string): boolean {
	return START_UP.some((each) => each.test(text));
}
