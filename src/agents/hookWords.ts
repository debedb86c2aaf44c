import type { AgentId, ServerEntry } from "./integration";
import { shellWord } from "./shellWords";

/** How an agent starts the bridge's sub-command for one of its events. */
export function hookWords(entry: ServerEntry, agent: AgentId, event: string): readonly string[] {
	return [entry.command, ...entry.args, "hook", agent, event];
}

/** For agents that hand a line to a POSIX shell. */
export function posixHookLine(words: readonly string[]): string {
	return words.map(shellWord).join(" ");
}

/** For agents that hand a line to PowerShell. Nothing in it is expanded. */
export function powershellHookLine(words: readonly string[], env: ServerEntry["env"] = {}): string {
	const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
	const variables = Object.entries(env).map(([name, value]) => `$env:${name} = ${quoted(value)}; `);
	return `${variables.join("")}& ${words.map(quoted).join(" ")}`;
}

/** For agents that hand a line to `cmd`. In quotes only a percent sign keeps its meaning there. */
export function cmdHookLine(words: readonly string[], env: ServerEntry["env"] = {}): string {
	const variables = Object.entries(env).map(([name, value]) => `set "${name}=${value}" && `);
	return `${variables.join("")}${words.map((word) => (/^[\w-]+$/.test(word) ? word : `"${word}"`)).join(" ")}`;
}
