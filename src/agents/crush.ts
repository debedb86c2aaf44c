import { bridgeArguments, TOOLS } from "./bridgeArguments";
import { type CrushBlock, findBlock, withBlock, withoutBlock } from "./crushBlock";
import type { AgentIntegration, EditPlan, EditRefusal, EntryState, Machine, ServerEntry } from "./integration";
import { findProgram, folderFrom, joinPath } from "./programs";
import { shellWord, shellWords } from "./shellWords";

/**
 * Crush is configured by a script in its own Bash: one marked block there adds our server in an editor's terminal and does
 * nothing anywhere else. Crush ends no tool call by itself.
 */
export function crush(oldNames: readonly string[]): AgentIntegration {
	const names = [NAME, ...oldNames];
	return {
		id: "crush",
		label: "Crush",
		detect(machine) {
			const program = findProgram(machine, "crush");
			const isUsed = program !== undefined || machine.kindOf(configFolder(machine)) === "folder";
			return isUsed ? { kind: "found", program } : { kind: "absent" };
		},
		way: {
			kind: "file",
			path: (machine) => joinPath(machine.platform, configFolder(machine), "crushrc"),
			plan: (current = "", entry, want) => plan(current, entry, want, names),
			state: (current = "", entry) => state(current, entry, names),
		},
	};
}

/** The same on Windows. */
function configFolder({ env, home, platform }: Machine): string {
	const base = folderFrom(env["XDG_CONFIG_HOME"], joinPath(platform, home, ".config"));
	return folderFrom(env["CRUSH_GLOBAL_CONFIG"], joinPath(platform, base, "crush"));
}

const NAME = "parley";

function plan(
	text: string,
	entry: ServerEntry,
	want: "connected" | "disconnected",
	names: readonly string[],
): EditPlan {
	const block = findBlock(text);
	const ours = typeof block === "object" ? serverIn(block, names) : undefined;
	if (block === "broken" || ours === "reshaped") return refused({ kind: "reshaped", name: NAME });
	const isTaken = addsServer(typeof block === "object" ? withoutBlock(text, block) : text);
	if (want === "disconnected") {
		return typeof block === "object" ? { kind: "write", text: withoutBlock(text, block) } : { kind: "unchanged" };
	}
	if (isTaken) return refused({ kind: "foreign", name: NAME });
	if (ours?.isCommentedOut === true) return { kind: "unchanged" };
	if (ours?.own === undefined && ours !== undefined) return refused({ kind: "reshaped", name: NAME });
	const lines = blockLines(entry, ours?.own ?? []);
	if (block !== "none" && same(block.lines, lines)) return { kind: "unchanged" };
	const last = text.split("\n").length;
	if (/(?:^|[^\\])(?:\\\\)*\\$/.test(text)) {
		return refused({ kind: "unparsable", line: last, reason: "the last line goes on, and nothing follows" });
	}
	return { kind: "write", text: withBlock(text, block === "none" ? undefined : block, lines) };
}

function refused(why: EditRefusal): EditPlan {
	return { kind: "refused", why };
}

function state(text: string, entry: ServerEntry, names: readonly string[]): EntryState {
	const block = findBlock(text);
	if (typeof block === "string") return addsServer(text) ? "foreign" : "absent";
	const ours = serverIn(block, names);
	if (ours !== "reshaped" && (ours.isCommentedOut || isDisabled(ours.own ?? []))) return "disabled";
	return plan(text, entry, "connected", names).kind === "unchanged" ? "current" : "outdated";
}

function isDisabled(own: readonly Flag[]): boolean {
	return own.some(([flag, value = ""]) => flag === "--disabled" && /^(?:true|1|yes)$/i.test(value));
}

function blockLines({ command, args, env = {} }: ServerEntry, own: readonly Flag[]): readonly string[] {
	const words = [...args, ...bridgeArguments("crush")].flatMap((word) => ["--args", word]);
	const variables = Object.entries(env).flatMap(([name, value]) => ["--env", name, value]);
	const server = ["mcp", "add", NAME, "--command", command, ...words, ...variables, ...own.flat()];
	const tools = TOOLS.map((tool) => `mcp_${NAME}_${tool}`);
	return [
		'if [ -n "${PARLEY_WINDOW:-}" ]; then',
		`\t${server.map(shellWord).join(" ")}`,
		`\tpermissions allow ${tools.join(" ")}`,
		"fi",
	];
}

/** A flag with what it takes. */
type Flag = readonly string[];

interface OurServer {
	/** What the user has set; undefined where only the shell knows that. */
	readonly own: readonly Flag[] | undefined;
	readonly isCommentedOut: boolean;
}

/** `reshaped`: there is something else between our markers. */
function serverIn({ lines }: CrushBlock, names: readonly string[]): OurServer | "reshaped" {
	let own: readonly Flag[] | undefined = [];
	let [isThere, isCommentedOut] = [false, false];
	for (const line of lines) {
		const text = line.trim();
		if (text === "" || text === "fi" || /^if \[ -n "\$\{?PARLEY_WINDOW(?::-)?\}?" \]; then$/.test(text)) continue;
		if (text.startsWith("#")) {
			isCommentedOut ||= /^#\s*mcp add\b/.test(text);
			continue;
		}
		if (/^permissions allow [\w ]+$/.test(text)) continue;
		const [, name = ""] = /^mcp add ([\w-]+) [^;&|]*$/.exec(text) ?? [];
		if (!names.includes(name)) return "reshaped";
		isThere = true;
		const flags = shellWords(text)?.slice(3);
		own = flags && ownFlags(flags);
	}
	return { own, isCommentedOut: isCommentedOut && !isThere };
}

/** Of all flags of ours only these can be somebody else's wish. */
function ownFlags(words: readonly string[]): readonly Flag[] {
	const own: Flag[] = [];
	for (let i = 0; i < words.length;) {
		const flag = words[i] ?? "";
		const length = flag === "--env" ? 3 : 2;
		const isOwn = flag !== "--command" && flag !== "--args" && words[i + 1] !== "ELECTRON_RUN_AS_NODE";
		if (isOwn) own.push(words.slice(i, i + length));
		i += length;
	}
	return own;
}

/** Whether a line outside our block adds a server of our name; one line is all that can be told without running the script. */
function addsServer(text: string): boolean {
	return /^[^#\n]*\bmcp\s+add\s+(["']?)parley\1(?:\s|$)/m.test(text);
}

function same(a: readonly string[], b: readonly string[]): boolean {
	return a.length === b.length && a.every((line, i) => line === b[i]);
}
