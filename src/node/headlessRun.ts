import { programName, programOf } from "./agentClient";
import type { Processes } from "./processes";

/** How a command line tells that nobody watches the run: its first word behind the program, or one of its options. */
interface HeadlessForm {
	readonly commands?: readonly string[];
	readonly options?: readonly string[];
}

/**
 * By the id of the agent, from each program's own help. An agent that is not here is never taken for headless; Pi and Kimi are
 * not, because they write a title over their command line (measured with 1.6.0 and 2.1.0).
 */
const FORMS: Readonly<Record<string, HeadlessForm>> = {
	"claude-code": { options: ["-p", "--print"] },
	codex: { commands: ["exec", "e", "review"] },
	opencode: { commands: ["run", "serve"] },
	kilo: { commands: ["run", "serve"] },
	gemini: { options: ["-p", "--prompt"] },
	qwen: { options: ["-p", "--prompt"] },
	grok: { options: ["-p", "--single"] },
	copilot: { options: ["-p", "--prompt"] },
	droid: { commands: ["exec"] },
	continue: { options: ["-p", "--print"] },
	goose: { commands: ["run"] },
	crush: { commands: ["run"] },
	cursor: { options: ["-p", "--print"] },
	amp: { options: ["-x", "--execute"] },
	kiro: { options: ["--no-interactive"] },
};

/**
 * Whether the agent that started the bridge `pid` runs without anybody watching: its command line says so, or a task
 * started it. `tasks` are the processes of this window's tasks. False where the platform does not tell.
 */
export async function isHeadlessRun(
	agent: string,
	pid: number,
	tasks: readonly number[],
	processes: Processes,
): Promise<boolean> {
	const ancestry = await processes.ancestry(pid);
	if (ancestry.some((each) => tasks.includes(each))) return true;
	const form = Object.hasOwn(FORMS, agent) ? FORMS[agent] : undefined;
	if (form === undefined) return false;
	// A launcher starts the program proper, and either may have lost its words.
	for (const ancestor of ancestry.slice(1)) {
		const words = await processes.command(ancestor);
		if (programOf(words) === programName(agent) && isHeadlessForm(words, form)) return true;
	}
	return false;
}

function isHeadlessForm(words: readonly string[], { commands = [], options = [] }: HeadlessForm): boolean {
	const end = words.indexOf("--");
	const said = words.slice(1, end < 0 ? undefined : end);
	return said.some(
		(word) => commands.includes(word) || options.some((option) => word === option || word.startsWith(`${option}=`)),
	);
}
